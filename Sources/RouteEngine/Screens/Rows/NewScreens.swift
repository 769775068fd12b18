extension ScreenTree {
  /// Screens that a change adds, each with everything below it, as plain data.
  ///
  /// All screens are in one piece of memory, so a change that brings them costs one reference, and
  /// two changes to the same container are joined by concatenation. A sequence of
  /// ``ScreenTree/Subtree``; each element is made when it is asked for.
  public struct NewScreens: Hashable, Sendable {
    /// All screens in the form of ``NewScreen``, outermost first, children before presented
    /// screens.
    private(set) var bytes: [UInt8] = []

    /// No screens.
    public init() {}

    /// Screens in their order, each with everything below it.
    public init(_ screens: some Sequence<ScreenTree.Subtree>) {
      for screen in screens { append(screen) }
    }

    /// Whether there are none.
    public var isEmpty: Bool { bytes.isEmpty }

    /// How many there are, without the screens below them.
    public var count: Int {
      var count = 0
      forEachScreen { screen, _ in if screen.place.level == 0 { count += 1 } }
      return count
    }
  }
}

extension NewScreens {
  /// Equal when all bytes are equal. They are compared word by word; arrays compare byte by byte.
  public static func == (left: ScreenTree.NewScreens, right: ScreenTree.NewScreens) -> Bool {
    unsafe left.bytes.withUnsafeBytes { left in
      unsafe right.bytes.withUnsafeBytes { unsafe left.hasSameBytes(as: $0) }
    }
  }
}

/// ``ScreenTree/NewScreens``, as this package calls it.
package typealias NewScreens = ScreenTree.NewScreens

extension NewScreens: ExpressibleByArrayLiteral {
  /// Screens written as a list.
  public init(arrayLiteral elements: ScreenTree.Subtree...) { self.init(elements) }
}

extension NewScreens: Sequence {
  /// Iterates over the screens in their order.
  public struct Iterator: IteratorProtocol, Sendable {
    private let screens: NewScreens
    private var offset = 0

    fileprivate init(_ screens: NewScreens) { self.screens = screens }

    /// The next screen with everything below it; nil behind the last one.
    public mutating func next() -> ScreenTree.Subtree? {
      guard offset < screens.bytes.count else { return nil }
      return unsafe screens.bytes.withUnsafeBytes { unsafe NewScreen.subtree(at: &offset, in: $0) }
    }
  }

  /// An iterator over the screens in their order.
  public func makeIterator() -> Iterator { Iterator(self) }
}

extension NewScreens {
  /// A screen alone, without id and parameters.
  init(kind: String, _ shape: ScreenShape, selected: Int?) {
    append(
      kind, [:], shape, .declared,
      at: NewScreen.Place(
        nil, tag: Screen.tag(of: kind), level: 0, shape, .declared, selected: selected))
  }

  /// Adds a copy of a screen that has no id and no parameters, with this id and these parameters.
  /// All other bytes are equal for each screen of a step, and are copied in one piece.
  mutating func append(_ screen: NewScreens, as id: ScreenID, with parameters: Parameters) {
    unsafe screen.bytes.withUnsafeBytes { own in
      var screen = unsafe NewScreen(at: 0, in: own)
      screen.place.id = id
      unsafe parameters.bytes.withUnsafeBytes { parameters in
        unsafe screen.text.inserting(parameters, into: own) { room in
          unsafe append(room, at: screen.place)
        }
      }
    }
  }

  /// The most bytes that one screen without parameters takes once it has these.
  func size(with parameters: Parameters) -> Int { bytes.count + parameters.bytes.count + 8 }

  /// Makes room for screens of `size` bytes.
  mutating func reserve(_ size: Int) { bytes.reserveCapacity(size) }

  /// A screen that holds others. Screens without an id get the next ids after the counter.
  init(_ outer: NewScreens, holding inner: NewScreens, after counter: UInt64) {
    var (screens, counter) = (outer, counter)
    let start = screens.bytes.count
    screens.bytes += inner.bytes
    screens.edit(from: start) { place in
      place.level += 1
      place.identify(after: &counter)
    }
    self = screens
  }

  /// A copy in which all screens have ids. Those without one get the next ids after the counter and
  /// after all ids that are there.
  func identified(after counter: UInt64) -> NewScreens {
    var (screens, highest, isComplete) = (self, counter, true)
    forEachScreen { screen, _ in
      // An impossible id is refused when the screens are added to a tree.
      if screen.place.hasPossibleID, let id = screen.place.id {
        highest = Swift.max(highest, id.rawValue)
      }
      if screen.place.id == nil { isComplete = false }
    }
    if !isComplete { screens.edit(from: 0) { $0.identify(after: &highest) } }
    return screens
  }

  /// Adds a screen with everything below it behind the others.
  mutating func append(_ screen: Subtree) { append([screen], 0, level: 0) }

  private mutating func append(
    _ list: [Subtree], _ index: Int, level: UInt32, isPresented: Bool = false
  ) {
    var place = NewScreen.Place(
      list[index].id, tag: Screen.tag(of: list[index].kind), level: level, list[index].shape,
      list[index].ownership, selected: list[index].selected)
    (place.isPresented, place.isReady) = (isPresented, list[index].isReady)
    append(
      list[index].kind, list[index].parameters, list[index].shape, list[index].ownership, at: place)
    for child in list[index].children.indices {
      append(list[index].children, child, level: level + 1)
    }
    for screen in list[index].presented.indices {
      append(list[index].presented, screen, level: level + 1, isPresented: true)
    }
  }

  private mutating func append(
    _ kind: String, _ parameters: Parameters, _ shape: ScreenShape, _ ownership: ScreenOwnership,
    at place: NewScreen.Place
  ) {
    unsafe ScreenText.compose(
      kind, parameters, shape, ownership, behind: NewScreen.Place.size
    ) { room in unsafe append(room, at: place) }
  }

  /// Adds one screen behind the others, made from the JSON that it was read from.
  ///
  /// - Parameters:
  ///   - kind: the range of its kind's name.
  ///   - parameters: the ranges of its parameters.
  mutating func append(
    _ id: ScreenID?, kind: Range<Int>, _ parameters: PlainMembers, from json: [UInt8]
  ) {
    unsafe json.withUnsafeBytes { json in
      let kind = unsafe json.part(kind)
      let place = unsafe NewScreen.Place(
        id, tag: Digest64.hash(kind), level: 0, ScreenShape(nil), .declared, selected: nil)
      unsafe ScreenText.compose(
        kind: kind, parametersAtMost: parameters.size, behind: NewScreen.Place.size,
        { unsafe ParameterRoom.fill($0) { unsafe parameters.write(from: json, to: &$0) } },
        { unsafe append($0, at: place) })
    }
  }

  private mutating func append(_ room: UnsafeMutableRawBufferPointer, at place: NewScreen.Place) {
    unsafe room.storeBytes(of: place, as: NewScreen.Place.self)
    if bytes.capacity == 0 {
      bytes = unsafe [UInt8](UnsafeRawBufferPointer(room))  // of the right size
    } else {
      unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(room))
    }
  }

  /// Adds others behind these.
  mutating func append(_ others: NewScreens) { bytes += others.bytes }

  /// Replaces some of the screens by others.
  mutating func replace(_ range: Range<Int>, by others: NewScreens) {
    var (position, start, end) = (0, bytes.count, bytes.count)
    forEachScreen { screen, offset in
      guard screen.place.level == 0 else { return }
      if position == range.lowerBound { start = offset }
      if position == range.upperBound { end = offset }
      position += 1
    }
    bytes.replaceSubrange(start..<end, with: others.bytes)
  }

  /// The first of them; nil when there is none.
  var first: Subtree? { first { _ in true } }

  /// The id of the first; nil when there is none, or it has none.
  var firstID: ScreenID? {
    guard !isEmpty else { return nil }
    return unsafe bytes.withUnsafeBytes { unsafe NewScreen(at: 0, in: $0).place.id }
  }

  /// Whether a screen with that id is among them or below one of them.
  func holds(_ id: ScreenID) -> Bool {
    var isThere = false
    forEachScreen { screen, _ in if screen.place.id == id { isThere = true } }
    return isThere
  }

  /// The ids of all, outermost first.
  func forEachID(_ body: (ScreenID) -> Void) {
    forEachScreen { screen, _ in if let id = screen.place.id { body(id) } }
  }

  /// The kinds of all, outermost first.
  package func forEachKind(_ body: (String) -> Void) {
    unsafe bytes.withUnsafeBytes { bytes in
      var offset = 0
      while offset < bytes.count {
        let screen = unsafe NewScreen(at: offset, in: bytes)
        unsafe body(String(utf8: bytes.part(screen.text.kind)))
        offset = screen.end
      }
    }
  }

  /// The first problem that the body reports for the kind and the parameters of a declared screen,
  /// outermost first.
  func problem(_ body: (String, Parameters) -> String?) -> String? {
    unsafe bytes.withUnsafeBytes { bytes in
      var offset = 0
      while offset < bytes.count {
        let screen = unsafe NewScreen(at: offset, in: bytes)
        offset = screen.end
        guard screen.place.ownership == .declared else { continue }
        let kind = unsafe String(utf8: bytes.part(screen.text.kind))
        if let problem = unsafe body(kind, screen.parameters(in: bytes)) { return problem }
      }
      return nil
    }
  }

  /// Calls the body with each screen and its offset, outermost first.
  private func forEachScreen(_ body: (NewScreen, Int) -> Void) {
    unsafe bytes.withUnsafeBytes { bytes in
      var offset = 0
      while offset < bytes.count {
        let screen = unsafe NewScreen(at: offset, in: bytes)
        body(screen, offset)
        offset = screen.end
      }
    }
  }

  private mutating func edit(from start: Int, _ change: (inout NewScreen.Place) -> Void) {
    unsafe bytes.withUnsafeMutableBytes { bytes in
      var offset = start
      while offset < bytes.count {
        var screen = unsafe NewScreen(at: offset, in: UnsafeRawBufferPointer(bytes))
        change(&screen.place)
        unsafe bytes.storeBytes(of: screen.place, toByteOffset: offset, as: NewScreen.Place.self)
        offset = screen.end
      }
    }
  }
}

extension NewScreen.Place {
  /// Gives a screen without an id the next one.
  fileprivate mutating func identify(after counter: inout UInt64) {
    guard id == nil else { return }
    counter += 1
    id = ScreenID(counter)
  }
}
