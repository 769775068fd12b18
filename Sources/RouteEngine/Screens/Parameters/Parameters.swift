/// The parameters of a screen, a link, or an action: names and values, in one order.
///
/// They are sorted by the UTF-8 bytes of the names. Equal parameters therefore have equal digests,
/// equal JSON, and the same order of iteration, however they were made. The type is made for a
/// handful of parameters: a value is one piece of memory, and a name is found by a linear search.
public struct Parameters: Sendable {
  /// One parameter.
  public struct Element: Hashable, Sendable {
    /// The name; compared by UTF-8 bytes.
    public let name: String
    /// The value.
    public let value: ParameterValue

    /// Makes a parameter of its name and value.
    public init(name: String, value: ParameterValue) {
      self.name = name
      self.value = value
    }

    /// Equal names by UTF-8 bytes, and equal values.
    public static func == (left: Element, right: Element) -> Bool {
      left.name.utf8.elementsEqual(right.name.utf8) && left.value == right.value
    }
  }

  /// All parameters in the form of ``ParameterPlace``; empty when there are none. A digest takes
  /// exactly these bytes, in one pass.
  private(set) var bytes: [UInt8]

  /// No parameters.
  public init() { bytes = [] }

  /// Parameters from bytes that this package wrote.
  init(bytes: [UInt8]) {
    self.bytes = bytes
    assert(isCanonical, "the bytes are no parameters")
  }

  /// Parameters with different names, sorted all at once: inserting one after the other would each
  /// time move those behind it.
  init(inAnyOrder elements: [Element]) {
    self.init()
    let sorted = elements.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    for element in sorted { append(element.name, element.value) }
  }

  /// How many parameters there are.
  public var count: Int {
    bytes.isEmpty ? 0 : unsafe bytes.withUnsafeBytes { unsafe $0.word(at: 0) }
  }

  /// Whether there are none.
  public var isEmpty: Bool { bytes.isEmpty }

  /// The names in their order.
  public var names: [String] { places.map { name(at: $0) } }

  /// The value of the parameter with that name; nil when there is no such parameter. Setting nil
  /// removes the parameter.
  public subscript(_ name: String) -> ParameterValue? {
    get { place(of: name).map { value(at: $0) } }
    set { self = setting(name, to: newValue) }
  }

  /// A copy with this parameter added or replaced; nil removes it.
  public func setting(_ name: String, to value: ParameterValue?) -> Parameters {
    let alone = value.map { Parameters(name, $0) } ?? Parameters()
    return unsafe name.withBytes { unsafe replacing(place(toPut: $0), by: alone) }
  }

  /// Adds a parameter. The caller guarantees that its name sorts after all others.
  mutating func append(_ name: String, _ value: ParameterValue) {
    let alone = Parameters(name, value)
    guard !bytes.isEmpty else { return self = alone }
    let count = UInt64(count + 1).littleEndian
    bytes += alone.bytes[8...]
    unsafe bytes.withUnsafeMutableBytes { unsafe $0.storeBytes(of: count, as: UInt64.self) }
  }
}

extension Parameters: Sequence {
  /// Iterates over the parameters in the order of their names.
  public struct Iterator: IteratorProtocol, Sendable {
    private let parameters: Parameters
    private var places: Places

    fileprivate init(_ parameters: Parameters) {
      self.parameters = parameters
      places = parameters.places
    }

    /// The next parameter; nil behind the last one.
    public mutating func next() -> Element? {
      guard let place = places.next() else { return nil }
      return Element(name: parameters.name(at: place), value: parameters.value(at: place))
    }
  }

  /// An iterator over the parameters in the order of their names.
  public func makeIterator() -> Iterator { Iterator(self) }
}

extension Parameters: Hashable {
  /// Equal names by UTF-8 bytes, and equal values.
  public static func == (left: Parameters, right: Parameters) -> Bool {
    unsafe left.bytes.withUnsafeBytes { left in
      unsafe right.bytes.withUnsafeBytes { right in
        unsafe left.baseAddress == right.baseAddress || left.hasSameBytes(as: right)
      }
    }
  }

  /// Hashes names and values.
  public func hash(into hasher: inout Hasher) {
    unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
  }
}

extension Parameters: ExpressibleByDictionaryLiteral {
  /// Parameters written as `["id": 7]`. If a name comes twice, the last value counts.
  public init(dictionaryLiteral elements: (String, ParameterValue)...) {
    self.init()
    for (name, value) in elements { self[name] = value }
  }
}

extension Parameters: CustomStringConvertible {
  /// The parameters in the tree notation, without the parentheses: `coupon: "X", id: 7`.
  public var description: String { notation }

  /// The parameters in the tree notation, without the parentheses: `coupon: "X", id: 7`.
  public var notation: String {
    map { "\($0.name): \($0.value.notation)" }.joined(separator: ", ")
  }
}

extension Parameters {
  /// Whether each token among them has the form of a token; another text could not be read again.
  var hasSoundTokens: Bool { unsafe bytes.withUnsafeBytes { unsafe Self.hasSoundTokens($0) } }

  /// Whether each token among parameters in a buffer has the form of a token.
  static func hasSoundTokens(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var offset = 8
    while offset < bytes.count {
      let place = unsafe ParameterPlace(at: offset, in: bytes)
      if unsafe bytes[place.value] == ParameterValue.Tag.token,
        unsafe !TokenText.isToken(bytes.part(place.text))
      {
        return false
      }
      offset = place.end
    }
    return true
  }

  /// The digest of the bytes that ``combine(into:)`` takes.
  package var digest: UInt64 { unsafe bytes.withUnsafeBytes { unsafe Self.digest(of: $0) } }

  /// The digest of parameters in a buffer.
  @inline(__always)
  static func digest(of bytes: UnsafeRawBufferPointer) -> UInt64 {
    var digest = Digest64()
    unsafe combine(bytes, into: &digest)
    return digest.value
  }

  /// Adds the number of parameters, then each name and value, to a digest.
  package func combine(into digest: inout Digest64) {
    unsafe bytes.withUnsafeBytes { unsafe Self.combine($0, into: &digest) }
  }

  @inline(__always)
  private static func combine(_ bytes: UnsafeRawBufferPointer, into digest: inout Digest64) {
    guard unsafe !bytes.isEmpty else { return digest.combine(0 as UInt64) }
    unsafe digest.append(contentsOf: bytes)
  }
}
