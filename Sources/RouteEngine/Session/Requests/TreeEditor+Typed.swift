/// The edits of ``TreeEditor`` by typed screens. Each throws ``ChangeError`` also when the screen's
/// value cannot be stored in parameters.
extension TreeEditor {
  /// Pushes a screen onto a stack and returns its id.
  @discardableResult
  public mutating func push(
    _ screen: some ScreenKind, onto stack: ScreenID
  ) throws(ChangeError) -> ScreenID {
    try push(type(of: screen).kind, parameters(of: screen), onto: stack)
  }

  /// Adds a tab before the one at a position, or as the last one; selects it and returns its id.
  @discardableResult
  public mutating func addTab(
    _ screen: some ScreenKind, to tabs: ScreenID, at position: Int? = nil
  ) throws(ChangeError) -> ScreenID {
    try addTab(type(of: screen).kind, parameters(of: screen), to: tabs, at: position)
  }

  /// Puts a screen into a column of a container and returns its id; the former screen is removed.
  @discardableResult
  public mutating func put(
    _ screen: some ScreenKind, into column: ContainerKind.Column, of split: ScreenID
  ) throws(ChangeError) -> ScreenID {
    try put(type(of: screen).kind, parameters(of: screen), into: column, of: split)
  }

  /// Replaces a tab, a column's screen or a screen in a stack by a screen, and returns its id.
  @discardableResult
  public mutating func replace(
    _ child: ScreenID, by screen: some ScreenKind
  ) throws(ChangeError) -> ScreenID {
    try replace(child, by: type(of: screen).kind, parameters(of: screen))
  }

  /// Presents a screen over another and returns its id.
  @discardableResult
  public mutating func present(
    _ screen: some ScreenKind, over presenter: ScreenID, style: PresentationStyle = .automatic
  ) throws(ChangeError) -> ScreenID {
    try present(type(of: screen).kind, parameters(of: screen), over: presenter, style: style)
  }

  /// Replaces the parameters of a screen by those of a value of its own type.
  public mutating func update<Type: ScreenKind>(
    _ id: ScreenID, to screen: Type
  ) throws(ChangeError) {
    guard tree[id]?.kind == Type.kind else {
      throw ChangeError("screen \(id) is no \(Type.kind)")
    }
    try update(id, to: parameters(of: screen))
  }

  /// The first screen of a type that satisfies a predicate, visible screens first, with its value.
  /// A screen with an unavailable private value is skipped.
  public func find<Type: ScreenKind>(
    _ type: Type.Type, where isWanted: (Type) -> Bool = { _ in true }
  ) -> (id: ScreenID, value: Type)? {
    var found: Type?
    let screen = tree.firstScreen { screen in
      guard screen.kind == Type.kind, !screen.ownership.isUnknown,
        // A screen with parameters of another type is not a match.
        let value = try? screen.parameters.decode(type), isWanted(value)
      else { return false }
      found = value
      return true
    }
    guard let screen, let found else { return nil }
    return (screen.id, found)
  }

  private func parameters(of screen: some ScreenKind) throws(ChangeError) -> Parameters {
    do throws(ParameterCodingError) {
      return try Parameters(encoding: screen)
    } catch {
      throw ChangeError(error.journaledReason)
    }
  }
}
