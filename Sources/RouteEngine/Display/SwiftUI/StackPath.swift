/// The screens above the root of a stack, as a value that a host's control reads and sets.
///
/// A control that sets a shorter path says that its user went back: a host fact. A control that
/// adds wanted screens, as `NavigationLink(value: ScreenNode(Product(id: 7)))` does, asks for them:
/// each is a request of the session, with the interceptors of its route, and the path shows the
/// session's decision. Three kinds of paths change nothing and are not journaled: a path with
/// screens that the control has not read, a path that only goes back and was read before another
/// change, and a path that is set twice.
///
/// A write refers to the moment of the last ``get()``. If one object is used for all moments, a
/// late write looks like a user who went back: after `get()` gave `[a]`, a screen `b` was opened,
/// and `get()` gave `[a, b]`, setting `[a]` pops `b`, whichever `[a]` was meant. A control that may
/// set late has a path object for each moment, as the bindings of `ObservedSession` do, and reads
/// ``screens``.
@MainActor
public final class StackPath {
  private let session: RouteSession
  private let stack: String
  private let scene: String?
  /// The path that the control read last.
  private var told: [ScreenNode] = []
  /// The screens that the control asked for since then.
  private var asked: [ScreenNode] = []

  /// The path of one stack.
  ///
  /// - Parameters:
  ///   - session: the session that shows it.
  ///   - stack: the kind of the screen that is the stack.
  ///   - scene: the scene of the stack; nil means the active one.
  public init(of session: RouteSession, in stack: String, scene: String? = nil) {
    self.session = session
    self.stack = stack
    self.scene = scene
  }

  /// The screens above the root, the visible one last; tombstones are skipped. Later writes refer
  /// to these screens.
  public func get() -> [ScreenNode] {
    (told, asked) = (screens, [])
    return told
  }

  /// The screens of ``get()``, but reading them does not change the moment to which writes refer.
  public var screens: [ScreenNode] { children.dropFirst().compactMap(session.display.node) }

  /// Takes a write of the control: first the report that its user went back, then the wanted
  /// screens, one after the other. If a screen is not shown at once, the following ones are not
  /// asked for, since they were to lie on it.
  ///
  /// - Returns: the opening of the newest request or report; nil when there was none.
  @discardableResult
  public func set(_ path: [ScreenNode]) -> Opening? {
    let kept = path.prefix { !$0.isWanted }
    let wanted = path.dropFirst(kept.count)
    guard kept.count <= told.count, kept.elementsEqual(told.prefix(kept.count), by: isSame),
      wanted.allSatisfy(\.isWanted), wanted.isEmpty || !wanted.elementsEqual(asked)
    else { return nil }
    asked = Array(wanted)
    var opening = kept.count < told.count ? goBack(to: Array(kept)) : nil
    for screen in wanted {
      guard let kind = screen.kind else { continue }
      var options = RouteRequest.Options()
      options.scene = scene
      opening = session.open(kind, by: screen.route, options: options)
      if opening?.outcome?.isSuccess != true { break }
    }
    return opening
  }

  private func isSame(_ left: ScreenNode, _ right: ScreenNode) -> Bool { left.id == right.id }

  private func goBack(to path: [ScreenNode]) -> Opening? {
    let seen = told
    told = path
    // A newer screen may lie over what the control read, and the user has not left that one.
    guard children.dropFirst().elementsEqual(seen.map(\.id)) else { return nil }
    return session.report(.popped(seen[path.count].id))
  }

  private var children: [ScreenID] {
    let tree = session.state.tree
    let stack = tree.holder(of: .stack, named: stack, in: scene)
    return stack?.children.filter { tree[$0]?.ownership.isUnknown == false } ?? []
  }
}
