extension RouteLink {
  /// The items of the query, in the order written, without empty ones (`a&&b`).
  public var queryItems: QueryItems {
    QueryItems(bytes: bytes, range: queryRange ?? 0..<0)
  }

  /// The items of the query, followed by those items of the fragment that have a name and a value.
  package func items(fragmentToo: Bool) -> [QueryItem] {
    Array(queryItems) + (fragmentToo ? fragmentItems.filter { !$0.isBare } : [])
  }

  /// The items of a fragment that is written like a query.
  var fragmentItems: QueryItems { QueryItems(bytes: bytes, range: fragmentRange ?? 0..<0) }

  /// One `name=value` of a query. Both are decoded on access; a `+` in the name is a space.
  public struct QueryItem: Sendable {
    let bytes: [UInt8]
    /// The range of the name in the link's bytes.
    package let nameRange: Range<Int>
    /// The range of the value in the link's bytes; empty when there is no `=`.
    package let valueRange: Range<Int>

    /// Whether it is a name without `=`; the name may then have been meant as a value.
    var isBare: Bool { nameRange.upperBound == valueRange.lowerBound }

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

    /// The decoded value, with `+` as a space; empty when there is no `=`.
    public var value: String { value(plusIsSpace: true) }

    /// The decoded value; empty when there is no `=`.
    package func value(plusIsSpace: Bool) -> String {
      PercentEncoding.decoded(bytes, valueRange, plusIsSpace: plusIsSpace)
    }
  }

  /// The items of a query, read on demand.
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
