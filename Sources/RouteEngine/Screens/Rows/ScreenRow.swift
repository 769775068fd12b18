/// A screen as plain data: its relations to others, and its digest. Its kind, its parameters and
/// the parts that few screens have lie as bytes in its ``ScreenLeaf``.
///
/// A row takes 119 bytes and counts no references, so a tree that is edited beside an older one is
/// copied leaf by leaf; from 127 bytes on each copy would be a call. Children are linked, so adding
/// or removing one at the end costs the same at ten children and at a hundred thousand.
package struct ScreenRow: Sendable {
  /// Its id.
  package let id: ScreenID
  /// The digest of its kind's name; it represents the name in the screen's digest.
  package internal(set) var tag: UInt64
  /// The digest of the whole screen, with other screens only by their ids.
  package internal(set) var digest: UInt64 = 0

  /// The container it lies in or the screen that presents it; nil for the root of a scene.
  @ZeroIsNil package internal(set) var parent: ScreenID?
  /// The selected child of a tabs container.
  @ZeroIsNil package internal(set) var selected: ScreenID?
  /// The screen that it presents.
  @ZeroIsNil package internal(set) var presented: ScreenID?

  /// Its children, and their digest.
  var children = Children()
  /// Its place among the children of its parent; unused for a root or a presented screen.
  var sibling = Sibling()

  /// The offset of its bytes in its leaf, in words of eight bytes.
  var text: UInt32 = 0
  /// How many screens lie on the way from a scene's root to it, both included.
  let depth: Int16
  /// Whose screen it is.
  package internal(set) var ownership: Ownership
  /// How its children lie; nil when it is no container.
  package internal(set) var layout: ContainerKind.Layout?
  /// The form in which it presents a screen.
  var form = PresentationStyle.Form.automatic
  /// Whether the host has said that the screen is on display and can take actions.
  package internal(set) var isReady: Bool
  /// Whether layout and form describe completely how it holds and presents others.
  var isPlain = true

  /// Whose screen it is; the version of a tombstone lies in its bytes.
  package enum Ownership: BitwiseCopyable, Sendable {
    case declared, foreign, unknown

    /// Whether the screen is a tombstone.
    package var isUnknown: Bool { self == .unknown }

    init(_ ownership: ScreenOwnership) {
      self =
        switch ownership {
        case .declared: .declared
        case .foreign: .foreign
        case .unknown: .unknown
        }
    }
  }

  /// An id in eight bytes, where an optional takes sixteen: 0, the id of no screen, means nil.
  @propertyWrapper
  package struct ZeroIsNil: Sendable {
    /// The id's value, or 0.
    package private(set) var projectedValue: UInt64

    package init(wrappedValue: ScreenID?) { projectedValue = wrappedValue?.rawValue ?? 0 }

    package var wrappedValue: ScreenID? {
      get { projectedValue == 0 ? nil : ScreenID(projectedValue) }
      set { projectedValue = newValue?.rawValue ?? 0 }
    }
  }

  /// The first and the last child, and how many there are.
  struct Children: Sendable {
    @ZeroIsNil var first: ScreenID?
    @ZeroIsNil var last: ScreenID?
    /// The digest of all ids in their order: the chain of the last child, or 0 without children.
    var digest: UInt64 = 0
    var count: Int32 = 0
  }

  /// A child's place among the others.
  struct Sibling: Sendable {
    @ZeroIsNil var previous: ScreenID?
    @ZeroIsNil var next: ScreenID?
    /// The digest of the ids of all children up to this one, in their order.
    var chain: UInt64 = 0
    var position: Int32 = 0
  }

  /// A screen without children under a parent; its leaf sets the offset of its bytes.
  init(_ place: NewScreen.Place, parent: ScreenID?, depth: Int, sibling: Sibling) {
    id = place.knownID
    tag = place.tag
    self.depth = Int16(clamping: depth)
    self.sibling = sibling
    ownership = place.ownership
    layout = place.layout
    form = place.form
    isReady = place.isReady
    isPlain = place.isPlain
    self.parent = parent
  }

  /// How many children it has.
  package var childCount: Int { Int(children.count) }
  /// Its place among the children of its parent, from 0.
  package var position: Int { Int(sibling.position) }

  /// The child a person sees: the last of a stack, the selected tab, the last column.
  var visibleChild: ScreenID? { layout == .tabs ? selected : children.last }

  /// Whether its children lie on top of each other: in a stack, or in a screen of other code that
  /// is no known container.
  var isPile: Bool { layout == .stack || layout == nil && ownership == .foreign }
}

extension ScreenRow {
  /// The digest of the whole screen: nine words, in which the digests of its kind and its
  /// parameters represent these. Absent ids are 0, the id of no screen; enums are their fixed
  /// numbers.
  ///
  /// - Parameters:
  ///   - parameters: the digest of its parameters.
  ///   - version: the version of a tombstone's kind.
  ///   - rest: adds the parts that few screens have.
  @inline(__always)
  func freshDigest(
    parameters: UInt64, version: @autoclosure () -> Int, rest: (inout Digest64) -> Void
  ) -> UInt64 {
    let ownership =
      switch ownership {
      case .declared: ScreenOwnership.declared.number
      case .foreign: ScreenOwnership.foreign.number
      case .unknown: ScreenOwnership.unknown(version: version()).number
      }
    let (layout, form) = (UInt64(layout?.number ?? 0), UInt64(form.number))
    let own = (id.rawValue, tag, parameters, $parent)
    let relations = (UInt64(children.count), children.digest, $selected, $presented)
    let flags = layout | ownership << 8 | form << 16 | (isReady ? 1 : 0) << 24
    if isPlain { return Digest64.hash(own, relations, flags) }
    var digest = Digest64()
    digest.combine(own.0, own.1, own.2, own.3)
    digest.combine(relations.0, relations.1, relations.2, relations.3)
    digest.combine(flags)
    rest(&digest)
    return digest.value
  }

  /// The chain that results when one more child follows a chain.
  static func link(_ chain: UInt64, _ id: ScreenID) -> UInt64 {
    Digest64.hash(chain, id.rawValue)
  }
}
