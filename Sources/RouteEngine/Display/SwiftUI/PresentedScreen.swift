/// The screen presented over another, as a value that a host's control reads and sets to nil.
///
/// Setting nil says that the user dismissed the screen that the control read last. If another
/// screen is there by now, or none, it changes nothing. Setting a value does not present a screen.
///
/// A write refers to the moment of the last ``get()``, as in ``StackPath``.
@MainActor
public final class PresentedScreen {
  private let session: RouteSession
  private let presenter: String
  private let scene: String?
  private let control: Control?
  /// The screen that the control read last.
  private var told: ScreenID?

  /// The controls that show presented screens. Each style belongs to one control, so only one of
  /// several controls of a view shows the screen.
  public enum Control: String, Hashable, Sendable, CaseIterable {
    /// A sheet: the styles `automatic`, `sheet` and `formSheet`.
    case sheet
    /// A cover of the whole view: `full`, `overFull`, `current` and `overCurrent`.
    case cover
    /// A popover.
    case popover

    /// The control for a style; a style of the host's own has the control of the style that it
    /// resembles.
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
  ///   - scene: the scene of the screen; nil means the active one.
  ///   - control: the control that shows it, which ignores screens of other styles; nil shows all.
  public init(
    of session: RouteSession, over presenter: String, scene: String? = nil,
    as control: Control? = nil
  ) {
    self.session = session
    self.presenter = presenter
    self.scene = scene
    self.control = control
  }

  /// The presented screen; nil when there is none, or it is a tombstone, belongs to another
  /// control, or is presented by other code.
  public func get() -> ScreenNode? {
    let node = screen
    told = node?.id
    return node
  }

  /// The screen of ``get()``, but reading it does not change the moment to which writes refer.
  public var screen: ScreenNode? {
    guard let node = presented.flatMap(session.display.node) else { return nil }
    guard let control, let style = node.presentation else { return node }
    return Control(for: style) == control ? node : nil
  }

  /// Takes a write of the control.
  ///
  /// - Returns: the opening of the report that the user dismissed the screen; nil when there was
  ///   nothing to report.
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
  /// The screen presented by this one, or by the innermost screen visible in it that presents.
  /// Tombstones are not shown, and other code shows its own screens.
  func presented(overVisibleIn screen: Screen) -> ScreenID? {
    var presented = screen.presented
    var inner = screen
    while let child = shownChild(of: inner) {
      presented = upper(child.presented, over: presented)
      inner = child
    }
    return presented.flatMap { self[$0]?.ownership == .declared ? $0 : nil }
  }
}
