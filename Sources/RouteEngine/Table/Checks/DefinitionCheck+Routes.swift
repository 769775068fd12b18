extension DefinitionCheck {
  static func nameRule(_ name: String) -> String {
    let (count, most) = (name.utf8.count, RouteLimits.standard.nameBytes)
    guard count <= most else {
      return "\"\(name.prefix(24))…\" is no name: it has \(count) bytes, at most \(most) are read"
    }
    return "\"\(name)\" is no name: expected ASCII letters, digits, \"_\", \"-\" and \".\""
  }

  mutating func checkNames(_ names: [String], in field: String) {
    for (index, name) in names.enumerated() where !Name.isValid(name) {
      add("\(field)[\(index)]", Self.nameRule(name))
    }
  }

  /// Checks the table's rules for links.
  mutating func checkLinks() -> (LinkStart, LinkRewriter?) {
    let (start, rewriter, flaws) = definition.links.checked()
    for flaw in flaws { add("links.\(flaw.field)", flaw.message) }
    if let rewriter, !Name.isValid(rewriter.name) {
      add("links.rewriter.name", Self.nameRule(rewriter.name))
    }
    return (start, rewriter)
  }

  mutating func check(_ route: Route, _ types: CaptureTypes, _ field: String) {
    if !(0...Int(Int32.max)).contains(route.version) {
      add("\(field).version", "expected a version from 0 on, in 32 bits")
    }
    checkNames(route.interceptors, in: "\(field).interceptors")
    checkObject(route.constraint.query.elements.map(\.name), "\(field).query")
    let steps = route.destination.steps
    if let redirect = route.redirect {
      check(redirect, of: route, field)
    } else if steps.isEmpty {
      add("\(field).destination", "expected at least one step")
    }
    if route.destination.allSteps.count > limits.steps {
      add("\(field).destination", "expected at most \(limits.steps) steps")
    }
    if let scene = route.destination.scene, !Name.isValid(scene) {
      add("\(field).scene", Self.nameRule(scene))
    }
    if steps.contains(where: { $0.choiceDepth > Step.deepestChoice }) {
      add("\(field).destination", Step.tooDeep)
    }
    // A set of bytes, because a route may list thousands of names.
    let open = Set(route.openNames.map { Array($0.utf8) })
    check(steps, types, open: open, "\(field).destination")
    for (index, name) in route.openNames.enumerated() where isSecret(name, types) {
      add("\(field).open[\(index)]", "\(name) is secret: it cannot be journaled in clear")
    }
    let checked = self
    check(route.actions, "\(field).actions") { name in
      checked.isSecret(name, types) ? Self.noSecret(name) : nil
    }
  }

  /// Whether a request's parameter is secret: for this route, or for any screen if the route does
  /// not declare it.
  func isSecret(_ name: String, _ types: CaptureTypes) -> Bool {
    types[name].map { $0.secrecy == .secret }
      ?? secretNames.contains(Array(name.utf8))
  }

  static func noSecret(_ name: String) -> String {
    "\(name) is secret and lost after a relaunch, so no action can use it; remove it"
  }

  mutating func check(
    _ actions: [ActionTemplate], _ field: String, problem: (_ parameter: String) -> String?
  ) {
    for (index, action) in actions.enumerated() {
      if !Name.isValid(action.name) {
        add("\(field)[\(index)].perform", Self.nameRule(action.name))
      }
      check(action, "\(field)[\(index)]")
      checkObject(action.parameters.elements.map(\.name), "\(field)[\(index)].with")
      for element in action.parameters.elements {
        let place = "\(field)[\(index)].with.\(element.name)"
        switch element.source {
        case .request(let wanted): if let problem = problem(wanted) { add(place, problem) }
        case .constant(let value): checkHeld(value, place)
        }
      }
    }
  }

  private mutating func check(_ action: ActionTemplate, _ field: String) {
    for (member, name) in [("condition", action.terms.condition), ("lane", action.terms.lane)] {
      if let name, !Name.isValid(name) { add("\(field).\(member)", Self.nameRule(name)) }
    }
    if action.sameKey != .replace, action.key == nil {
      add(
        "\(field).sameKey", "expected \"key\" beside it: it is a rule for actions with the same key"
      )
    }
    if let lease = action.terms.leaseMicroseconds, lease < 1 {
      add("\(field).lease", "expected a time above zero")
    }
    let retry = action.terms.retry
    for (member, length) in [
      ("after", action.delayMicroseconds), ("expires", action.lifetimeMicroseconds),
      ("retry.first", retry?.firstMicroseconds),
    ] {
      if let length, length < 0 { add("\(field).\(member)", "expected a time of zero or more") }
    }
    if let delay = action.delayMicroseconds, let lifetime = action.lifetimeMicroseconds,
      lifetime < delay
    {
      add(
        "\(field).expires",
        "the action expires before it may run; expected at least the time of \"after\"")
    }
    guard let retry else { return }
    if !(2...limits.attempts).contains(retry.attempts) {
      add("\(field).retry.attempts", "expected from 2 to \(limits.attempts) attempts")
    }
    if retry.longest < max(retry.first, .zero) {
      add("\(field).retry.longest", "expected at least the time of \"first\"")
    }
  }
}

extension DefinitionCheck {
  /// Whether one more mistake gets a hint at the probable name. Only the first ones do, because a
  /// table may have any number of names and of mistakes.
  mutating func takesHint() -> Bool {
    hints += 1
    return hints <= Self.mostSuggestions
  }

  /// The most mistakes, and the most warnings, that get a hint at the probable name.
  static var mostSuggestions: Int { 20 }
}

/// How many single-byte edits turn one name into the other (Levenshtein, 1966).
///
/// - Parameter most: when more edits are needed, the result is any number above this one.
package func editDistance(_ left: [UInt8], _ right: [UInt8], atMost most: Int = .max) -> Int {
  let difference = abs(left.count - right.count)
  guard difference <= most else { return difference }
  // A path through a cell farther from the diagonal needs more edits (Ukkonen, 1985).
  let reach = min(most, max(left.count, right.count))
  var row = Array(0...right.count)
  for (i, a) in left.enumerated() {
    let first = max(0, i - reach)
    var diagonal = row[first]
    row[first] = i + 1
    for j in first..<min(right.count, i + reach + 1) {
      let next = min(row[j] + 1, row[j + 1] + 1, diagonal + (a == right[j] ? 0 : 1))
      diagonal = row[j + 1]
      row[j + 1] = next
    }
  }
  return row[right.count]
}
