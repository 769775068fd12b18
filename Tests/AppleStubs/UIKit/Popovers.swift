// Views, rectangles and popovers. Addresses are below https://developer.apple.com/documentation; if
// a page was not available, the quoted source is named instead. On Apple's systems, importing UIKit
// also imports Core Graphics.

/// "@MainActor class UIView"
/// /uikit/uiview
@MainActor open class UIView: UIResponder {
  /// "var bounds: CGRect { get set }"
  /// /uikit/uiview/bounds
  open var bounds: CGRect = CGRect()
  /// "var window: UIWindow? { get }", "iOS: -"
  /// /uikit/uiview/window
  open var window: UIWindow? { nil }
  /// "func didMoveToWindow()", "iOS: -"
  /// /uikit/uiview/didmovetowindow()
  open func didMoveToWindow() {}
  /// "init(frame: CGRect)", "iOS: 2.0.0 -"
  /// /uikit/uiview/init(frame:)
  public init(frame: CGRect) {}
  /// NSCoding's; required of every subclass that has initializers of its own.
  public required init?(coder: NSCoder) { nil }
  /// "@available(iOS 7.0, *) class func performWithoutAnimation(_ actionsWithoutAnimation: () ->
  /// Void)", in UIKit's interface
  /// /uikit/uiview/performwithoutanimation(_:)
  open class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {}
}

/// "struct CGRect"
/// /corefoundation/cgrect
public struct CGRect: Sendable {
  /// "init()"
  public init() {}
  /// "init(x: CGFloat, y: CGFloat, width: CGFloat, height: CGFloat)", Core Graphics's
  /// /corefoundation/cgrect/init(x:y:width:height:)
  public init(x: CGFloat, y: CGFloat, width: CGFloat, height: CGFloat) {}
  /// "var midX: CGFloat { get }"
  /// /corefoundation/cgrect/midx
  public var midX: CGFloat { 0 }
  /// "var midY: CGFloat { get }"
  /// /corefoundation/cgrect/midy
  public var midY: CGFloat { 0 }
}

/// "@MainActor class UIPopoverPresentationController", "iOS: 8.0.0 -", none on tvOS; its superclass
/// in UIKit's interface of the iOS 14 SDK
/// /uikit/uipopoverpresentationcontroller
@MainActor open class UIPopoverPresentationController: UIPresentationController {
  /// "var sourceView: UIView? { get set }"
  /// /uikit/uipopoverpresentationcontroller/sourceview
  open var sourceView: UIView?
  /// "var sourceRect: CGRect { get set }"
  /// /uikit/uipopoverpresentationcontroller/sourcerect
  open var sourceRect: CGRect = CGRect()
  /// "var permittedArrowDirections: UIPopoverArrowDirection", in the same
  /// /uikit/uipopoverpresentationcontroller/permittedarrowdirections
  open var permittedArrowDirections: UIPopoverArrowDirection = []
}

/// "struct UIPopoverArrowDirection : OptionSet", in UIKit's interface of the iOS 14 SDK
/// /uikit/uipopoverarrowdirection
public struct UIPopoverArrowDirection: OptionSet, Sendable {
  /// "let rawValue: UInt"
  public let rawValue: UInt
  /// "init(rawValue: UInt)"
  public init(rawValue: UInt) { self.rawValue = rawValue }
}
