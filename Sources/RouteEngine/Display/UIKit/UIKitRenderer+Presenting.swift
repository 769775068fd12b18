#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
import UIKit

extension UIKitRenderer {
  /// Presents a screen over another one, and over screens that the app itself presents there: UIKit
  /// refuses to present two over one.
  func present(
    _ screen: ScreenID, over presenter: ScreenID, as style: PresentationStyle,
    animated isAnimated: Bool, then done: @escaping () -> Void
  ) {
    guard let node = display?.shown[screen]?.node, let presenter = controller(of: presenter)
    else { return done() }
    guard let presented = controller(of: screen) ?? adopt(screen, over: presenter) else {
      display?.failed(RenderingMistake(node, because: "no other code presents it"))
      return done()
    }
    // Other code has reported it, so it is presented already.
    guard presented.presentingViewController == nil else { return done() }
    presented.modalPresentationStyle = style.forUIKit
    if !style.detents.isEmpty {
      presented.sheetPresentationController?.detents = style.detents.map(\.forUIKit)
    }
    presented.presentationController?.delegate = self
    anchor(presented, over: presenter)
    onPresent(node, presented)
    let top = controllers(over: presenter).prefix { !$0.isBeingDismissed }.last ?? presenter
    top.present(presented, animated: isAnimated, completion: isAnimated ? done : nil)
    if !isAnimated { done() }
    // UIKit runs no completion of a presentation that it refuses, and may begin one in a later
    // turn.
    Task { [weak self] in
      guard presented.presentingViewController == nil else { return }
      // A report of the host may have removed it meanwhile.
      if self?.controller(of: screen) === presented, let display = self?.display,
        display.shown[screen] != nil
      {
        display.failed(RenderingMistake(node, because: "UIKit refused to present it"))
      }
      done()
    }
  }

  /// Dismisses the screen that a screen presents. Screens that the app itself presents below it
  /// stay, also if the screen was never shown because UIKit refused to present it.
  func dismiss(
    over presenter: ScreenID, animated isAnimated: Bool, then done: @escaping () -> Void
  ) {
    guard let presenter = former[presenter] else { return done() }
    let dismissed = controllers(over: presenter).first { over in
      former.values.contains { $0 === over }
    }
    guard let holder = dismissed?.presentingViewController else { return done() }
    holder.dismiss(animated: isAnimated, completion: isAnimated ? done : nil)
    if !isAnimated { done() }
  }

  /// The view controllers presented over this one, innermost first.
  private func controllers(over presenter: UIViewController) -> [UIViewController] {
    var found: [UIViewController] = []
    var next = presenter.presentedViewController
    while let over = next {
      found.append(over)
      next = over.presentedViewController
    }
    return found
  }

  /// Gives a popover a place: UIKit raises an exception when it shows a popover without one.
  private func anchor(_ presented: UIViewController, over presenter: UIViewController) {
    guard let popover = presented.popoverPresentationController, let view = presenter.view else {
      return
    }
    popover.sourceView = view
    popover.sourceRect = CGRect(x: view.bounds.midX, y: view.bounds.midY, width: 0, height: 0)
    popover.permittedArrowDirections = []
  }
}

extension PresentationStyle {
  fileprivate var forUIKit: UIModalPresentationStyle {
    switch form {
    case .automatic: .automatic
    case .sheet: .pageSheet
    case .formSheet: .formSheet
    case .full: .fullScreen
    case .overFull: .overFullScreen
    case .current: .currentContext
    case .overCurrent: .overCurrentContext
    case .popover: .popover
    }
  }
}

extension PresentationStyle.Detent {
  /// A custom height of the host is the full height here; `onPresent` may change it.
  @MainActor fileprivate var forUIKit: UISheetPresentationController.Detent {
    switch self {
    case .medium: .medium()
    case .large, .custom: .large()
    case .percent(let percent):
      .custom { $0.maximumDetentValue * CGFloat(percent) / 100 }
    case .points(let points): .custom { min(CGFloat(points), $0.maximumDetentValue) }
    }
  }
}
#endif
