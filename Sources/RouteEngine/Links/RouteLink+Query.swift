extension RouteLink {
  /// The items of the query, in the order written. Empty ones (`a&&b`) are passed over.
  public var queryItems: QueryItems {
    QueryItems(bytes: bytes, range: queryRange ?? 0..<0)
  }

  /// The items of the query, and behind them those of the fragment that are written as in a query:
  /// with a name and a value.
  package func items(fragmentToo: Bool) -> [QueryItem] {
    Array(queryItems) + (fragmentToo ? fragmentItems.filter { !$0.isBare } : [])
  }

  /// The items of a fragment that is written as a query.
  var fragmentItems: QueryItems { QueryItems(bytes: bytes, range: fragmentRange ?? 0..<0) }

  /// One `name=value` of a query. Both are decoded when asked for; the `+` of a name is a space.
  public struct QueryItem: Sendable {
    let bytes: [UInt8]
    /// Where the name stands in the link's bytes.
    package let nameRange: Range<Int>
    /// Where the value stands in the link's bytes; empty if there is no `=`.
    package let valueRange: Range<Int>

    /// Whether it is a name alone, without `=`: then the name may be what is meant as a value.
    package var isBare: Bool { nameRange.upperBound == valueRange.lowerBound }

    /// The UTF-8 of the decoded name.
    var decodedName: [UInt8] { decoded(nameRange, plusIsSpace: true) }

    /// The UTF-8 of the decoded value.
    func decodedValue(plusIsSpace: Bool) -> [UInt8] {
      decoded(valueRange, plusIsSpace: plusIsSpace)
    }

    private func decoded(_ range: Range<Int>, plusIsSpace: Bool) -> [UInt8] {
      guard !PercentEncoding.isPlain(bytes, range) else { return Array(bytes[range]) }
      return Array(PercentEncoding.decoded(bytes, range, plusIsSpace: plusIsSpace).utf8)
    }

    /// The decoded name.
    public var name: String { PercentEncoding.decoded(bytes, nameRange, plusIsSpace: true) }

    /// The decoded value, `+` as a space; empty if there is no `=`.
    public var value: String { value(plusIsSpace: true) }

    /// The decoded value; empty if there is no `=`.
    package func value(plusIsSpace: Bool) -> String {
      PercentEncoding.decoded(bytes, valueRange, plusIsSpace: plusIsSpace)
    }
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
