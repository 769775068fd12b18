/// One part in which two hierarchies of screens differ.
public struct TreeDifference: Hashable, Sendable {
  /// The kind of a difference.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A screen is there only afterwards, with what lies in and over it.
    case added
    /// A screen is there only before.
    case removed
    /// One screen stands where another one stood.
    case replaced
    /// A screen has other parameters, or is another container.
    case changed
    /// A screen lies in another place, or elsewhere among its neighbours.
    case moved
    /// Another child of a container is selected.
    case selected
    /// A screen is presented in another way.
    case presented
    /// A screen can take actions, or no longer.
    case ready
    /// A scene is there only on one side, or another one is active.
    case scene
    /// Screens that are equal otherwise bear other ids.
    case identity
  }

  /// The kind of the difference.
  public let kind: Kind
  /// The scene.
  public let scene: String
  /// The kinds of the screens that lead there, from the root of the scene.
  public let place: [String]
  /// The content of that place in the first hierarchy; nil for nothing.
  public let before: String?
  /// The content of that place in the second hierarchy; nil for nothing. Of a screen that moved,
  /// where it is now.
  public let after: String?
  /// How many screens went with the one that did, itself included; 0 when none did.
  public let removed: Int
  /// How many came with the one that did, itself included; 0 when none did.
  public let added: Int

  init(
    _ kind: Kind, scene: String, place: [String], before: String?, after: String?,
    removed: Int = 0, added: Int = 0
  ) {
    (self.kind, self.scene, self.place) = (kind, scene, place)
    (self.before, self.after, self.removed, self.added) = (before, after, removed, added)
  }
}
