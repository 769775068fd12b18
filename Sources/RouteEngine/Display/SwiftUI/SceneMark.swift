#if canImport(SwiftUI) && canImport(UIKit) && !os(tvOS) && !os(watchOS)
import SwiftUI
import UIKit

/// A view that shows nothing: it writes the name of a window's scene where the system keeps it with
/// the window, so that it is known when the system discards the window.
struct SceneMark: UIViewRepresentable {
  let scene: String

  func makeUIView(context: Context) -> Mark { Mark(scene) }
  func updateUIView(_ view: Mark, context: Context) {}

  final class Mark: UIView {
    private let scene: String

    init(_ scene: String) {
      self.scene = scene
      super.init(frame: CGRect())
    }

    required init?(coder: NSCoder) { nil }

    override func didMoveToWindow() { window?.windowScene?.session.routedScene = scene }
  }
}
#endif
