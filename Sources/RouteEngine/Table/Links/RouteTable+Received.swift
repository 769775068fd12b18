/// Values that come from outside the app other than as links, such as a notification's fields. They
/// may be texts where a screen declares a number.
extension RouteTable {
  /// A target with its parameters converted to the types of its screens; those that cannot be
  /// converted stay as they are.
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

  /// Whether the fields contain any parameter of a kind's screens.
  func hasParameter(of kind: String, among fields: Parameters) -> Bool {
    self.kind(kind)?.declaration.schema.entries.contains { fields[$0.name] != nil } ?? false
  }

  /// The parameters of a kind's screen among fields; other fields are ignored.
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

/// Why the fields of a value are not the parameters of a screen. It does not contain their values.
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
  /// A value from outside converted to this type: a text as in a link, a whole number to a declared
  /// floating-point number. A value that cannot be converted stays as it is.
  fileprivate func reading(_ value: ParameterValue) -> ParameterValue {
    // A UUID may arrive in either letter case and has one case here.
    if accepts(value), self != .uuid { return value }
    if case .string(let text) = value { return self.value(from: text.utf8) ?? value }
    return fitted(value)
  }
}
