extension DefinitionReader {
  /// The rules by which a table reads links.
  mutating func linkRules(_ node: JSONNode, _ field: String) -> LinkRules {
    let members = members(node, field, of: .links)
    var rules = LinkRules()
    rules.schemes = names(members["schemes"], "\(field).schemes")
    rules.schemeHost = word(members["schemeHost"], "\(field).schemeHost") ?? rules.schemeHost
    rules.hosts = names(members["hosts"], "\(field).hosts")
    rules.endSlash = word(members["endSlash"], "\(field).endSlash") ?? rules.endSlash
    rules.letterCase = letterCase(members["letterCase"], "\(field).letterCase") ?? rules.letterCase
    rules.plus = word(members["plus"], "\(field).plus") ?? rules.plus
    rules.unreadable = word(members["unreadable"], "\(field).unreadable") ?? rules.unreadable
    rules.rewriter = members["rewriter"].flatMap { rewriter($0, "\(field).rewriter") }
    return rules
  }

  private mutating func rewriter(_ node: JSONNode, _ field: String) -> LinkRules.Rewriter? {
    let members = members(node, field, of: .rewriter)
    let hosts = names(members["hosts"], "\(field).hosts")
    return string(members["name"], "\(field).name").map { LinkRules.Rewriter($0, hosts: hosts) }
  }

  /// The redirect of a route.
  mutating func redirect(_ node: JSONNode, _ field: String) -> Route.Redirect? {
    let members = members(node, field, of: .redirect)
    switch (members["route"], members["link"]) {
    case (let route?, nil):
      let bindings = bindings(members["with"], "\(field).with")
      return string(route, "\(field).route").map { .route($0, with: bindings) }
    case (nil, let link?):
      if let with = members["with"] {
        add(with, "\(field).with", "a link brings its own parameters; remove this")
      }
      return string(link, "\(field).link").map { .link(in: $0) }
    case (nil, nil), (_?, _?):
      add(node, field, "expected a route, or the parameter that holds a link")
      return nil
    }
  }

  /// Whether paths are case-sensitive: a word, or the literals that are not.
  mutating func letterCase(_ node: JSONNode?, _ field: String) -> LinkRules.LetterCase? {
    guard let node else { return nil }
    if case .array = node.value { return .ignoredIn(names(node, field)) }
    if case .string(let text) = node.value {
      if text == LinkRules.LetterCase.words[0] { return .exact }
      if text == LinkRules.LetterCase.words[1] { return .ignored }
    }
    let words = LinkRules.LetterCase.words.joined(separator: ", ")
    add(node, field, "expected \(words), or an array of literals in which it is ignored")
    return nil
  }
}

extension LinkRules {
  /// The rules as in a table file, without defaults; nil when all are defaults.
  var json: JSON? {
    let usual = LinkRules()
    var members: [JSON.Member] = []
    members.addNames("schemes", schemes)
    members.addNames("hosts", hosts)
    if schemeHost != usual.schemeHost { members.add("schemeHost", .string(schemeHost.rawValue)) }
    if endSlash != usual.endSlash { members.add("endSlash", .string(endSlash.rawValue)) }
    if letterCase != usual.letterCase { members.add("letterCase", letterCase.json) }
    if plus != usual.plus { members.add("plus", .string(plus.rawValue)) }
    if unreadable != usual.unreadable { members.add("unreadable", .string(unreadable.rawValue)) }
    members.add("rewriter", rewriter?.json)
    return members.isEmpty ? nil : .object(members)
  }
}

extension LinkRules.Rewriter {
  /// The value as in a table file.
  fileprivate var json: JSON {
    var members: [JSON.Member] = []
    members.add("name", .string(name))
    members.addNames("hosts", hosts)
    return .object(members)
  }
}

extension Route.Redirect {
  /// The value as in a table file.
  var json: JSON {
    var members: [JSON.Member] = []
    switch self {
    case .route(let identifier, let bindings):
      members.add("route", .string(identifier))
      members.addBindings(bindings)
    case .link(let parameter): members.add("link", .string(parameter))
    }
    return .object(members)
  }
}

extension LinkRules.LetterCase {
  /// Its words in a table file: exact and ignored.
  static let words = ["exact", "ignored"]

  /// The value as in a table file.
  var json: JSON {
    switch self {
    case .exact: .string(Self.words[0])
    case .ignored: .string(Self.words[1])
    case .ignoredIn(let literals): .array(literals.map(JSON.string))
    }
  }
}
