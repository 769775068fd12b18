extension RouteLink {
  /// The items of the query, in the order written. Empty ones (`a&&b`) are passed over.
  public var queryItems: QueryItems {
    QueryItems(bytes: bytes, range: queryRange ?? 0..<0)
  }

  /// One `name=value` of a query. Both are decoded when asked for, `+` as a space.
  public struct QueryItem: Sendable {
    let bytes: [UInt8]
    /// Where the name stands in the link's bytes.
    package let nameRange: Range<Int>
    /// Where the value stands in the link's bytes; empty if there is no `=`.
    package let valueRange: Range<Int>

    /// Whether it is a name alone, without `=`: then the name may be what is meant as a value.
    package var isBare: Bool { nameRange.upperBound == valueRange.lowerBound }

    /// The UTF-8 of the decoded name.
    var decodedName: [UInt8] { decoded(nameRange) }

    /// The UTF-8 of the decoded value.
    var decodedValue: [UInt8] { decoded(valueRange) }

    private func decoded(_ range: Range<Int>) -> [UInt8] {
      guard !PercentEncoding.isPlain(bytes, range) else { return Array(bytes[range]) }
      return Array(PercentEncoding.decoded(bytes, range, plusIsSpace: true).utf8)
    }

    /// The decoded name.
    public var name: String { PercentEncoding.decoded(bytes, nameRange, plusIsSpace: true) }

    /// The decoded value; empty if there is no `=`.
    public var value: String { PercentEncoding.decoded(bytes, valueRange, plusIsSpace: true) }
  }

  /// The items of a query, read one by one.
  public struct QueryItems: Sequence, IteratorProtocol, Sendable {
    let bytes: [UInt8]
    var range: Range<Int>

    /// The next item that is not empty.
    public mutating func next() -> QueryItem? {
      while !range.isEmpty {
        let start = range.lowerBound
        var end = start
        var equals: Int?
        while end < range.upperBound, bytes[end] != UInt8(ascii: "&") {
          if equals == nil, bytes[end] == UInt8(ascii: "=") { equals = end }
          end += 1
        }
        range = Swift.min(end + 1, range.upperBound)..<range.upperBound
        guard end > start else { continue }
        return QueryItem(
          bytes: bytes, nameRange: start..<(equals ?? end),
          valueRange: (equals.map { $0 + 1 } ?? end)..<end)
      }
      return nil
    }
  }
}
