/// Reports of the changes that the user, or other code, made to the display.
extension SceneDisplay {
  /// Says that the user now works with this scene.
  public func activate() { tell { window.activate() } }

  /// Says that the window came to the foreground; the session follows the first of its windows.
  public func foreground() { tell { window.enter(foreground: true) } }

  /// Says that the window went to the background; the session follows the last of its windows.
  public func background() { tell { window.enter(foreground: false) } }

  /// Opens a link or value by which the window was entered, in its scene unless the route says
  /// otherwise.
  ///
  /// - Returns: the opening, at once; return its ``Opening/accepted`` to the system.
  @discardableResult
  public func open(_ entrance: Entrance) -> Opening { session.open(entrance, in: scene) }

  /// Says that the user selected the screen in its container.
  public func userSelected(_ screen: ScreenID, in container: ScreenID) {
    guard !unedited.contains(container) else { return }  // it still shows the former screen
    listed.remove(container)
    guard let item = shown[container], item.selected != screen, item.children.contains(screen)
    else { return }
    shown.items[container]?.selected = screen
    tell { session.report(.selected(screen)) }
  }

  /// Says that the user looks at a list of a container's screens, until the user selects one or a
  /// request leads into the container. This is not a host fact.
  package func userListed(_ container: ScreenID) { listed.insert(container) }

  /// Says that the user, or other code, moves the display, for example in a back swipe: requests
  /// wait until the movement has ended. It may end where it began, and then nothing else is
  /// reported.
  ///
  /// - Returns: a function that says that the movement has ended, to be called after its result was
  ///   reported. Further calls change nothing.
  package func userMoves() -> () -> Void {
    guard window.isShown else { return {} }
    moving += 1
    transitions += 1
    session.display.beginTransition()
    var isOver = false
    return { [self] in
      guard !isOver else { return }
      isOver = true
      finish(animated: true)
    }
  }

  /// Says that a screen could not be shown, if the renderer finds out only when it shows it. For a
  /// detached window it says nothing: its scene stays as it is.
  package func failed(_ mistake: RenderingMistake) {
    guard window.isShown else { return }
    failures += 1
    session.display.renderFailed(mistake.screen, reason: mistake.reason)
  }

  /// Says that the user dismissed the screen that was presented.
  public func userDismissed(_ screen: ScreenID) {
    guard let presenter = shown.presenter(of: screen) else { return }
    shown.items[presenter]?.presented = nil
    shown.items[presenter]?.style = .automatic
    renderer.drop(shown.remove(screen))
    tell { session.report(.dismissed(screen)) }
  }

  /// Says what is in the one stack in which a split shows all its columns, if there is room for
  /// only one: whole columns, the contents of columns that are stacks, or both. The newest column
  /// is visible until a request leads into the split again. This is not a host fact: the tree holds
  /// all columns, and the display decides for how many there is room.
  public func collapsed(_ split: ScreenID, holds children: [SceneDisplay.Child]) {
    guard let columns = shown[split]?.children, var column = columns.first,
      unedited.isDisjoint(with: columns + [split])
    else { return }
    var held: [(column: ScreenID, children: [DisplayedChild])] = []
    for child in children {
      if case .known(let id) = child {
        column = columns.first { $0 == id || shown[$0]?.children.contains(id) == true } ?? column
        if id == column { continue }  // it reports its own children
      }
      if held.last?.column != column { held.append((column, [])) }
      held[held.count - 1].children.append(child)
    }
    shown.items[split]?.selected = column
    for part in held { stack(part.column, holds: part.children) }
  }

  /// Says that a column of a split became visible where there is room for only one. This is not a
  /// host fact.
  public func userWent(to column: ScreenID, in split: ScreenID) {
    guard let item = shown[split], item.container?.layout.columns.isEmpty == false,
      item.children.contains(column)
    else { return }
    shown.items[split]?.selected = column
  }

  /// Says what a stack holds now, after a change by the user or other code.
  ///
  /// A stack that the edits under way have not reached yet still holds its former screens, and the
  /// report changes nothing. A navigation controller calls its delegate whenever it appears, also
  /// from under a screen that is dismissed before the stack is arranged.
  public func stack(_ stack: ScreenID, holds children: [SceneDisplay.Child]) {
    guard let item = shown[stack], item.container?.layout == .stack, !unedited.contains(stack)
    else { return }
    let known = children.compactMap { if case .known(let id) = $0 { id } else { nil } }
    guard known.count != children.count || known != item.children else { return }
    let isPopped = known.count == children.count && item.children.starts(with: known)
    if isPopped, !known.isEmpty {
      let popped = item.children[known.count]
      forget(Array(item.children.dropFirst(known.count)), of: stack, keeping: known)
      tell { session.report(.popped(popped)) }
    } else {
      tell { reconcile(stack, children) }
    }
  }
}

extension RenderedScene {
  /// The screen that presents this one.
  fileprivate func presenter(of screen: ScreenID) -> ScreenID? {
    guard let root else { return nil }
    return ids(from: root).first { items[$0]?.presented == screen }
  }
}
