/// How a screen holds other screens.
public enum ContainerKind: String, Hashable, Sendable, CaseIterable {
  /// Children lie on one another; the last is visible.
  case stack
  /// Children lie beside one another; the selected one is visible.
  case tabs
  /// Two or three columns, all visible: primary, supplementary (with three), detail.
  case split
}

/// How a screen is presented over another one. A hint for the host; the hierarchy is the same.
public enum PresentationStyle: String, Hashable, Sendable, CaseIterable {
  /// As the host sees fit.
  case automatic
  /// A sheet.
  case sheet
  /// Covering the whole scene.
  case full
  /// A popover.
  case popover
}

/// Whose screen it is.
public enum ScreenOwnership: Hashable, Sendable {
  /// Declared in the route table; the engine may plan with it.
  case declared
  /// It belongs to other code: planning never edits inside it.
  case foreign
  /// A tombstone: this version of the app does not know its kind, or could not bring its parameters
  /// to the declared ones. It is kept as it was, with all that lies in and over it, and is not
  /// shown; the next version that knows it shows it again. `version` is that of its kind.
  case unknown(version: Int)

  /// What the tree notation calls it.
  public var word: String {
    switch self {
    case .declared: "declared"
    case .foreign: "foreign"
    case .unknown: "unknown"
    }
  }

  /// The version of a tombstone's kind; nil when it is none.
  public var unknownVersion: Int? {
    if case .unknown(let version) = self { version } else { nil }
  }

  /// Whether the screen is a tombstone.
  public var isUnknown: Bool { unknownVersion != nil }
}

// What the digest of a screen takes of these: written numbers, never used again for anything else.

extension ContainerKind {
  var number: UInt8 {
    switch self {
    case .stack: 1
    case .tabs: 2
    case .split: 3
    }
  }
}

extension PresentationStyle {
  var number: UInt8 {
    switch self {
    case .automatic: 0
    case .sheet: 1
    case .full: 2
    case .popover: 3
    }
  }
}

extension ScreenOwnership {
  var number: UInt64 {
    switch self {
    case .declared: 0
    case .foreign: 1
    case .unknown(let version): 2 | UInt64(truncatingIfNeeded: version) << 24
    }
  }
}
