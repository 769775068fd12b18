/// An event that the user or the host has already caused. It has happened, so nothing can refuse
/// it: the engine follows it, or reports that the host's picture of the screens was stale.
public enum HostFact: Hashable, Sendable {
  /// A screen was popped from its stack, with all screens above it: the given one, or the visible
  /// one when the id is nil.
  case popped(ScreenID?)
  /// Everything above the screen was popped.
  case poppedTo(ScreenID)
  /// The presented screen was dismissed: the given one, or the topmost one when the id is nil.
  case dismissed(ScreenID?)
  /// The tab was selected.
  case selected(ScreenID)
  /// The scene became the active one.
  case activated(scene: String)
  /// A screen gave the result for which it was opened: the given one, or the visible one when the
  /// id is nil.
  case returned(ScreenID?, Parameters)
  /// These screens are on display, whatever the engine expected.
  indirect case reconciled(DisplayedScreens)
  /// The decided screens could not be shown. Reported with
  /// ``RouteSession/Display/renderFailed(_:reason:showing:isolation:)``.
  indirect case renderFailed(HostFact.RenderFailure)
}

extension HostFact {
  /// The host's failure to show the decided screens, and the screens on display instead.
  public struct RenderFailure: Hashable, Sendable {
    /// The entry whose screens could not be shown.
    public let entry: Int64
    /// The screen that could not be shown, when the host named one.
    public let screen: ScreenID?
    /// The reason, in the host's words.
    public let reason: String
    /// The screens on display: as reported by the host, or those to which the engine goes back.
    public let displayed: DisplayedScreens
    /// Whether the host reported the screens on display.
    public let isReported: Bool

    package init(
      entry: Int64, screen: ScreenID?, reason: String, displayed: DisplayedScreens, isReported: Bool
    ) {
      self.entry = entry
      self.screen = screen
      self.reason = reason
      self.displayed = displayed
      self.isReported = isReported
    }
  }
}

/// ``HostFact/RenderFailure``, as this package calls it.
package typealias RenderFailure = HostFact.RenderFailure

extension HostFact {
  /// The reported screens on display; nil when the fact is about a single event.
  package var displayed: DisplayedScreens? {
    switch self {
    case .reconciled(let displayed): displayed
    case .renderFailed(let failure): failure.displayed
    case .popped, .poppedTo, .dismissed, .selected, .activated, .returned: nil
    }
  }

  /// A copy of this fact with other screens on display.
  package func displaying(_ displayed: DisplayedScreens) -> HostFact {
    switch self {
    case .reconciled: .reconciled(displayed)
    case .renderFailed(let failure):
      .renderFailed(
        RenderFailure(
          entry: failure.entry, screen: failure.screen, reason: failure.reason,
          displayed: displayed, isReported: failure.isReported))
    case .popped, .poppedTo, .dismissed, .selected, .activated, .returned: self
    }
  }
}
