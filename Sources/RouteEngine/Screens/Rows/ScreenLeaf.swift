/// A leaf of the ``OrderedTable`` of screens: their rows, and the bytes of all of them in one
/// piece. The two arrays mean that a copy takes two allocations, whatever the leaf holds.
package struct ScreenLeaf: TableLeaf {
  /// The rows, in the order of their ids.
  private(set) var rows: [ScreenRow] = []
  /// Names and parameters, with gaps where screens were removed.
  private var bytes: [UInt8] = []
  /// The end of the used bytes. The array is cut there when the next screen is added: removing a
  /// screen does not touch an array that is shared.
  private var end = 0
  /// How many bytes before the end are gaps.
  private var unused = 0

  /// A leaf without screens.
  package init() {}

  package var count: Int { rows.count }

  /// The id of the screen at an index.
  package func id(at index: Int) -> ScreenID { rows[index].id }

  /// The index of the first screen, from a start on, whose kind has this tag.
  func index(of tag: UInt64, from start: Int) -> Int? {
    for index in start..<rows.count where rows[index].tag == tag { return index }
    return nil
  }

  package func key(at index: Int) -> UInt64 { rows[index].id.rawValue }

  package mutating func split(at index: Int) -> ScreenLeaf {
    let upper = part(index..<rows.count)
    self = part(0..<index)
    return upper
  }

  /// A range of the screens, with only their own bytes.
  private func part(_ range: Range<Int>) -> ScreenLeaf {
    var part = ScreenLeaf()
    part.rows.reserveCapacity(range.count)
    part.bytes.reserveCapacity(end - unused)
    for index in range {
      var row = rows[index]
      let range = text(of: row).range
      row.text = UInt32(part.bytes.count / 8)
      part.bytes += bytes[range]
      part.rows.append(row)
    }
    part.end = part.bytes.count
    return part
  }

  private func text(of row: ScreenRow) -> ScreenText {
    unsafe bytes.withUnsafeBytes { unsafe ScreenText(at: row.text, in: $0) }
  }
}

extension ScreenLeaf {
  /// Adds a screen at an index, or replaces the one there; returns its digest.
  ///
  /// - Parameter text: its bytes in the form of ``ScreenText``.
  mutating func put(
    _ row: consuming ScreenRow, _ text: UnsafeRawBufferPointer, at index: Int, isThere: Bool
  ) -> UInt64 {
    makeRoom()
    if isThere { release(self.text(of: rows[index]).range) }
    row.text = UInt32(end / 8)
    if end < bytes.count { bytes.removeLast(bytes.count - end) }
    unsafe bytes.append(contentsOf: text)
    end = bytes.count
    let digest = freshDigest(of: row)
    row.digest = digest
    if isThere {
      rows[index] = row
    } else if index == rows.count {
      rows.append(row)
    } else {
      rows.insert(row, at: index)
    }
    tidy()
    return digest
  }

  /// Removes a screen.
  mutating func remove(at index: Int) -> ScreenRow {
    makeRoom()
    let row = rows[index]
    release(text(of: row).range)
    if index == rows.count - 1 { rows.removeLast() } else { rows.remove(at: index) }
    tidy()
    return row
  }

  /// Changes the relations of a screen to others; returns by how much its digest has grown.
  @inline(__always)
  mutating func edit(at index: Int, _ change: (inout ScreenRow) -> Void) -> UInt64 {
    makeRoom()
    let old = rows[index].digest
    change(&rows[index])
    let digest = freshDigest(of: rows[index])
    rows[index].digest = digest
    return digest &- old
  }

  /// Changes a screen's place among its siblings, which is not part of its digest.
  @inline(__always)
  mutating func place(at index: Int, _ change: (inout ScreenRow.Sibling) -> Void) {
    makeRoom()
    change(&rows[index].sibling)
  }

  /// Makes sure that the rows are not shared and have some spare room: a copy of exactly the right
  /// size would have to be copied again for the next screen.
  @inline(__always)
  private mutating func makeRoom() {
    let (count, room) = (rows.count, rows.count + 8)
    rows.reserveCapacity(rows.capacity > count ? max(count + 1, min(rows.capacity, room)) : room)
  }

  private mutating func release(_ range: Range<Int>) {
    if range.upperBound == end { end = range.lowerBound } else { unused += range.count }
  }

  /// Closes the gaps when they are larger than the used part: 2,400 instructions for fifteen
  /// screens.
  private mutating func tidy() {
    guard unused > 2_048, unused > end / 2 else { return }
    self = part(0..<rows.count)
  }
}

extension ScreenLeaf {
  /// The kind of a screen.
  func kind(of row: ScreenRow) -> String {
    unsafe withKind(of: row) { unsafe String(utf8: $0) }
  }

  /// Lends the bytes of the name of a screen's kind.
  func withKind<Result>(
    of row: ScreenRow, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe body(bytes.part(ScreenText(at: row.text, in: bytes).kind))
    }
  }

  /// The parameters of a screen.
  func parameters(of row: ScreenRow) -> Parameters {
    Parameters(bytes: Array(bytes[text(of: row).parameters]))
  }

  /// Lends the bytes of a screen's parameters; none when there are none.
  func withParameters<Result>(
    of row: ScreenRow, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe body(bytes.part(ScreenText(at: row.text, in: bytes).parameters))
    }
  }

  /// Whose screen it is.
  func ownership(of row: ScreenRow) -> ScreenOwnership {
    switch row.ownership {
    case .declared: .declared
    case .foreign: .foreign
    case .unknown: .unknown(version: version(of: row))
    }
  }

  private func version(of row: ScreenRow) -> Int {
    Int(truncatingIfNeeded: word(row, ScreenText.versionOffset))
  }

  /// The digest of a screen's parameters.
  func parametersDigest(of row: ScreenRow) -> UInt64 { word(row, ScreenText.digestOffset) }

  @inline(__always)
  private func word(_ row: ScreenRow, _ offset: Int) -> UInt64 {
    unsafe bytes.withUnsafeBytes { unsafe $0.bits(at: Int(row.text) * 8 + offset) }
  }

  /// How a screen holds and presents others.
  func shape(of row: ScreenRow) -> ScreenShape {
    var shape = ScreenShape(
      row.layout.map { layout in
        containerName(of: row).map { .custom($0, layout) } ?? ContainerKind(layout)
      })
    shape.style = style(of: row)
    return shape
  }

  /// How a screen presents another one.
  func style(of row: ScreenRow) -> PresentationStyle {
    ownStyle(of: row).flatMap { PresentationStyle($0) } ?? PresentationStyle(row.form)
  }

  private func containerName(of row: ScreenRow) -> String? {
    guard !row.isPlain else { return nil }
    return unsafe bytes.withUnsafeBytes { unsafe text(of: row).containerName(in: $0) }
  }

  private func ownStyle(of row: ScreenRow) -> String? {
    guard !row.isPlain else { return nil }
    return unsafe bytes.withUnsafeBytes { unsafe text(of: row).ownStyle(in: $0) }
  }

  @inline(__always)
  func freshDigest(of row: ScreenRow) -> UInt64 {
    row.freshDigest(parameters: parametersDigest(of: row), version: version(of: row)) { digest in
      if let name = containerName(of: row) { digest.combine(name) }
      // A style's text contains a "(" or a ":", which a name never does.
      if let style = ownStyle(of: row) { digest.combine(style) }
    }
  }

  /// Whether a screen is of the kind with that name.
  func isKind(_ name: String, at index: Int) -> Bool {
    unsafe bytes.withUnsafeBytes { bytes in
      let own = unsafe bytes.part(ScreenText(at: rows[index].text, in: bytes).kind)
      return unsafe name.withBytes { unsafe $0.hasSameBytes(as: own) }
    }
  }

  /// Whether a screen and `other` have the same values for these parameters; a parameter that both
  /// lack counts as equal.
  func hasSameValues(_ names: [ParameterName], at index: Int, as other: Parameters) -> Bool {
    unsafe bytes.withUnsafeBytes { bytes in
      let own = unsafe bytes.part(ScreenText(at: rows[index].text, in: bytes).parameters)
      for name in names.indices {
        guard unsafe Parameters.haveSameValue(names[name], own, other) else { return false }
      }
      return true
    }
  }

  /// Whether a screen equals one of another leaf, including its place among its siblings.
  func isSame(_ row: ScreenRow, as other: ScreenRow, in leaf: ScreenLeaf) -> Bool {
    row.digest == other.digest && row.id == other.id && row.parent == other.parent
      && row.position == other.position && row.childCount == other.childCount
      && row.selected == other.selected && row.presented == other.presented
      && row.layout == other.layout && row.form == other.form
      && row.ownership == other.ownership && row.isReady == other.isReady
      && bytes[text(of: row).range] == leaf.bytes[leaf.text(of: other).range]
  }
}
