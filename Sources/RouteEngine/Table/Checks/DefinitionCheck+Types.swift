extension DefinitionCheck {
  /// The types and the secrecy of the captures of the route at a position.
  func captureTypes(at position: Int) -> CaptureTypes {
    ownTypes[position] ?? captureTypes(of: definition.routes[position])
  }

  /// The types and the secrecy of a route's captures, taken from the screens that use them. When an
  /// adapter supplies a screen's parameters, the link may have any value; it is as secret as the
  /// screen's.
  func captureTypes(of route: Route) -> CaptureTypes {
    if case .route(let identifier, let bindings)? = route.redirect {
      guard let next = positions[identifier], target(of: route) != nil else {
        return CaptureTypes(entries: [])
      }
      return captureTypes(at: next).renamed(by: bindings)
    }
    var entries: [CaptureTypes.Entry] = []
    // A dictionary, because a few steps may have thousands of names.
    var places: [[UInt8]: Int] = [:]
    let steps = route.destination.allSteps
    let adapted = steps.filter { $0.adapter != nil }
    for step in steps.filter({ $0.adapter == nil }) + adapted {
      for (kind, parameters) in boundScreens(of: step) {
        guard let screen = screens[kind] else { continue }
        let secrecies = secrecies[kind] ?? screen.secrecies
        for (entry, secrecy) in zip(screen.schema.entries, secrecies) {
          guard let source = parameters.source(of: entry.name) else { continue }
          let type = step.adapter == nil ? entry.type : .string
          if let index = places[Array(source.utf8)] {
            // A capture that one screen keeps private is private, whatever another screen declares.
            let known = entries[index]
            entries[index] = CaptureTypes.Entry(
              name: source, type: known.type, secrecy: max(known.secrecy, secrecy),
              mayBeMissing: known.mayBeMissing && !entry.isRequired)
          } else {
            places[Array(source.utf8)] = entries.count
            entries.append(
              CaptureTypes.Entry(
                name: source, type: type, secrecy: secrecy, mayBeMissing: !entry.isRequired))
          }
        }
      }
    }
    return CaptureTypes(
      entries: entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
  }

  /// Finds screens of one route that read the same parameter of a request as different types: no
  /// request could fit both.
  mutating func checkAgreement(of route: Route, _ types: CaptureTypes, _ field: String) {
    let known = Dictionary(
      types.entries.map { (Array($0.name.utf8), $0.type) }, uniquingKeysWith: { first, _ in first })
    for step in route.destination.allSteps where step.adapter == nil {
      for (kind, parameters) in boundScreens(of: step) {
        for entry in screens[kind]?.schema.entries ?? [] {
          guard let source = parameters.source(of: entry.name),
            let type = known[Array(source.utf8)], type != entry.type
          else { continue }
          add(
            "\(field).destination",
            "\(kind) reads \(source) as \(entry.type), another screen as \(type); use one type")
        }
      }
    }
  }

  /// Finds parameters for another route that come from the same parameter of the request and have
  /// no value in common: no request could fit both.
  mutating func checkAgreement(
    of bindings: Bindings, _ entries: [CaptureTypes.Entry], _ field: String
  ) {
    var known: [[UInt8]: CaptureTypes.Entry] = [:]
    for entry in entries {
      guard let source = bindings.source(of: entry.name) else { continue }
      guard let other = known[Array(source.utf8)] else {
        known[Array(source.utf8)] = entry
        continue
      }
      guard other.type.form != entry.type.form else { continue }
      // At least one of the two is bound: a name alone is the source of one parameter.
      let bound = bindings[entry.name] == nil ? other.name : entry.name
      add(
        "\(field).\(bound)",
        "\(other.name) is \(other.type) and \(entry.name) is \(entry.type), but both come from "
          + "\(source); bind one of them to another parameter")
    }
  }
}

extension CaptureTypes {
  /// The types of a request whose parameters are passed on under other names.
  fileprivate func renamed(by bindings: Bindings) -> CaptureTypes {
    var renamed: [Entry] = []
    // A dictionary, because the route at the end may have thousands of names.
    var places: [[UInt8]: Int] = [:]
    for entry in entries {
      guard let source = bindings.source(of: entry.name) else { continue }
      let passed = Entry(
        name: source, type: entry.type, secrecy: entry.secrecy, mayBeMissing: entry.mayBeMissing)
      guard let place = places[Array(source.utf8)] else {
        places[Array(source.utf8)] = renamed.count
        renamed.append(passed)
        continue
      }
      if renamed[place].secrecy < entry.secrecy { renamed[place] = passed }
    }
    return CaptureTypes(
      entries: renamed.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
  }
}

extension CaptureTypes.Entry {
  /// The message for its place in a pattern, when no text can be its value there or a token cannot
  /// stand there; nil when there is none.
  func mistake(in pattern: PathPattern) -> String? {
    if let mistake = mistakeOfType { return mistake }
    if let expression = pattern.expression(of: name), let first = type.firstBytes,
      expression.takesNothing(beginningWith: first)
    {
      return "\(name) is \(type), and (\(expression.text)) matches no such value"
    }
    guard secrecy != .open, let why = pattern.tokenMistake(of: name) else { return nil }
    return "\(name) is \(secrecy), so \(why)"
  }

  /// The message for a type whose values no link can give, wherever it is captured.
  var mistakeOfType: String? {
    type == .json ? "\(name) is \(type), which no link can carry; open it by value" : nil
  }
}

extension ParameterType {
  /// A number for the form of its values; types of different forms have no value in common.
  fileprivate var form: Int {
    switch self {
    case .int, .intWithin: 0
    case .double, .date: 1
    case .bool: 2
    case .string, .uuid: 3
    case .list, .json: 4
    case .oneOf(let values): values.contains { if case .int = $0 { true } else { false } } ? 0 : 3
    }
  }

  /// The message for a type that a file, which the journal keeps, cannot hold; nil when it can.
  var problem: String? {
    switch self {
    case .oneOf(let values) where !Self.areCases(values) || Set(values).count < values.count:
      "expected cases that are all texts or all whole numbers, each once"
    case .list(.oneOf, _), .list(.list, _), .list(.json, _):
      "a list has elements of type int, double, bool, string, uuid or date, or within bounds such "
        + "as 0...255; take string, or json for a list that no link brings"
    default: nil
    }
  }
}
