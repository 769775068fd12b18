/// Something the user or the host already did to the screens. It has happened, so nothing can
/// refuse it: the engine follows, or says that its picture of the screen was stale.
public enum HostFact: Hashable, Sendable {
  /// A screen was popped from its stack, with all that lay on it: the given one, or without an id
  /// the visible one.
  case popped(ScreenID?)
  /// Everything above the screen was popped.
  case poppedTo(ScreenID)
  /// The presented screen was dismissed: the given one, or without an id the topmost.
  case dismissed(ScreenID?)
  /// The tab was selected.
  case selected(ScreenID)
  /// The scene became the active one.
  case activated(scene: String)
  /// The screen gave the result that it was opened for: the given one, or without an id the visible
  /// one.
  case returned(ScreenID?, Parameters)
  /// This is on display, whatever the engine believed.
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
    /// Why, in the host's words.
    public let reason: String
    /// The screens on display: as the host says, or those that the engine goes back to.
    public let displayed: DisplayedScreens
    /// Whether the host said what is on display.
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
  /// The screens that it says are on display; nil when it speaks of one thing that happened.
  package var displayed: DisplayedScreens? {
    switch self {
    case .reconciled(let displayed): displayed
    case .renderFailed(let failure): failure.displayed
    case .popped, .poppedTo, .dismissed, .selected, .activated, .returned: nil
    }
  }

  /// This fact with other screens on display.
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
