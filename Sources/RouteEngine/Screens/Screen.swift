extension ScreenTree {
  /// One node of the hierarchy: a kind, its parameters, perhaps children, perhaps a presented
  /// screen.
  ///
  /// An immutable value. Copies share one record, so a tree of them copies cheaply.
  public struct Screen: Sendable, TableElement {
    /// The fields of a screen; ``ScreenTree/Screen`` wraps them together with their digest.
    package struct Fields: Sendable {
      var id: ScreenID
      var kind: String
      var parameters: Parameters
      var parent: ScreenID?
      var shape: ScreenShape
      var ownership: ScreenOwnership
      var children: Children
      var selected: ScreenID?
      var presented: ScreenID?
      var isReady: Bool

      /// How it presents a screen.
      var style: PresentationStyle {
        get { shape.style }
        set { shape.style = newValue }
      }
    }

    private final class Record: Sendable {
      let fields: Fields
      let parametersDigest: UInt64
      let digest: UInt64

      init(_ fields: consuming Fields, tag: UInt64, parametersDigest: UInt64) {
        self.parametersDigest = parametersDigest
        digest = fields.digest(tag: tag, parameters: parametersDigest)
        self.fields = fields
      }
    }

    private let record: Record
    /// Its id. Beside the record, as is the tag, so that a search need not touch it.
    public let id: ScreenID
    /// The kind's tag, beside the record: a search passes over screens of other kinds without
    /// touching theirs.
    package let tag: UInt64

    package init(_ fields: consuming Fields) {
      let (tag, parameters) = (Self.tag(of: fields.kind), fields.parameters.digest)
      self.init(fields, tag: tag, parametersDigest: parameters)
    }

    private init(_ fields: consuming Fields, tag: UInt64, parametersDigest: UInt64) {
      id = fields.id
      self.tag = tag
      record = Record(fields, tag: tag, parametersDigest: parametersDigest)
    }

    /// The tag of a kind: the digest of its name. It stands for the name in the screen's digest.
    package static func tag(of kind: String) -> UInt64 { Digest64.hash(kind) }

    /// A copy of the screen with some fields changed; never its kind, and never its parameters.
    package func with(_ change: (inout Fields) -> Void) -> Screen {
      var fields = record.fields
      change(&fields)
      return Screen(consume fields, tag: tag, parametersDigest: record.parametersDigest)
    }

    /// A copy of the screen with other parameters.
    func with(_ parameters: Parameters) -> Screen {
      var fields = record.fields
      fields.parameters = parameters
      return Screen(fields, tag: tag, parametersDigest: parameters.digest)
    }

    /// A copy of the screen as one of another kind.
    func becoming(
      _ kind: String, _ parameters: Parameters, _ ownership: ScreenOwnership
    ) -> Screen {
      var fields = record.fields
      (fields.kind, fields.parameters, fields.ownership) = (kind, parameters, ownership)
      return Screen(fields)
    }

    package var tableKey: UInt64 { id.rawValue }
    /// The digest of everything this screen says, other screens named by id only.
    package var digest: UInt64 { record.digest }
    /// Whether the digest is what it is when it is taken anew, and the id and the tag beside the
    /// record are the record's.
    var hasFreshDigest: Bool {
      let fields = record.fields
      return fields.digest(tag: tag, parameters: fields.parameters.digest) == digest
        && fields.id == id && Self.tag(of: fields.kind) == tag
    }
    package var childList: Children { record.fields.children }

    /// Its kind, as declared in the route table.
    public var kind: String { record.fields.kind }
    /// Its parameters; private ones as tokens.
    public var parameters: Parameters { record.fields.parameters }
    /// The container it lies in or the screen that presents it; nil for the root of a scene.
    public var parent: ScreenID? { record.fields.parent }
    /// How it holds children; nil when it holds none.
    public var container: ContainerKind? { record.fields.shape.container }
    /// Whose screen it is.
    public var ownership: ScreenTree.Screen.Ownership { record.fields.ownership }
    /// Its children in order.
    public var children: [ScreenID] { record.fields.children.ids }
    /// The selected child of a tabs container.
    public var selected: ScreenID? { record.fields.selected }
    /// The screen presented over it.
    public var presented: ScreenID? { record.fields.presented }
    /// How the presented screen is presented.
    public var presentationStyle: PresentationStyle { record.fields.shape.style }
    /// Whether the host has said that the screen is on display and can take actions.
    public var isReady: Bool { record.fields.isReady }

    /// How its children lie; nil when it is no container.
    public var layout: ContainerKind.Layout? { record.fields.shape.layout }

    /// The child a person sees: the last of a stack, the selected tab, the last column.
    public var visibleChild: ScreenID? {
      layout == .tabs ? selected : record.fields.children.last
    }
  }
}

/// ``ScreenTree/Screen``, as this package calls it.
package typealias Screen = ScreenTree.Screen

extension Screen: Hashable {
  /// Equal when every field is.
  public static func == (left: ScreenTree.Screen, right: ScreenTree.Screen) -> Bool {
    left.record === right.record
      || left.digest == right.digest && left.record.fields == right.record.fields
  }

  /// Feeds the id: unique within one tree.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension Screen.Fields: Equatable {
  /// The digest of all fields: nine words, where the digests that the screen has of its kind and
  /// its parameters stand for those. Absent ids are 0, which no screen has; closed lists are their
  /// written numbers.
  func digest(tag: UInt64, parameters: UInt64) -> UInt64 {
    let own = (id.rawValue, tag, parameters, parent?.rawValue ?? 0)
    let relations = (
      UInt64(children.count), children.digest, selected?.rawValue ?? 0, presented?.rawValue ?? 0
    )
    let (layout, ownership) = (UInt64(shape.layout?.number ?? 0), ownership.number)
    let (form, ready): (UInt64, UInt64) = (UInt64(shape.form.number), isReady ? 1 : 0)
    let flags = layout | ownership << 8 | form << 16 | ready << 24
    if shape.isPlain { return Digest64.hash(own, relations, flags) }
    var digest = Digest64()
    digest.combine(own.0, own.1, own.2, own.3)
    digest.combine(relations.0, relations.1, relations.2, relations.3)
    digest.combine(flags)
    if let name = shape.containerName { digest.combine(name) }
    // A style's text holds a "(" or a ":", which no name does.
    if let style = shape.ownStyle { digest.combine(style.text) }
    return digest.value
  }
}
