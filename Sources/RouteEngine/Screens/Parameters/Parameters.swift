/// The parameters of a screen, a link, or an action: names and values, in one order.
///
/// Kept sorted by the UTF-8 bytes of the names, so that equal parameters have equal digests, equal
/// JSON, and one order of iteration, however they were made. Made for a handful of parameters.
public struct Parameters: Hashable, Sendable {
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

  private var elements: [Element] = []

  /// No parameters.
  public init() {}

  /// How many parameters there are.
  public var count: Int { elements.count }

  /// Whether there are none.
  public var isEmpty: Bool { elements.isEmpty }

  /// The names in their order.
  public var names: [String] { elements.map(\.name) }

  /// The value of the parameter with that name; nil when there is no such parameter. Setting nil
  /// removes the parameter.
  public subscript(_ name: String) -> ParameterValue? {
    get {
      for element in elements where element.name.hasSameBytes(as: name) { return element.value }
      return nil
    }
    set {
      let (index, isPresent) = place(of: name)
      switch (newValue, isPresent) {
      case (let value?, true): elements[index] = Element(name: name, value: value)
      case (let value?, false): elements.insert(Element(name: name, value: value), at: index)
      case (nil, true): elements.remove(at: index)
      case (nil, false): break
      }
    }
  }

  /// These parameters with one more or another value; nil removes it.
  public func setting(_ name: String, to value: ParameterValue?) -> Parameters {
    var copy = self
    copy[name] = value
    return copy
  }

  /// Adds a parameter whose name comes after all others in byte order: the caller has seen to it.
  package mutating func append(_ name: String, _ value: ParameterValue) {
    elements.append(Element(name: name, value: value))
  }

  /// Makes room for so many parameters.
  package mutating func reserveCapacity(_ count: Int) { elements.reserveCapacity(count) }

  /// Where a name stands, or where it would have to be put.
  private func place(of name: String) -> (index: Int, isPresent: Bool) {
    for (index, element) in elements.enumerated() {
      if element.name.hasSameBytes(as: name) { return (index, true) }
      if name.utf8.lexicographicallyPrecedes(element.name.utf8) { return (index, false) }
    }
    return (elements.count, false)
  }
}

extension Parameters: Sequence {
  /// Goes through the parameters in the order of their names.
  public func makeIterator() -> IndexingIterator<[Element]> { elements.makeIterator() }
}

extension Parameters: ExpressibleByDictionaryLiteral {
  /// Parameters written as `["id": 7]`. Of a name that comes twice the last value counts.
  public init(dictionaryLiteral elements: (String, ParameterValue)...) {
    for (name, value) in elements { self[name] = value }
  }
}

extension Parameters: CustomStringConvertible {
  /// The parameters in the tree notation, without the parentheses: `coupon: "X", id: 7`.
  public var description: String { notation }

  /// The parameters in the tree notation, without the parentheses: `coupon: "X", id: 7`.
  public var notation: String {
    elements.map { "\($0.name): \($0.value.notation)" }.joined(separator: ", ")
  }
}

extension Parameters {
  /// The digest of what ``combine(into:)`` takes.
  package var digest: UInt64 {
    var digest = Digest64()
    combine(into: &digest)
    return digest.value
  }

  /// Takes the number of parameters, then each name and value, into a digest.
  package func combine(into digest: inout Digest64) {
    digest.combine(UInt64(elements.count))
    for index in elements.indices {  // going through the elements would retain each
      digest.combine(elements[index].name)
      elements[index].value.combine(into: &digest)
    }
  }

  /// Writes an object of name and value.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    for element in elements {
      writer.name(element.name)
      element.value.write(to: &writer)
    }
    writer.endObject()
  }

  /// Reads what ``write(to:)`` wrote. A name that comes twice is refused.
  package init(from reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    var last = 0..<0
    while try reader.nextMember() {
      let name = reader.memberName()
      // They were written in order, so each goes to the end, mostly.
      if elements.isEmpty { elements.reserveCapacity(4) }
      if elements.isEmpty || reader.isNameBehind(last) {
        last = reader.plainName
        elements.append(Element(name: name, value: try ParameterValue(from: &reader)))
        continue
      }
      last = 0..<0
      let (index, isPresent) = place(of: name)
      guard !isPresent else {
        throw reader.error("a parameter other than \"\(name)\", which came before")
      }
      let value = try ParameterValue(from: &reader)
      elements.insert(Element(name: name, value: value), at: index)
    }
  }
}

extension String {
  /// Whether both are the same UTF-8 bytes.
  ///
  /// Compared eight at a time: a name of ten bytes takes a third of what `elementsEqual` takes.
  package func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let isSame = unsafe utf8.withContiguousStorageIfAvailable { left in
      unsafe other.utf8.withContiguousStorageIfAvailable { right in
        unsafe Self.isSame(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
      }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }

  /// - Precondition: both are of one length.
  private static func isSame(
    _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
  ) -> Bool {
    var index = 0
    while left.count &- index >= 8 {
      let one = unsafe left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      guard unsafe one == right.loadUnaligned(fromByteOffset: index, as: UInt64.self) else {
        return false
      }
      index &+= 8
    }
    while index < left.count {
      guard unsafe left[index] == right[index] else { return false }
      index &+= 1
    }
    return true
  }
}
