#if canImport(SwiftUI) && canImport(UIKit) && !os(tvOS) && !os(watchOS)
import SwiftUI
import UIKit

/// An invisible view that stores the name of a window's scene where the system keeps it with the
/// window, so that it is known when the system discards the window. It also tells the controls
/// which window they show.
struct SceneMark: UIViewRepresentable {
  let scene: String
  let controls: SceneControls

  func makeUIView(context: Context) -> Mark { Mark(scene, controls) }
  func updateUIView(_ view: Mark, context: Context) {}

  final class Mark: UIView {
    private let scene: String
    private weak var controls: SceneControls?

    init(_ scene: String, _ controls: SceneControls) {
      self.scene = scene
      self.controls = controls
      super.init(frame: CGRect())
    }

    required init?(coder: NSCoder) { nil }

    override func didMoveToWindow() {
      guard let session = window?.windowScene?.session else { return }
      session.routedScene = scene
      controls?.mark(session.persistentIdentifier)
    }
  }
}
#endif
