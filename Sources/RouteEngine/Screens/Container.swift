/// How a screen holds other screens: one of four layouts, optionally with a name of the app's own.
public enum ContainerKind: Hashable, Sendable {
  /// Children lie on top of each other; the last is visible.
  case stack
  /// Children lie side by side; the selected one is visible.
  case tabs
  /// Two columns, both visible: primary and detail.
  case split
  /// Three columns, all visible: primary, supplementary, detail.
  case tripleSplit
  /// A container of the app's own, a carousel for example, with one of the four layouts. Steps,
  /// facts and searches treat it like that layout; the host draws it as it likes.
  indirect case custom(String, Layout)

  /// How children lie, and which of them a person sees.
  public enum Layout: String, Hashable, Sendable, CaseIterable, BitwiseCopyable {
    /// On top of each other; the last is visible.
    case stack
    /// Side by side; the selected one is visible.
    case tabs
    /// In two columns, both visible.
    case split
    /// In three columns, all visible.
    case tripleSplit

    /// The columns in their order; empty when the layout has no columns.
    public var columns: [ContainerKind.Column] {
      switch self {
      case .stack, .tabs: []
      case .split: [.primary, .detail]
      case .tripleSplit: [.primary, .supplementary, .detail]
      }
    }

    /// Whether children lie in columns.
    var hasColumns: Bool { self == .split || self == .tripleSplit }

    /// Why a screen of a kind cannot hold so many children; nil when it can.
    func problem(of kind: @autoclosure () -> String, holding children: Int) -> String? {
      guard hasColumns, children > columns.count else { return nil }
      return "\(kind()) has \(columns.count) columns, not \(children)"
    }
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

  /// Whether it is a container of the app's own, which the app's code draws.
  var isOfTheApp: Bool { if case .custom = self { true } else { false } }

  /// The word for it in tree notation, tables and the journal: `tabs`, or `tabs:carousel` with a
  /// name of the app's own.
  public var text: String {
    if case .custom(let name, let layout) = self { return "\(layout.rawValue):\(name)" }
    return layout.rawValue
  }

  /// Reads ``text``; nil when the text names no container.
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

  /// The layouts that ``text`` can name, for messages.
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

/// How a screen holds others, and how it presents one. Few screens have a container name of the
/// app's own or sheet heights, so both lie in one box. With a box for each, a decision counts ten
/// more references.
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

  /// Whether layout and form describe the shape completely.
  var isPlain: Bool { rare == nil }

  /// The name of a container of the app's own.
  var containerName: String? {
    if case .of(let name, _)? = rare { name } else { nil }
  }

  /// The style when its form does not describe it completely; nil otherwise.
  var ownStyle: PresentationStyle? {
    if case .of(_, let style)? = rare { style } else { nil }
  }
}

extension ScreenTree.Screen {
  /// Whose screen it is.
  public enum Ownership: Hashable, Sendable {
    /// Declared in the route table; the engine may plan with it.
    case declared
    /// Of other code; planning never edits inside it.
    case foreign
    /// A tombstone: this version of the app does not know its kind, or could not convert its
    /// parameters to the declared ones. It is kept unchanged, with all that lies in and over it,
    /// and is not shown. The next version that knows the kind shows it again. `version` is the
    /// version of its kind.
    case unknown(version: Int)

    /// The word for it in the tree notation.
    public var word: String {
      switch self {
      case .declared: "declared"
      case .foreign: "foreign"
      case .unknown: "unknown"
      }
    }

    /// The version of a tombstone's kind; nil when it is no tombstone.
    public var unknownVersion: Int? {
      if case .unknown(let version) = self { version } else { nil }
    }

    /// Whether the screen is a tombstone.
    public var isUnknown: Bool { unknownVersion != nil }

    /// Whether the version of a tombstone is possible: above 0 and within 32 bits. True for others.
    var hasPossibleVersion: Bool {
      unknownVersion.map { $0 > 0 && Int32(exactly: $0) != nil } ?? true
    }
  }
}

/// ``ScreenTree/Screen/Ownership``, as this package calls it.
package typealias ScreenOwnership = ScreenTree.Screen.Ownership

// The numbers that stand for these in the digest of a screen; they are never reused.

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
