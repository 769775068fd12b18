extension LinkConstraint {
  /// A problem of one member: its field below the route's, and the message.
  typealias Problem = (field: String, message: String)

  /// The compiled constraint, and all mistakes in it.
  ///
  /// - Parameters:
  ///   - types: the declarations of the route's screens.
  ///   - secretNames: the bytes of the names that some screen of the table declares secret.
  ///   - start: the table's own rules for schemes and hosts.
  func checked(
    _ types: CaptureTypes, secretNames: Set<[UInt8]>, _ start: LinkStart
  ) -> (LinkTest, [Problem]) {
    var test = LinkTest()
    var problems: [Problem] = []
    var (knownSchemes, knownHosts): (Set<[UInt8]>, Set<LinkTest.Host>) = ([], [])
    for (index, scheme) in schemes.enumerated() {
      let (text, problem) = Self.canonical(scheme: scheme)
      test.schemes.append(text)
      let isTwice = !knownSchemes.insert(text).inserted
      if let problem = problem ?? (isTwice ? "\"\(scheme)\" is listed twice" : nil) {
        problems.append(("schemes[\(index)]", problem))
      }
    }
    let isCustom =
      !test.schemes.isEmpty
      && test.schemes.allSatisfy { !$0.isEmpty && RouteLink.Scheme($0[...]) == .custom }
    for (index, text) in hosts.enumerated() {
      let (host, problem) = Self.canonical(host: text, isCustom: isCustom)
      if let host { test.hosts.append(host) }
      let isTwice = host.map { !knownHosts.insert($0).inserted } ?? false
      if let problem = problem ?? (isTwice ? "\"\(text)\" is listed twice" : nil) {
        problems.append(("hosts[\(index)]", problem))
      }
    }
    for (index, host) in test.hosts.enumerated() {
      if let label = host.label, types[label] == nil, secretNames.contains(Array(label.utf8)) {
        problems.append(("hosts[\(index)]", "\(label) is secret, and a host is in clear"))
      }
      guard let entry = host.label.flatMap({ types[$0] }) else { continue }
      let isHidden = entry.secrecy != .open
      let clear = isHidden ? "\(entry.name) is \(entry.secrecy), and a host is in clear" : nil
      guard let problem = entry.mistakeOfType ?? clear else { continue }
      problems.append(("hosts[\(index)]", problem))
    }
    if problems.isEmpty, let problem = Self.contradiction(test, start) { problems.append(problem) }
    if let fragment { test.fragment = LinkTest.Rule(name: [], fragment) }
    if case .value("")? = fragment {
      problems.append(
        ("fragment", "a fragment is never empty; write false for none, true for any, or its text"))
    }
    for element in query.elements {
      test.rules.append(LinkTest.Rule(element))
      guard let problem = Self.problem(of: element, types, secretNames) else { continue }
      problems.append(("query.\(element.name)", problem))
    }
    return (test, problems)
  }

  static func canonical(scheme: String) -> (text: [UInt8], problem: String?) {
    let text = scheme.utf8.map(RouteLink.Parser.small)
    let isScheme = text.enumerated().allSatisfy { index, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "."):
        index > 0
      default: false
      }
    }
    if isScheme { return (text, nil) }
    return (text, "\"\(scheme)\" is no scheme: expected it without \"://\", or \"\" for none")
  }

  /// Reads a host in the same way as the host of a link.
  static func canonical(
    host text: String, isCustom: Bool, mayBeNone: Bool = true
  ) -> (host: LinkTest.Host?, problem: String?) {
    var label: String?
    if text.hasPrefix(":") {
      let name = String(text.dropFirst().prefix { $0 != "." })
      guard Name.isValid(name), text.utf8.count > name.utf8.count + 2 else {
        return (nil, "\"\(text)\" is no host: expected one label as capture, :shop.example.com")
      }
      label = name
    }
    let isEnding = label != nil || text.hasPrefix("*.")
    let plain = String(text.utf8.dropFirst(isEnding ? (label?.utf8.count ?? 0) + 2 : 0)) ?? ""
    if plain.isEmpty, !isEnding { return (LinkTest.Host(text: [], isEnding: false), nil) }
    let none = mayBeNone ? ", or \"\" for none" : ""
    let expected = "expected a name such as shop.example or *.shop.example\(none)"
    guard !plain.isEmpty, !plain.utf8.contains(UInt8(ascii: "*")) else {
      return (nil, "\"\(text)\" is no host: \(expected)")
    }
    do {
      let link = try RouteLink("\(isCustom ? "custom" : "https")://\(plain)/")
      guard let range = link.hostRange, link.pathRange.count == 1, link.port == nil,
        link.userInfoRange == nil, link.queryRange == nil, link.fragmentRange == nil
      else { return (nil, "\"\(text)\" is more than a host: \(expected)") }
      let name = link.bytes[range].map(RouteLink.Parser.small)
      let host = (isEnding ? [UInt8(ascii: ".")] : []) + name
      return (LinkTest.Host(text: host, isEnding: isEnding, label: label), nil)
    } catch {
      return (nil, "\"\(text)\" is no host: \(expected); names beyond ASCII are written as xn--")
    }
  }

  /// The problem of schemes and hosts that no link can combine; nil when there is none.
  private static func contradiction(_ test: LinkTest, _ start: LinkStart) -> Problem? {
    guard !test.schemes.isEmpty, !test.hosts.isEmpty else { return nil }
    let named = test.schemes.filter { !$0.isEmpty }
    let canHaveHost = named.contains { !start.isSegment(hostBehind: $0) }
    let canHaveNone = test.schemes.contains { $0.isEmpty || !RouteLink.Scheme($0[...]).needsHost }
    let isPossible = test.hosts.contains { $0.text.isEmpty ? canHaveNone : canHaveHost }
    if isPossible { return nil }
    let why =
      named.isEmpty || canHaveHost ? "" : ": what stands there is the first segment of its path"
    return ("hosts", "no link with one of these schemes has one of these hosts\(why)")
  }

  private static func problem(
    of element: QueryRules.Element, _ types: CaptureTypes, _ secretNames: Set<[UInt8]>
  ) -> String? {
    let name = element.name
    if name.isEmpty { return "expected the name of a query item" }
    if secretNames.contains(Array(name.utf8)) {
      return "\(name) is secret, so no route can depend on it"
    }
    guard case .value(let text) = element.rule, let entry = types[name] else { return nil }
    if entry.secrecy != .open {
      return "\(name) is private, so its value cannot be compared; write true for any"
    }
    let fits = entry.type.value(from: text.utf8) != nil
    return fits ? nil : "expected \(entry.type), not \"\(text)\""
  }
}

extension LinkTest.Rule {
  init(_ element: QueryRules.Element) {
    self.init(name: Array(element.name.utf8), element.rule)
  }

  init(name: [UInt8], _ rule: QueryRule) {
    self.name = name
    switch rule {
    case .value(let text): (value, isPresent) = (Array(text.utf8), true)
    case .present, .path: (value, isPresent) = (nil, true)
    case .absent: (value, isPresent) = (nil, false)
    }
  }
}

extension LinkRules.LetterCase {
  /// All mistakes in a list of literals; empty for other values.
  var problems: [LinkConstraint.Problem] {
    guard case .ignoredIn(let literals) = self else { return [] }
    if literals.isEmpty {
      return [("letterCase", "expected the literals whose case does not count")]
    }
    var problems: [LinkConstraint.Problem] = []
    for (index, literal) in literals.enumerated() {
      let segment = Self.segment(of: literal)
      guard segment.isEmpty || segment.contains(UInt8(ascii: "/")) else { continue }
      problems.append(
        ("letterCase[\(index)]", "\"\(literal)\" is no segment: each stands between slashes"))
    }
    return problems
  }

  /// The literals that are not case-sensitive, in the form of paths and in lowercase. A table makes
  /// this set once for all patterns.
  var foldedSegments: Set<[UInt8]> {
    guard case .ignoredIn(let literals) = self else { return [] }
    return Set(literals.map(Self.segment))
  }

  /// A literal in the form of paths, in lowercase.
  static func segment(of literal: String) -> [UInt8] {
    Array(RouteLink.canonicalPath(Array("/\(literal)".utf8)).dropFirst()).foldedPath
  }
}

extension LinkRules {
  /// The compiled rules for schemes and hosts, and all mistakes in them.
  func checked() -> (LinkStart, LinkRewriter?, [LinkConstraint.Problem]) {
    var start = LinkStart(schemeHost: schemeHost)
    var compiledRewriter: LinkRewriter?
    var problems: [LinkConstraint.Problem] = []
    var known: Set<[UInt8]> = []
    for (index, scheme) in schemes.enumerated() {
      let (text, problem) = LinkConstraint.canonical(scheme: scheme)
      start.schemes.append(text)
      let isTwice = !known.insert(text).inserted
      if let problem = problem ?? self.problem(of: text, isTwice: isTwice) {
        problems.append(("schemes[\(index)]", problem))
      }
    }
    start.hosts = Self.checked(hosts, "hosts", &problems)
    if let rewriter {
      compiledRewriter = LinkRewriter(
        name: rewriter.name, hosts: Self.checked(rewriter.hosts, "rewriter.hosts", &problems))
    }
    if schemeHost == .segment, schemes.isEmpty {
      problems.append(("schemeHost", "expected the schemes whose host is a segment, in schemes"))
    }
    problems += letterCase.problems
    return (start, compiledRewriter, problems)
  }

  private static func checked(
    _ hosts: [String], _ field: String, _ problems: inout [LinkConstraint.Problem]
  ) -> [LinkTest.Host] {
    var checked: [LinkTest.Host] = []
    var known: Set<LinkTest.Host> = []
    for (index, text) in hosts.enumerated() {
      let (host, problem) = LinkConstraint.canonical(
        host: text, isCustom: false, mayBeNone: false)
      if let host, !known.insert(host).inserted {
        problems.append(("\(field)[\(index)]", "\"\(text)\" is listed twice"))
      }
      if let host { checked.append(host) }
      if host?.label != nil {
        problems.append(
          ("\(field)[\(index)]", "only a route's host can have a capture; write *. here"))
      }
      let isEmpty = text.isEmpty ? "expected a host: a path alone is a link in any case" : nil
      if let problem = problem ?? isEmpty { problems.append(("\(field)[\(index)]", problem)) }
    }
    return checked
  }

  private func problem(of scheme: [UInt8], isTwice: Bool) -> String? {
    let name = String(decoding: scheme, as: UTF8.self)
    if scheme.isEmpty { return "expected a scheme: a path alone is a link in any case" }
    if name == "https" || name == "http" { return "web links are listed by their hosts" }
    if schemeHost == .segment, RouteLink.Scheme(scheme[...]).needsHost {
      return "a link with \"\(name)\" always has a host, so that cannot be a segment; leave it out"
    }
    return isTwice ? "\"\(name)\" is listed twice" : nil
  }
}
