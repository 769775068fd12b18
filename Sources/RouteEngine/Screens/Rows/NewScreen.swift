/// One screen of ``NewScreens``: its relation to the others, then its bytes in the form of
/// ``ScreenText``.
struct NewScreen {
  /// Its relation to the others, as 32 bytes of plain data.
  struct Place: BitwiseCopyable {
    private var rawID: UInt64
    /// The digest of its kind's name.
    let tag: UInt64
    private let rawSelected: Int
    /// The number of screens that it lies in or over.
    var level: UInt32
    /// How its children lie; nil when it is no container.
    let layout: ContainerKind.Layout?
    /// The form in which it presents a screen.
    let form: PresentationStyle.Form
    /// Whose screen it is; the version of a tombstone lies in its bytes.
    let ownership: ScreenRow.Ownership
    private var flags: UInt8

    /// The place of a screen that nothing presents and that is not ready.
    init(
      _ id: ScreenID?, tag: UInt64, level: UInt32, _ shape: ScreenShape,
      _ ownership: ScreenOwnership, selected: Int?
    ) {
      rawID = id?.rawValue ?? 0
      self.tag = tag
      rawSelected = selected ?? 0
      self.level = level
      layout = shape.layout
      form = shape.form
      self.ownership = ScreenRow.Ownership(ownership)
      flags =
        (id == nil ? 0 : Self.identified) | (selected == nil ? 0 : Self.selecting)
        | (shape.isPlain ? Self.plain : 0)
    }

    /// The size in bytes.
    static var size: Int { MemoryLayout<Place>.size }

    private static var identified: UInt8 { 1 }
    private static var selecting: UInt8 { 2 }
    private static var plain: UInt8 { 4 }
    private static var presented: UInt8 { 8 }
    private static var ready: UInt8 { 16 }

    private func has(_ flag: UInt8) -> Bool { flags & flag != 0 }

    private mutating func set(_ flag: UInt8, _ isSet: Bool) {
      flags = isSet ? flags | flag : flags & ~flag
    }

    /// Its id; nil before one is assigned.
    var id: ScreenID? {
      get { has(Self.identified) ? ScreenID(rawID) : nil }
      set {
        rawID = newValue?.rawValue ?? 0
        set(Self.identified, newValue != nil)
      }
    }

    /// Whether it has an id that a screen can have.
    var hasPossibleID: Bool { id.map { $0.rawValue != 0 && $0 <= .highest } ?? false }

    /// Its id. A screen that is added to a tree has one.
    var knownID: ScreenID {
      assert(has(Self.identified), "a screen without an id comes into a tree")
      return ScreenID(rawID)
    }

    /// The position of the selected child of a tabs container.
    var selected: Int? { has(Self.selecting) ? rawSelected : nil }
    /// Whether layout and form describe completely how it holds and presents others.
    var isPlain: Bool { has(Self.plain) }
    /// Whether the screen that it belongs to presents it; otherwise it is a child of that screen.
    var isPresented: Bool {
      get { has(Self.presented) }
      set { set(Self.presented, newValue) }
    }
    /// Whether the host has said that the screen can take actions.
    var isReady: Bool {
      get { has(Self.ready) }
      set { set(Self.ready, newValue) }
    }
  }

  var place: Place
  let text: ScreenText
  /// The offset of the next screen.
  var end: Int { text.range.upperBound }

  /// The screen that begins there.
  @inline(__always)
  init(at offset: Int, in bytes: UnsafeRawBufferPointer) {
    place = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: Place.self)
    let start = offset &+ Place.size
    text = unsafe ScreenText(at: UInt32(truncatingIfNeeded: start / 8), in: bytes)
  }
}

extension NewScreen {
  /// The parameters.
  func parameters(in bytes: UnsafeRawBufferPointer) -> Parameters {
    unsafe Parameters(bytes: [UInt8](bytes.part(text.parameters)))
  }

  /// Whose screen it is.
  func ownership(in bytes: UnsafeRawBufferPointer) -> ScreenOwnership {
    switch place.ownership {
    case .declared: .declared
    case .foreign: .foreign
    case .unknown: unsafe .unknown(version: text.version(in: bytes))
    }
  }

  /// How it holds children; nil when it holds none.
  func container(in bytes: UnsafeRawBufferPointer) -> ContainerKind? {
    guard let layout = place.layout else { return nil }
    return unsafe text.containerName(in: bytes).map { .custom($0, layout) } ?? ContainerKind(layout)
  }

  /// How the presented screen is presented.
  func style(in bytes: UnsafeRawBufferPointer) -> PresentationStyle {
    unsafe text.ownStyle(in: bytes).flatMap { PresentationStyle($0) }
      ?? PresentationStyle(place.form)
  }

  /// Reads the screen at an offset with everything below it, and moves the offset behind it.
  static func subtree(at offset: inout Int, in bytes: UnsafeRawBufferPointer) -> Subtree {
    let screen = unsafe NewScreen(at: offset, in: bytes)
    var subtree = unsafe Subtree(
      screen.place.id, kind: String(utf8: bytes.part(screen.text.kind)),
      parameters: screen.parameters(in: bytes), container: screen.container(in: bytes),
      ownership: screen.ownership(in: bytes), children: [], selected: screen.place.selected)
    subtree.style = unsafe screen.style(in: bytes)
    subtree.isReady = screen.place.isReady
    offset = screen.end
    while unsafe isBelow(screen.place.level, offset, in: bytes) {
      let isPresented = unsafe NewScreen(at: offset, in: bytes).place.isPresented
      let below = unsafe self.subtree(at: &offset, in: bytes)
      if isPresented { subtree.presented.append(below) } else { subtree.children.append(below) }
    }
    return subtree
  }

  /// Whether a screen begins at an offset and is deeper than a level.
  @inline(__always)
  static func isBelow(_ level: UInt32, _ offset: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
    guard offset < bytes.count else { return false }
    return unsafe bytes.loadUnaligned(fromByteOffset: offset, as: Place.self).level > level
  }

  /// Whether its kind is a name of at most `most` bytes.
  func hasNamedKind(atMost most: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
    let kind = unsafe bytes.part(text.kind)
    return unsafe !kind.isEmpty && kind.count <= most && kind.allSatisfy(Name.isPart)
  }

  /// The first defect that no screen of a hierarchy can have: a missing or impossible id, an
  /// invalid kind, two presented screens, children without a container, more children than columns,
  /// a selection that is not there, a container with an invalid name, an impossible style, a
  /// tombstone of an impossible version, or an invalid token.
  ///
  /// - Parameter most: the most bytes of a kind's name.
  func flaw(atMost most: Int, in bytes: UnsafeRawBufferPointer) -> String? {
    guard let id = place.id else { return "a new screen has no id" }
    if !place.hasPossibleID { return "the id \(id) is none that a screen can have" }
    if unsafe !hasNamedKind(atMost: most, in: bytes) {
      return ChangeError.noKindName(atMost: most).description
    }
    var (children, presented, next) = (0, 0, end)
    while unsafe Self.isBelow(place.level, next, in: bytes) {
      let below = unsafe NewScreen(at: next, in: bytes)
      if below.place.level == place.level + 1 {
        if below.place.isPresented { presented += 1 } else { children += 1 }
      }
      next = below.end
    }
    let kind = unsafe String(utf8: bytes.part(text.kind))
    if presented > 1 { return "\(kind) presents more than one screen" }
    if children > 0, place.layout == nil, place.ownership != .foreign {
      return "\(kind) holds screens and is no container"
    }
    if let problem = place.layout?.problem(of: kind, holding: children) { return problem }
    if place.layout == .tabs, let selected = place.selected, selected != 0,
      !(0..<children).contains(selected)
    {
      return "\(kind) selects a screen that it does not hold"
    }
    if unsafe !ownership(in: bytes).hasPossibleVersion {
      return "\(kind) is of a version that no kind has"
    }
    if unsafe !Parameters.hasSoundTokens(bytes.part(text.parameters)) {
      return "\(kind) has a parameter whose token is none"
    }
    guard !place.isPlain else { return nil }
    let (name, style) = unsafe (text.containerName(in: bytes), text.ownStyle(in: bytes))
    // A shape that is not plain has a name or a style; an empty name counts, too.
    if name != nil || style == nil, !Name.isValid(name ?? "") {
      return "\(kind) is a container whose name is none"
    }
    guard let style, PresentationStyle(style) == nil else { return nil }
    return PresentationStyle.problem(of: style) ?? "there is no style \"\(style)\""
  }
}
