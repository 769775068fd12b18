extension DefinitionReader {
  /// Reads the actions of a route or a screen.
  mutating func actions(_ node: JSONNode?, _ field: String) -> [ActionTemplate] {
    var actions: [ActionTemplate] = []
    var written: [Int] = []
    for (index, node) in elements(node, field).enumerated() {
      guard let action = action(node, "\(field)[\(index)]") else { continue }
      actions.append(action)
      written.append(index)
    }
    note(written, of: field)
    return actions
  }

  private mutating func action(_ node: JSONNode, _ place: String) -> ActionTemplate? {
    let members = members(node, place, of: .action)
    guard let name = string(members["perform"], "\(place).perform") else { return nil }
    var action = ActionTemplate(name)
    action.terms.moment = word(members["when"], "\(place).when") ?? .arrival
    action.terms.condition = string(members["condition"], "\(place).condition")
    action.terms.lane = string(members["lane"], "\(place).lane")
    action.terms.leaseMicroseconds = span(members["lease"], "\(place).lease")
    if let retry = members["retry"] {
      action.terms.retry = self.retry(retry, "\(place).retry")
    }
    action.key = string(members["key"], "\(place).key")
    action.sameKey = word(members["sameKey"], "\(place).sameKey") ?? .replace
    action.parameters = bindings(members["with"], "\(place).with")
    action.delayMicroseconds = span(members["after"], "\(place).after")
    action.lifetimeMicroseconds = span(members["expires"], "\(place).expires")
    return action
  }

  private mutating func retry(_ node: JSONNode, _ place: String) -> RetryPolicy? {
    let members = members(node, place, of: .retry)
    let attempts = integer(members["attempts"], "\(place).attempts")
    let first = span(members["first"], "\(place).first")
    let longest = span(members["longest"], "\(place).longest")
    guard let attempts else { return nil }
    var retry = RetryPolicy(attempts: attempts)
    if let first { retry.firstMicroseconds = first }
    if let longest { retry.longestMicroseconds = longest }
    return retry
  }

  /// A length of time, in microseconds.
  private mutating func span(_ node: JSONNode?, _ field: String) -> Int64? {
    guard let node, let text = string(node, field) else { return nil }
    if let span = TimeSpan(text) { return span.microseconds }
    add(node, field, "expected a time such as 30s, 5m, 12h or 7d")
    return nil
  }
}
