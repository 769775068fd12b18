/// The screen presented over another, as a value that a host's control reads and sets to nil.
///
/// Setting nil says that the user dismissed what the control was told of; if something else is
/// there by now, or nothing, that changes nothing. Setting a value does not present a screen.
///
/// A write refers to the moment of the last ``get()``, as with ``StackPath``.
@MainActor
public final class PresentedScreen {
  private let session: RouteSession
  private let presenter: String
  private let scene: String?
  private let control: Control?
  /// The screen that the control was told last.
  private var told: ScreenID?

  /// The controls that show presented screens. Each style is for one of them, so that of several
  /// controls of a view one shows the screen.
  public enum Control: String, Hashable, Sendable, CaseIterable {
    /// A sheet: the styles `automatic`, `sheet` and `formSheet`.
    case sheet
    /// One that covers the whole: `full`, `overFull`, `current` and `overCurrent`.
    case cover
    /// A popover.
    case popover

    /// The control for a style; of the host's own styles the one that they are like.
    public init(for style: PresentationStyle) {
      self =
        switch style.form {
        case .automatic, .sheet, .formSheet: .sheet
        case .full, .overFull, .current, .overCurrent: .cover
        case .popover: .popover
        }
    }
  }

  /// The screen presented over one of a kind, or over one visible in it.
  ///
  /// - Parameters:
  ///   - session: the session that shows it.
  ///   - presenter: the screen's kind.
  ///   - scene: the scene it is in; nil means whichever is active.
  ///   - control: the control that shows it, which passes over screens of other styles; nil shows
  ///     all.
  public init(
    of session: RouteSession, over presenter: String, scene: String? = nil,
    as control: Control? = nil
  ) {
    self.session = session
    self.presenter = presenter
    self.scene = scene
    self.control = control
  }

  /// The presented screen; nil when there is none, or a tombstone, or one for another control, or
  /// one that other code presents by itself.
  public func get() -> ScreenNode? {
    let node = screen
    told = node?.id
    return node
  }

  /// The screen of ``get()``, without telling the control: writes refer to the same moment as
  /// before.
  public var screen: ScreenNode? {
    guard let node = presented.flatMap(session.display.node) else { return nil }
    guard let control, let style = node.presentation else { return node }
    return Control(for: style) == control ? node : nil
  }

  /// Takes what the control says.
  ///
  /// - Returns: what became of the report that the user dismissed it; nil when there was nothing to
  ///   report.
  @discardableResult
  public func set(_ node: ScreenNode?) -> Opening? {
    guard node == nil, let told else { return nil }
    self.told = nil
    return presented == told ? session.report(.dismissed(told)) : nil
  }

  private var presented: ScreenID? {
    let tree = session.state.tree
    let screen = tree.firstScreen(in: scene) {
      $0.kind.hasSameBytes(as: presenter) && !$0.ownership.isUnknown
    }
    return screen.flatMap { tree.presented(overVisibleIn: $0) }
  }
}

extension ScreenTree {
  /// The screen presented by this one, or by one that is visible in it: by the innermost that
  /// presents. Tombstones are not shown, and other code shows its own.
  func presented(overVisibleIn screen: Screen) -> ScreenID? {
    var presented = screen.presented
    var inner = screen
    while let child = shownChild(of: inner) {
      presented = child.presented ?? presented
      inner = child
    }
    return presented.flatMap { self[$0]?.ownership == .declared ? $0 : nil }
  }
}
