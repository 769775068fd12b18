/// The places of a table's patterns where a path turns private.
///
/// A path that fits no route may still be meant for one that keeps something private: misspelled in
/// case, with a segment too many, with an encoded slash, or under another root. So it is read for
/// what stands before each private place in every way that somebody may have meant it
/// (``LinkReading``), and turns private where the first one would be.
package struct PrivatePlaces: Sendable {
  /// The words before one private place.
  fileprivate struct Place: Hashable, Sendable {
    /// Words in a row, in order; between two of these anything can stand.
    var rows: [[[UInt8]]]
    /// How many segments that can be anything stand behind the last row.
    var others: Int
    /// The start of the private word itself.
    var start: [UInt8]
  }

  /// The places behind at least one literal, by the first word of them.
  private var places: [[UInt8]: Set<Place>] = [:]
  /// The starts of private segments that have no literal segment before them.
  private var starts: Set<[UInt8]> = []
  /// How many segments of any kind stand before the first private one of a pattern that has no
  /// literal there; nil when each has one.
  private var depth: Int?

  /// Whether a private capture is no text. The token of one that is may be taken for another's.
  private(set) var haveTypes = false

  /// Whether there is none.
  package var isEmpty: Bool { places.isEmpty && starts.isEmpty && depth == nil }

  /// Takes in a pattern.
  ///
  /// - Parameters:
  ///   - pattern: the pattern.
  ///   - captures: what its captures are.
  mutating func insert(_ pattern: PathPattern, _ captures: [CaptureTypes.Entry]) {
    for shape in pattern.shapes { insert(shape) { captures[$0].secrecy != .open } }
    if captures.contains(where: { $0.secrecy != .open && $0.type != .string }) { haveTypes = true }
  }

  /// Takes in a pattern of which one capture counts as private.
  mutating func insert(_ pattern: PathPattern, named name: String) {
    for shape in pattern.shapes { insert(shape) { pattern.names[$0].hasSameBytes(as: name) } }
  }

  private mutating func insert(_ shape: PathPattern.Shape, _ isPrivate: (Int) -> Bool) {
    var before: [[UInt8]?] = []
    for segment in shape.segments {
      switch segment {
      case .literal(let text, _):
        before += LinkReading.words(in: text).filter { !$0.isEmpty }.map(Optional.some)
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
      var words = LinkReading.words(in: rest.start)
      // A capture behind a slash begins a segment of its own.
      let isWhole = rest.parts.first(where: \.isCapture)?.prefix.first == UInt8(ascii: "/")
      if isWhole, words.last != [] { words.append([]) }
      before += words.dropLast().filter { !$0.isEmpty }.map(Optional.some)
      insert(before, start: words.last ?? [])
    }
  }

  private mutating func insert(_ before: [[UInt8]?], start: [UInt8]) {
    let rows = before.split(separator: nil).map { $0.compactMap(\.self) }
    if let first = rows.first?.first {
      // Segments of any text in front of the first literal tell nothing.
      let others = before.reversed().prefix { $0 == nil }.count
      places[first, default: []].insert(Place(rows: rows, others: others, start: start))
    } else if !start.isEmpty {
      starts.insert(start)
    } else {
      depth = min(depth ?? .max, before.count)
    }
  }

  /// Where a link turns private, in whatever way it is read: a place of its bytes, in its host or
  /// in its path, from which on all may be private. Nil when it does not.
  func start(in link: RouteLink) -> Int? {
    let reading = LinkReading(link)
    return [reading, reading.withoutEmpty].compactMap(start).min()
  }

  /// Where a link turns private behind literal text, in whatever way it is read.
  func startBehindLiteral(in link: RouteLink) -> Int? {
    let reading = LinkReading(link)
    return [reading, reading.withoutEmpty].compactMap(startBehindLiteral).min()
  }

  /// Where the path's segments as they are written turn private, and nothing else.
  ///
  /// - Parameters:
  ///   - link: the link.
  ///   - isBehindLiteral: only behind literal text: without any, every path resembles a pattern.
  func plainStart(in link: RouteLink, behindLiteral isBehindLiteral: Bool = false) -> Int? {
    let reading = LinkReading(link).plain
    guard isBehindLiteral else { return start(in: reading) }
    return [startBehindLiteral(in: reading), startOfWord(in: reading)].compactMap(\.self).min()
  }

  private func start(in reading: LinkReading) -> Int? {
    let words = reading.words
    var found: [Int] = []
    if let depth {
      for index in [reading.beforeFirst + depth, reading.before + depth]
      where words.indices.contains(index) { found.append(words[index].start) }
    }
    if let place = startOfWord(in: reading) { found.append(place) }
    if let place = startBehindLiteral(in: reading) { found.append(place) }
    return found.min()
  }

  /// The first word of the path, or of what may be its first segment, that begins as a private one.
  private func startOfWord(in reading: LinkReading) -> Int? {
    guard !starts.isEmpty else { return nil }
    return reading.words.dropFirst(reading.beforeFirst).first { word in
      starts.contains(where: word.text.starts)
    }?.start
  }

  private func startBehindLiteral(in reading: LinkReading) -> Int? {
    let words = reading.words
    return Set(words.map(\.text)).flatMap { places[$0] ?? [] }
      .compactMap { $0.index(in: words).map { words[$0].start } }.min()
  }
}

extension PrivatePlaces.Place {
  /// The first private word; nil when there is none.
  fileprivate func index(in words: [LinkReading.Word]) -> Int? {
    var next = 0
    for (number, row) in rows.enumerated() {
      let isLast = number == rows.count - 1
      let needed = isLast && others == 0 ? start : []
      guard let place = Self.place(of: row, then: needed, in: words, from: next) else { return nil }
      next = place + row.count
    }
    let index = next + others
    guard others > 0, !start.isEmpty else { return words.indices.contains(index) ? index : nil }
    return words.indices.dropFirst(next).first { words[$0].text.starts(with: start) }
  }

  /// Where a row stands first, followed by a word with that start.
  private static func place(
    of row: [[UInt8]], then start: [UInt8], in words: [LinkReading.Word], from first: Int
  ) -> Int? {
    guard words.count >= row.count + first else { return nil }
    return (first...words.count - row.count).first { place in
      guard zip(row, words[place...]).allSatisfy({ $0 == $1.text }) else { return false }
      guard !start.isEmpty else { return true }
      let behind = place + row.count
      return words.indices.contains(behind) && words[behind].text.starts(with: start)
    }
  }
}
