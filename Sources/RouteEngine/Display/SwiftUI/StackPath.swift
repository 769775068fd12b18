/// The screens above the root of a stack, as a value that a host's control reads and sets.
///
/// A control that sets a shorter path says that its user went back: a host fact. One that adds
/// screens that are wanted, as `NavigationLink(value: ScreenNode(Product(id: 7)))` does, asks for
/// them: each is a request of the session, with the interceptors of its route, and the path shows
/// what the session decided. These paths change nothing and are not journaled: one with screens
/// that the control was not told of, one that only goes back and was told before something else
/// came, and one that is set twice.
///
/// A write refers to the moment of the last ``get()``. With one path for all moments a late write
/// cannot be told from a user who went back: after `get()` gave `[a]`, a screen `b` was opened, and
/// `get()` gave `[a, b]`, setting `[a]` pops `b`, whichever `[a]` was meant. A control that may set
/// late has a path of its own for each moment, as the bindings of `ObservedSession` do, and reads
/// ``screens``.
@MainActor
public final class StackPath {
  private let session: RouteSession
  private let stack: String
  private let scene: String?
  /// The path that the control was told last.
  private var told: [ScreenNode] = []
  /// The screens that the control asked for since it was told.
  private var asked: [ScreenNode] = []

  /// The path of one stack.
  ///
  /// - Parameters:
  ///   - session: the session that shows it.
  ///   - stack: the kind of the screen that is the stack.
  ///   - scene: the scene it is in; nil means whichever is active.
  public init(of session: RouteSession, in stack: String, scene: String? = nil) {
    self.session = session
    self.stack = stack
    self.scene = scene
  }

  /// The screens above the root, the visible one last; tombstones are passed over. Later writes
  /// refer to these.
  public func get() -> [ScreenNode] {
    (told, asked) = (screens, [])
    return told
  }

  /// The screens of ``get()``, without telling the control: writes refer to the same moment as
  /// before.
  public var screens: [ScreenNode] { children.dropFirst().compactMap(session.display.node) }

  /// Takes what the control says: first that its user went back, then the screens that are wanted,
  /// one after the other. The first that is not shown at once is the last that is asked for, since
  /// the others were to lie on it.
  ///
  /// - Returns: what became of the newest request or report; nil when there was none.
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
    // Over what the control saw a fresh screen may lie, which its user has not left.
    guard children.dropFirst().elementsEqual(seen.map(\.id)) else { return nil }
    return session.report(.popped(seen[path.count].id))
  }

  private var children: [ScreenID] {
    let tree = session.state.tree
    let stack = tree.holder(of: .stack, named: stack, in: scene)
    return stack?.children.filter { tree[$0]?.ownership.isUnknown == false } ?? []
  }
}
