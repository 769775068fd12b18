/// Something the user or the host already did to the screens. It has happened, so nothing can
/// refuse it: the engine follows, or says that its picture of the screen was stale.
public enum HostFact: Hashable, Sendable {
  /// The top screen of a stack was popped: the given one, or without an id the visible one.
  case popped(ScreenID?)
  /// Everything above the screen was popped.
  case poppedTo(ScreenID)
  /// The presented screen was dismissed: the given one, or without an id the topmost.
  case dismissed(ScreenID?)
  /// The tab was selected.
  case selected(ScreenID)
  /// The scene became the active one.
  case activated(scene: String)
}
