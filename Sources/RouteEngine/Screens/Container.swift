/// How a screen holds other screens: in one of four layouts, which may have a name of the app's
/// own.
public enum ContainerKind: Hashable, Sendable {
  /// Children lie on one another; the last is visible.
  case stack
  /// Children lie beside one another; the selected one is visible.
  case tabs
  /// Two columns, both visible: primary and detail.
  case split
  /// Three columns, all visible: primary, supplementary, detail.
  case tripleSplit
  /// A container of the app's own, a carousel for example, that holds its children as one of the
  /// others does. Steps, facts and searches treat it so; the host draws it as it likes.
  indirect case custom(String, Layout)

  /// How children lie, and which of them a person sees.
  public enum Layout: String, Hashable, Sendable, CaseIterable, BitwiseCopyable {
    /// On one another; the last is visible.
    case stack
    /// Beside one another; the selected one is visible.
    case tabs
    /// In two columns, both visible.
    case split
    /// In three columns, all visible.
    case tripleSplit

    /// The columns in their order; none when children are not in columns.
    public var columns: [ContainerKind.Column] {
      switch self {
      case .stack, .tabs: []
      case .split: [.primary, .detail]
      case .tripleSplit: [.primary, .supplementary, .detail]
      }
    }

    /// Whether children lie in columns.
    var hasColumns: Bool { self == .split || self == .tripleSplit }
  }

  /// How its children lie.
  public var layout: Layout {
    switch self {
    case .stack: .stack
    case .tabs: .tabs
    case .split: .split
    case .tripleSplit: .tripleSplit
    case .custom(_, let layout): layout
    }
  }

  /// Whether it is one of the app's own, which the app's code draws.
  var isOfTheApp: Bool { if case .custom = self { true } else { false } }

  /// The one word for it in tree notation, tables and the journal: `tabs`, or with a name of the
  /// app's own `tabs:carousel`.
  public var text: String {
    if case .custom(let name, let layout) = self { return "\(layout.rawValue):\(name)" }
    return layout.rawValue
  }

  /// Reads ``text``; nil when it is none.
  public init?(_ text: String) {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      guard let layout = Layout(rawValue: text) else { return nil }
      self.init(layout)
      return
    }
    let name = String(text[text.utf8.index(after: colon)...])
    guard let layout = Layout(rawValue: String(text[..<colon])), Name.isValid(name) else {
      return nil
    }
    self = .custom(name, layout)
  }

  /// The container of that layout without a name of its own.
  init(_ layout: Layout) {
    switch layout {
    case .stack: self = .stack
    case .tabs: self = .tabs
    case .split: self = .split
    case .tripleSplit: self = .tripleSplit
    }
  }

  /// All that ``text`` can be without a name, for messages.
  package static let words = "stack, tabs, split, tripleSplit"
}

extension ContainerKind {
  /// A column of a split container.
  public enum Column: String, Hashable, Sendable, CaseIterable {
    /// The first.
    case primary
    /// The one in the middle of three.
    case supplementary
    /// The last.
    case detail
  }
}

/// ``ContainerKind/Column``, as this package calls it.
package typealias Column = ContainerKind.Column

/// How a screen holds others, and how it presents one. A name of the app's own and the heights of a
/// sheet, which few screens have, lie in one box: with a box for each, a decision counts ten more
/// references.
struct ScreenShape: Hashable, Sendable {
  /// How its children lie; nil when it is no container.
  private(set) var layout: ContainerKind.Layout?
  /// The form of its style.
  private(set) var form = PresentationStyle.Form.automatic
  private var rare: Rare?

  private indirect enum Rare: Hashable, Sendable {
    case of(name: String?, style: PresentationStyle?)
  }

  /// The shape of a screen with that container, presenting in that style.
  init(_ container: ContainerKind?, _ style: PresentationStyle = .automatic) {
    (layout, form) = (container?.layout, style.form)
    let name: String? = if case .custom(let name, _)? = container { name } else { nil }
    let own = style.isPlain ? nil : style
    if name != nil || own != nil { rare = .of(name: name, style: own) }
  }

  /// How it holds children; nil when it holds none.
  var container: ContainerKind? {
    get {
      guard let layout else { return nil }
      if let name = containerName { return .custom(name, layout) }
      return ContainerKind(layout)
    }
    set { self = ScreenShape(newValue, style) }
  }

  /// How it presents a screen.
  var style: PresentationStyle {
    get { ownStyle ?? PresentationStyle(form) }
    set {
      if rare == nil, newValue.isPlain { form = newValue.form } else { rebuild(newValue) }
    }
  }

  private mutating func rebuild(_ style: PresentationStyle) { self = ScreenShape(container, style) }

  /// Whether layout and form say it all.
  var isPlain: Bool { rare == nil }

  /// The name of a container of the app's own.
  var containerName: String? {
    if case .of(let name, _)? = rare { name } else { nil }
  }

  /// The style where its form does not say it all.
  var ownStyle: PresentationStyle? {
    if case .of(_, let style)? = rare { style } else { nil }
  }
}

extension ScreenTree.Screen {
  /// Whose screen it is.
  public enum Ownership: Hashable, Sendable {
    /// Declared in the route table; the engine may plan with it.
    case declared
    /// It belongs to other code: planning never edits inside it.
    case foreign
    /// A tombstone: this version of the app does not know its kind, or could not bring its
    /// parameters to the declared ones. It is kept as it was, with all that lies in and over it,
    /// and is not shown; the next version that knows it shows it again. `version` is that of its
    /// kind.
    case unknown(version: Int)

    /// Its word in the tree notation.
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

    /// Whether it is no tombstone, or one of a version that a kind can have: above 0 in 32 bits.
    package var hasPossibleVersion: Bool {
      unknownVersion.map { $0 > 0 && Int32(exactly: $0) != nil } ?? true
    }
  }
}

/// ``ScreenTree/Screen/Ownership``, as this package calls it.
package typealias ScreenOwnership = ScreenTree.Screen.Ownership

// The numbers that stand for these in the digest of a screen, never used again for anything else.

extension ContainerKind.Layout {
  var number: UInt8 {
    switch self {
    case .stack: 1
    case .tabs: 2
    case .split: 3
    case .tripleSplit: 4
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
