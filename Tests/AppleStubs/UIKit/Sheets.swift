// Sheets with detents. Addresses are below https://developer.apple.com/documentation. The
// declarations are quoted from copies of those pages; the pages themselves were not available.

/// "@MainActor class UISheetPresentationController : UIPresentationController", iOS 15.0
/// /uikit/uisheetpresentationcontroller
@MainActor open class UISheetPresentationController: UIPresentationController {
  /// "var detents: [UISheetPresentationController.Detent] { get set }"
  /// /uikit/uisheetpresentationcontroller/detents
  open var detents: [UISheetPresentationController.Detent] = []

  /// "@MainActor class Detent : NSObject"
  /// /uikit/uisheetpresentationcontroller/detent
  @MainActor open class Detent: NSObject {
    /// "struct Identifier"
    /// /uikit/uisheetpresentationcontroller/detent/identifier-swift.struct
    public struct Identifier: Sendable {}

    /// "static func medium() -> UISheetPresentationController.Detent"
    /// /uikit/uisheetpresentationcontroller/detent/medium()
    public static func medium() -> UISheetPresentationController.Detent { Detent() }
    /// "static func large() -> UISheetPresentationController.Detent"
    /// /uikit/uisheetpresentationcontroller/detent/large()
    public static func large() -> UISheetPresentationController.Detent { Detent() }
    /// "@MainActor static func custom(identifier: UISheetPresentationController.Detent.Identifier?
    /// = nil, resolver: @escaping (_ context:
    /// UISheetPresentationControllerDetentResolutionContext) -> CGFloat?) ->
    /// UISheetPresentationController.Detent", iOS 16.0
    /// /uikit/uisheetpresentationcontroller/detent/custom(identifier:resolver:)
    public static func custom(
      identifier: UISheetPresentationController.Detent.Identifier? = nil,
      resolver:
        @escaping (
          _ context: any UISheetPresentationControllerDetentResolutionContext
        ) -> CGFloat?
    ) -> UISheetPresentationController.Detent { Detent() }
  }
}

/// "@MainActor protocol UISheetPresentationControllerDetentResolutionContext : NSObjectProtocol",
/// iOS 16.0
/// /uikit/uisheetpresentationcontrollerdetentresolutioncontext
@MainActor public protocol UISheetPresentationControllerDetentResolutionContext: NSObjectProtocol {
  /// "var maximumDetentValue: CGFloat { get }"
  /// /uikit/uisheetpresentationcontrollerdetentresolutioncontext/maximumdetentvalue
  var maximumDetentValue: CGFloat { get }
}
