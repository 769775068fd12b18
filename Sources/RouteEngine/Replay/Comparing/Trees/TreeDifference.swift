/// One part in which two hierarchies of screens differ.
public struct TreeDifference: Hashable, Sendable {
  /// The kind of a difference.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A screen exists only afterwards, with everything in and over it.
    case added
    /// A screen exists only before.
    case removed
    /// Another screen is in the place of one.
    case replaced
    /// A screen has other parameters, or is another container.
    case changed
    /// A screen is in another place, or at another position among its siblings.
    case moved
    /// Another child of a container is selected.
    case selected
    /// A screen is presented in another way.
    case presented
    /// A screen can take actions, or no longer can.
    case ready
    /// A scene exists only on one side, or another scene is active.
    case scene
    /// Screens that are otherwise equal have other ids.
    case identity
  }

  /// The kind of the difference.
  public let kind: Kind
  /// The scene.
  public let scene: String
  /// The kinds of the screens on the path to it, from the root of the scene.
  public let place: [String]
  /// The content of that place in the first hierarchy; nil for nothing.
  public let before: String?
  /// The content of that place in the second hierarchy; nil for nothing. For a moved screen, its
  /// new place.
  public let after: String?
  /// How many screens were removed with the removed one, itself included; 0 when none was.
  public let removed: Int
  /// How many screens were added with the added one, itself included; 0 when none was.
  public let added: Int

  init(
    _ kind: Kind, scene: String, place: [String], before: String?, after: String?,
    removed: Int = 0, added: Int = 0
  ) {
    (self.kind, self.scene, self.place) = (kind, scene, place)
    (self.before, self.after, self.removed, self.added) = (before, after, removed, added)
  }
}
