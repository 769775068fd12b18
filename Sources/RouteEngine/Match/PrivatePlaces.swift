/// The places of a table's patterns where a path turns private.
///
/// A path that fits no route may still be meant for one that keeps something private: misspelled in
/// case, with a segment too many, or under another root. So it is read for what stands before each
/// private place, wherever in the path that is, and turns private where the first one would be.
package struct PrivatePlaces: Sendable {
  /// What stands before one private place.
  fileprivate struct Place: Hashable, Sendable {
    /// The segments after the first literal, folded; nil for one that can be anything.
    var others: [[UInt8]?]
    /// What the private segment itself begins with, folded.
    var start: [UInt8]
  }

  /// The places behind at least one literal, by the first of them.
  private var places: [[UInt8]: Set<Place>] = [:]
  /// What private segments begin with that have no literal segment before them.
  private var starts: Set<[UInt8]> = []
  /// How many segments of any kind stand before the first private one of a pattern that has no
  /// literal there; nil when each has one.
  private var depth: Int?

  /// Whether there is none.
  package var isEmpty: Bool { places.isEmpty && starts.isEmpty && depth == nil }

  /// Takes in a pattern.
  ///
  /// - Parameters:
  ///   - pattern: the pattern.
  ///   - isPrivate: whether the capture with that number is.
  mutating func insert(_ pattern: PathPattern, isPrivate: (Int) -> Bool) {
    for shape in pattern.shapes { insert(shape, isPrivate) }
  }

  private mutating func insert(_ shape: PathPattern.Shape, _ isPrivate: (Int) -> Bool) {
    var before: [[UInt8]?] = []
    for segment in shape.segments {
      switch segment {
      case .literal(let text): before.append(Self.folded(text, text.indices))
      case .capture(let slot), .expression(_, let slot):
        if isPrivate(slot) { return insert(before, start: []) }
        before.append(nil)
      }
    }
    switch shape.end {
    case .here: break
    case .wildcard(let slot), .repeated(let slot):
      if isPrivate(slot) { insert(before, start: []) }
    case .rest(let rest):
      guard rest.parts.contains(where: { $0.isCapture && isPrivate($0.slot) }) else { return }
      insert(before, start: Self.folded(rest.start, rest.start.indices))
    }
  }

  private mutating func insert(_ before: [[UInt8]?], start: [UInt8]) {
    if let first = before.firstIndex(where: { $0 != nil }), let literal = before[first] {
      // What can be anything in front of the first literal tells nothing.
      let place = Place(others: Array(before[(first + 1)...]), start: start)
      places[literal, default: []].insert(place)
    } else if !start.isEmpty {
      starts.insert(start)
    } else {
      depth = min(depth ?? .max, before.count)
    }
  }

  /// The part of the link's path from the first private place on; nil when it has none.
  func privatePart(of link: RouteLink) -> Range<Int>? {
    let path = link.pathRange
    var ranges = Self.segments(of: link.bytes, path)
    let first = depth.flatMap { ranges.indices.contains($0) ? ranges[$0].lowerBound : nil }
    if let host = link.hostRange, !host.isEmpty, let scheme = link.scheme,
      scheme != "https", scheme != "http"
    {
      ranges.insert(host, at: 0)  // in `shop://orders/7` it is the first segment
    }
    let segments = ranges.map { Self.folded(link.bytes, $0) }
    for (index, range) in ranges.enumerated() {
      if let first, range.lowerBound >= first { break }
      let isStart =
        path.contains(range.lowerBound) && starts.contains(where: segments[index].starts)
      if isStart { return range.lowerBound..<path.upperBound }
      let ends = (places[segments[index]] ?? []).compactMap { place in
        place.end(in: segments, after: index)
      }
      if let end = ends.min() {
        return min(ranges[end].lowerBound, first ?? .max)..<path.upperBound
      }
    }
    return first.map { $0..<path.upperBound }
  }

  /// The segments of a path that are not empty.
  private static func segments(of bytes: [UInt8], _ path: Range<Int>) -> [Range<Int>] {
    bytes[path].split(separator: UInt8(ascii: "/")).map(\.indices)
  }

  /// The bytes that a segment stands for, with ASCII letters in lowercase.
  private static func folded(_ bytes: [UInt8], _ range: Range<Int>) -> [UInt8] {
    PercentEncoding.decodedBytes(bytes, range).map { byte in
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
  }
}

extension PrivatePlaces.Place {
  /// The private segment, when the first literal stands at an index; nil when others follow it.
  fileprivate func end(in segments: [[UInt8]], after index: Int) -> Int? {
    let end = index + 1 + others.count
    guard segments.indices.contains(end), segments[end].starts(with: start) else { return nil }
    for (other, segment) in zip(others, segments[(index + 1)...]) {
      if let other, other != segment { return nil }
    }
    return end
  }
}
