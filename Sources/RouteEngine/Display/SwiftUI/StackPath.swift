/// The screens above the root of a stack, as a value that a host's control reads and sets.
///
/// A control that sets a shorter path says that its user went back: a host fact. Setting a path
/// does not push a screen: to show one, open it; the request is asked about and journaled like any
/// other. So these paths change nothing and are not journaled: one with screens that the control
/// was not told of, one that was told before something else came, and one that is set twice.
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
    told = screens
    return told
  }

  /// The screens of ``get()``, without telling the control: writes refer to the same moment as
  /// before.
  public var screens: [ScreenNode] { children.dropFirst().compactMap(session.display.node) }

  /// Takes what the control says.
  ///
  /// - Returns: what became of the report that the user went back; nil when there was nothing to
  ///   report.
  @discardableResult
  public func set(_ path: [ScreenNode]) -> Opening? {
    guard path.count < told.count, path.indices.allSatisfy({ path[$0].id == told[$0].id }) else {
      return nil
    }
    let seen = told
    let left = seen[path.count].id
    told = path
    // Over what the control saw a fresh screen may lie, which its user has not left.
    guard children.dropFirst().elementsEqual(seen.map(\.id)) else { return nil }
    return session.report(.popped(left))
  }

  private var children: [ScreenID] {
    let tree = session.state.tree
    let stack = tree.holder(of: .stack, named: stack, in: scene)
    return stack?.children.filter { tree[$0]?.ownership.isUnknown == false } ?? []
  }
}
