/// Values that come from outside the app beside links, such as a notification's fields: they arrive
/// as texts where a screen declares a number.
extension RouteTable {
  /// A target with its parameters as the types of its screens have them; those that cannot be read
  /// stay as they are.
  func reading(_ target: RouteRequest.Target) -> RouteRequest.Target {
    switch target {
    case .route(let identifier, let parameters):
      guard let position = position(ofRoute: identifier) else { return target }
      let types = types(ofRoute: position)
      return .route(identifier, parameters.read { types[$0]?.type })
    case .screen(let kind, let parameters):
      guard let schema = self.kind(kind)?.declaration.schema else { return target }
      return .screen(kind: kind, parameters.read { schema[$0]?.type })
    case .link, .value, .fact: return target
    }
  }

  /// Whether any parameter of a kind's screen is among fields.
  func hasParameter(of kind: String, among fields: Parameters) -> Bool {
    self.kind(kind)?.declaration.schema.entries.contains { fields[$0.name] != nil } ?? false
  }

  /// The parameters of a kind's screen among fields, whatever else came with them.
  ///
  /// - Throws: ``FieldError`` with the first field that is missing or cannot be read.
  func parameters(
    of kind: String, among fields: Parameters
  ) throws(FieldError) -> Parameters {
    guard let schema = self.kind(kind)?.declaration.schema else { throw .undeclared(kind: kind) }
    var parameters: Parameters = [:]
    for entry in schema.entries {
      guard let field = fields[entry.name] else {
        if entry.isRequired { throw .missing(kind: kind, name: entry.name) }
        continue
      }
      let value = entry.type.reading(field)
      guard entry.type.accepts(value) else {
        throw .unreadable(kind: kind, name: entry.name, entry.type)
      }
      parameters[entry.name] = value
    }
    return parameters
  }
}

/// Why the fields of a value are not the parameters of a screen. What a field holds is not told.
enum FieldError: Error, CustomStringConvertible {
  case undeclared(kind: String)
  case missing(kind: String, name: String)
  case unreadable(kind: String, name: String, ParameterType)

  var description: String {
    switch self {
    case .undeclared(let kind): "the table declares no \(kind)"
    case .missing(let kind, let name): "\(kind) needs the field \(name), and it is missing"
    case .unreadable(let kind, let name, let type): "the field \(name) of \(kind) is no \(type)"
    }
  }
}

extension Parameters {
  fileprivate func read(by type: (String) -> ParameterType?) -> Parameters {
    var read = self
    for element in self {
      guard let value = type(element.name)?.reading(element.value), value != element.value else {
        continue
      }
      read[element.name] = value
    }
    return read
  }
}

extension ParameterType {
  /// A value from outside as this type has it: a text as a link's, a whole number where another
  /// number is declared. What cannot be read stays.
  fileprivate func reading(_ value: ParameterValue) -> ParameterValue {
    // A UUID may be written in either letter case, and has one here.
    if accepts(value), self != .uuid { return value }
    if case .string(let text) = value { return self.value(from: text.utf8) ?? value }
    return fitted(value)
  }
}
