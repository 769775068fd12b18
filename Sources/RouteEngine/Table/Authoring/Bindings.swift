extension Bindings {
  /// Where a parameter's value comes from.
  public enum Source: Hashable, Sendable {
    /// From the request: a capture of the path, a query item, or a parameter of a value.
    case request(String)
    /// A constant value.
    case constant(ParameterValue)
  }
}

/// ``Bindings/Source``, as this package calls it.
package typealias ParameterSource = Bindings.Source

/// Parameter names and the sources of their values, sorted by the bytes of the names, each name
/// once.
public struct Bindings: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// One name and its source.
  public struct Element: Hashable, Sendable {
    /// The name of the parameter.
    public let name: String
    /// The source of its value.
    public let source: Bindings.Source
  }

  /// All elements, sorted by the bytes of the names.
  public private(set) var elements: [Element] = []

  /// No bindings.
  public init() {}

  /// The bindings of a literal; if a name comes twice, the last one counts.
  public init(dictionaryLiteral pairs: (String, Bindings.Source)...) {
    for (name, source) in pairs { self[name] = source }
  }

  /// The source of one parameter.
  public subscript(name: String) -> Bindings.Source? {
    get { elements.first { $0.name.hasSameBytes(as: name) }?.source }
    set {
      elements.removeAll { $0.name.utf8.elementsEqual(name.utf8) }
      guard let newValue else { return }
      let index = elements.firstIndex { name.utf8.lexicographicallyPrecedes($0.name.utf8) }
      elements.insert(Element(name: name, source: newValue), at: index ?? elements.count)
    }
  }

  /// The request's parameter that supplies the value of `name`: the one of the same name unless
  /// another is bound; nil when the value is a constant.
  func source(of name: String) -> String? {
    switch self[name] {
    case nil: name
    case .request(let source): source
    case .constant: nil
    }
  }

  /// The values that the sources give; a value that the request lacks is left out.
  package func values(from parameters: Parameters) -> Parameters {
    var values: Parameters = [:]
    for element in elements {
      switch element.source {
      case .constant(let value): values[element.name] = value
      case .request(let wanted): values[element.name] = parameters[wanted]
      }
    }
    return values
  }
}
