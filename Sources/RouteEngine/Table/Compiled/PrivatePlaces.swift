/// The positions in a table's patterns at which a path becomes private.
///
/// A path that matches no route may still have been meant for one with a private capture: the
/// letter case may be wrong, a segment too many, a slash encoded, or the root different. The path
/// is therefore read in every way in which it may have been meant (``LinkReading``). It becomes
/// private at the first position at which one of these readings resembles the text before a private
/// capture.
package struct PrivatePlaces: Sendable {
  /// The words before one private position.
  fileprivate struct Place: Hashable, Sendable {
    /// Rows of words, in order; anything can stand between two rows.
    var rows: [[[UInt8]]]
    /// How many segments of any text stand behind the last row.
    var others: Int
    /// The text with which the private word begins.
    var start: [UInt8]
  }

  /// The private positions behind at least one literal, each by one word of its literals.
  private var places: [[UInt8]: Set<Place>] = [:]
  /// The first texts of private segments that have no literal before them.
  private var starts: Set<[UInt8]> = []
  /// The number of segments of any text before the first private one, for patterns without a
  /// literal there; nil when all patterns have one.
  private var depth: Int?

  /// Whether a private capture has another type than text. The token of a text may be taken for its
  /// value.
  private(set) var haveTypes = false

  /// Whether there are no private positions.
  package var isEmpty: Bool { places.isEmpty && starts.isEmpty && depth == nil }

  /// Adds a pattern.
  ///
  /// - Parameters:
  ///   - pattern: the pattern.
  ///   - captures: the declarations of its captures.
  mutating func insert(_ pattern: PathPattern, _ captures: [CaptureTypes.Entry]) {
    for shape in pattern.shapes { insert(shape) { captures[$0].secrecy != .open } }
    if captures.contains(where: { $0.secrecy != .open && $0.type != .string }) { haveTypes = true }
  }

  /// Adds a pattern in which one capture counts as private.
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
    if !rows.isEmpty {
      // Segments of any text before the first literal carry no information.
      let others = before.reversed().prefix { $0 == nil }.count
      insert(Place(rows: rows, others: others, start: start))
    } else if !start.isEmpty {
      starts.insert(start)
    } else {
      depth = min(depth ?? .max, before.count)
    }
  }

  /// Adds a position by the word that stands for the fewest others: a link with a word that all
  /// literals share, such as `api`, is then compared with few of them.
  private mutating func insert(_ place: Place) {
    let words = place.rows.joined()
    guard !words.contains(where: { places[$0]?.contains(place) ?? false }) else { return }
    let key = words.min { places[$0]?.count ?? 0 < places[$1]?.count ?? 0 }
    if let key { places[key, default: []].insert(place) }
  }

  /// The position at which a link becomes private in any reading: an offset in the link's bytes, in
  /// its host or its path, from which on all may be private. Nil when it does not become private.
  func start(in link: RouteLink) -> Int? {
    let reading = LinkReading(link)
    return [reading, reading.withoutEmpty].compactMap(start).min()
  }

  /// The part of a matched link's path that resembles a private place in another reading than as it
  /// is written.
  struct OddPart {
    fileprivate let start: Int
    /// From here on the segments as written resemble a private place. The matched route declares
    /// them in another way, unless it takes any text there.
    fileprivate let end: Int
    /// The literal may be something that is no segment as written, such as the host.
    fileprivate let behindOther: Int?

    /// Whether a capture has a part of it.
    func covers(_ range: Range<Int>) -> Bool {
      start < end && range.overlaps(start..<end)
        || behindOther.map { range.upperBound > $0 } ?? false
    }
  }

  /// The odd part of a path.
  ///
  /// - Parameters:
  ///   - link: the link.
  ///   - start: where it becomes private in any reading.
  ///   - behindSegment: where it becomes private behind a literal segment as written.
  ///   - own: the starts of segments that are private in the matched route. They are private places
  ///     as written, whatever characters their values have.
  func oddPart(
    of link: RouteLink, from start: Int, _ behindSegment: Int?, except own: [Int] = []
  ) -> OddPart {
    let plain = plainStart(in: link) ?? link.pathRange.upperBound
    let reading = LinkReading(link)
    let behindOther = [reading, reading.withoutEmpty].compactMap {
      startBehindLiteral(in: $0, except: own)
    }.min()
    return OddPart(
      start: start, end: min(plain, own.first ?? plain),
      behindOther: behindOther.flatMap { $0 < behindSegment ?? .max ? $0 : nil })
  }

  /// The position at which the path's segments, exactly as written, become private.
  ///
  /// - Parameters:
  ///   - link: the link.
  ///   - isBehindLiteral: only behind literal text; patterns without any resemble every path.
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

  /// The first word of the path, or its possible first segment, that begins like a private one.
  private func startOfWord(in reading: LinkReading) -> Int? {
    guard !starts.isEmpty else { return nil }
    return reading.words.dropFirst(reading.beforeFirst).first { word in
      starts.contains(where: word.text.starts)
    }?.start
  }

  private func startBehindLiteral(in reading: LinkReading, except: [Int] = []) -> Int? {
    let words = reading.words
    let found = Set(words.map(\.text)).flatMap { places[$0] ?? [] }
    guard !found.isEmpty else { return nil }
    let indices = words.count > Self.fewWords ? Self.indices(of: words) : nil
    return found.compactMap { place in
      var index = place.index(in: words, indices)
      // In a long link each repetition would cost a search, so the first place counts there.
      while let own = index, indices == nil, except.contains(words[own].start) {
        index = place.index(in: words, indices, from: own)
      }
      return index.map { words[$0].start }
    }.min()
  }

  /// The most words of a link that are searched one by one, as all usual links are.
  private static let fewWords = 32

  /// The indices of each text among the words, in ascending order.
  private static func indices(of words: [LinkReading.Word]) -> [[UInt8]: [Int]] {
    var indices: [[UInt8]: [Int]] = [:]
    for (index, word) in words.enumerated() { indices[word.text, default: []].append(index) }
    return indices
  }
}

extension PrivatePlaces.Place {
  /// The first private word; nil when there is none.
  ///
  /// - Parameters:
  ///   - words: the words.
  ///   - indices: the indices of each text among the words; nil for few words.
  ///   - first: the first word that may belong to the place.
  fileprivate func index(
    in words: [LinkReading.Word], _ indices: [[UInt8]: [Int]]?, from first: Int = 0
  ) -> Int? {
    var next = first
    for (number, row) in rows.enumerated() {
      let isLast = number == rows.count - 1
      let needed = isLast && others == 0 ? start : []
      guard let place = Self.place(of: row, then: needed, in: words, from: next, indices) else {
        return nil
      }
      next = place + row.count
    }
    let index = next + others
    guard others > 0, !start.isEmpty else { return words.indices.contains(index) ? index : nil }
    return words.indices.dropFirst(next).first { words[$0].text.starts(with: start) }
  }

  /// The first index at which the row stands, followed by a word with that start.
  private static func place(
    of row: [[UInt8]], then start: [UInt8], in words: [LinkReading.Word], from first: Int,
    _ indices: [[UInt8]: [Int]]?
  ) -> Int? {
    guard words.count >= row.count + first else { return nil }
    let last = words.count - row.count
    func stands(at place: Int) -> Bool {
      guard zip(row, words[place...]).allSatisfy({ $0 == $1.text }) else { return false }
      guard !start.isEmpty else { return true }
      let behind = place + row.count
      return words.indices.contains(behind) && words[behind].text.starts(with: start)
    }
    guard let indices else { return (first...last).first(where: stands) }
    // Only the places of the word that occurs least often are looked at.
    var rarest: (offset: Int, indices: [Int])?
    for (offset, word) in row.enumerated() {
      guard let all = indices[word] else { return nil }
      if all.count < rarest?.indices.count ?? .max { rarest = (offset, all) }
    }
    guard let rarest else { return nil }
    for index in rarest.indices {
      let place = index - rarest.offset
      if place >= first, place <= last, stands(at: place) { return place }
    }
    return nil
  }
}
