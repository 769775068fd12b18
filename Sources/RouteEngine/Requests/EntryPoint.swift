extension RouteRequest {
  /// Where a request came from. The raw values are the words of the journal's `entry_point` column.
  public enum EntryPoint: String, Hashable, Sendable, CaseIterable {
    /// A link that the system or the user gave to the app.
    case url
    /// A user activity, continued from another device or from a search result.
    case userActivity
    /// A shortcut on the home screen.
    case shortcutItem
    /// A user's action on a notification.
    case notificationResponse
    /// A value of the app's own.
    case customValue
    /// The app's own code.
    case programmatic
    /// An event that the user or the host has already caused.
    case hostFact
    /// The engine itself while it restores.
    case restoration
  }
}

/// ``RouteRequest/EntryPoint``, as this package calls it.
package typealias EntryPoint = RouteRequest.EntryPoint
