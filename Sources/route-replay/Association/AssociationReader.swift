import RouteEngine

/// All that is wrong with an `apple-app-site-association` file.
struct AssociationMistakes: Error {
  struct Mistake {
    let position: JSONPosition
    let field: String
    let message: String
  }

  let mistakes: [Mistake]
}

/// Reads an `apple-app-site-association` file, with all its mistakes at once.
struct AssociationReader {
  private(set) var mistakes: [AssociationMistakes.Mistake] = []
  private(set) var details: [AppSiteAssociation.Detail] = []
  private var variables: [String: [String]] = [:]

  /// What `defaults` say, or a component; the nearer one counts (`applinks.Defaults` below
  /// https://developer.apple.com/documentation/bundleresources/applinks).
  private struct Settings {
    var isCaseSensitive = true
    var isPercentEncoded = true
    var excludes = false
    var path: JSONNode?
    var query: JSONNode?
    var fragment: JSONNode?
  }

  /// The rules for one app.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - app: the app's identifier; nil when the file is for one alone.
  /// - Throws: ``AssociationMistakes``, `CommandFailure` when it does not say which app is meant.
  static func read(_ bytes: [UInt8], for app: String?) throws -> AppSiteAssociation {
    var reader = AssociationReader()
    do throws(JSONDocumentError) {
      reader.read(try JSONDocument(parsing: bytes).root)
      reader.checkIsPlain(bytes)
    } catch {
      reader.add(error.position, "file", error.message)
    }
    let mistakes = reader.mistakes.sorted { $0.position.offset < $1.position.offset }
    guard mistakes.isEmpty else { throw AssociationMistakes(mistakes: mistakes) }
    return AppSiteAssociation(rules: try reader.rules(for: app))
  }

  /// Systems read JSON alone: comments and trailing commas, which a route table may have, make them
  /// read nothing.
  private mutating func checkIsPlain(_ bytes: [UInt8]) {
    do throws(JSONError) {
      _ = try JSON(parsing: bytes)
    } catch {
      let before = bytes.prefix(error.offset)
      let line = before.count { $0 == UInt8(ascii: "\n") } + 1
      let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      let column = String(decoding: before[start...], as: UTF8.self).unicodeScalars.count + 1
      add(
        JSONPosition(line: line, column: column, offset: error.offset), "file",
        "this is no plain JSON, and systems read nothing else; expected \(error.expected)")
    }
  }

  private func rules(for app: String?) throws(CommandFailure) -> [AppSiteAssociation.Rule] {
    var known: [String] = []
    for name in details.flatMap(\.apps) where !known.contains(name) { known.append(name) }
    if let app {
      guard known.contains(app) else {
        throw CommandFailure.usage(
          "the file is for \(known.joined(separator: ", ")), not for '\(app)'")
      }
      return details.filter { $0.apps.contains(app) }.flatMap(\.rules)
    }
    guard details.allSatisfy({ Set($0.apps) == Set(known) }) else {
      throw CommandFailure.usage(
        "the file says different things for \(known.joined(separator: ", ")); "
          + "choose one with '--app'")
    }
    return details.flatMap(\.rules)
  }

  private mutating func read(_ root: JSONNode) {
    guard let links = root.member("applinks")?.node else {
      return add(
        root.position, "file", "expected an object with \"applinks\", found \(root.typeName)")
    }
    guard let members = object(links, "applinks") else { return }
    if let node = links.member("substitutionVariables")?.node { readVariables(node) }
    var settings = Settings()
    if let node = links.member("defaults")?.node {
      read(node, "applinks.defaults", into: &settings)
    }
    defer { checkSize(links.position) }
    guard let node = links.member("details")?.node else {
      let names = members.map(\.name).joined(separator: ", ")
      return add(links.position, "applinks", "expected \"details\", found \(names)")
    }
    switch node.value {
    case .array(let nodes):
      for (index, node) in nodes.enumerated() {
        read(detail: node, "applinks.details[\(index)]", settings, apps: nil)
      }
    case .object(let members):
      // As the first version of the file had it: by the apps' identifiers.
      for member in members {
        read(
          detail: member.node, "applinks.details.\(member.name)", settings, apps: [member.name])
      }
    default: add(node.position, "applinks.details", "expected an array, found \(node.typeName)")
    }
  }

  /// No site has so many: each link is tried on all of them.
  private mutating func checkSize(_ position: JSONPosition) {
    let rules = details.flatMap(\.rules)
    if rules.count > Self.mostRules || rules.reduce(0, { $0 + $1.size }) > Self.mostSteps {
      add(
        position, "applinks",
        "there are more than \(Self.mostRules) components, or they come to more than "
          + "\(Self.mostSteps) steps")
    }
  }

  private static let mostRules = 1_000
  private static let mostSteps = 100_000

  private mutating func readVariables(_ node: JSONNode) {
    let field = "applinks.substitutionVariables"
    for member in object(node, field) ?? [] {
      let texts = strings(member.node, "\(field).\(member.name)")
      if member.name.contains(where: "$()".contains) {
        add(member.namePosition, "\(field).\(member.name)", "a name cannot hold $, ( or )")
      }
      variables[member.name] = texts
    }
  }

  private mutating func read(
    detail node: JSONNode, _ field: String, _ defaults: Settings, apps: [String]?
  ) {
    guard object(node, field) != nil else { return }
    var detail = AppSiteAssociation.Detail(apps: apps ?? [])
    if let ids = node.member("appIDs")?.node { detail.apps += strings(ids, "\(field).appIDs") }
    if let id = node.member("appID")?.node, let name = string(id, "\(field).appID") {
      detail.apps.append(name)
    }
    if detail.apps.isEmpty { add(node.position, field, "expected \"appIDs\", found none") }
    var settings = defaults
    if let node = node.member("defaults")?.node {
      read(node, "\(field).defaults", into: &settings)
    }
    // Where both are there, systems that know the newer ones leave the older alone.
    if let components = node.member("components")?.node {
      for (index, node) in array(components, "\(field).components").enumerated() {
        let place = "\(field).components[\(index)]"
        if let rule = rule(node, place, settings) { detail.rules.append(rule) }
      }
    } else if let paths = node.member("paths")?.node {
      for (index, node) in array(paths, "\(field).paths").enumerated() {
        if let rule = rule(path: node, "\(field).paths[\(index)]") { detail.rules.append(rule) }
      }
    } else {
      add(node.position, field, "expected \"components\" or \"paths\", found neither")
    }
    details.append(detail)
  }

  /// What a component can have (`applinks.Details.Components` below
  /// https://developer.apple.com/documentation/bundleresources/applinks).
  private mutating func read(_ node: JSONNode, _ field: String, into settings: inout Settings) {
    for member in object(node, field) ?? [] {
      let place = "\(field).\(member.name)"
      switch member.name {
      case "/": settings.path = member.node
      case "?": settings.query = member.node
      case "#": settings.fragment = member.node
      case "exclude": settings.excludes = flag(member.node, place)
      case "caseSensitive": settings.isCaseSensitive = flag(member.node, place)
      case "percentEncoded": settings.isPercentEncoded = flag(member.node, place)
      case "comment": break
      default:
        let known = ["/", "?", "#", "exclude", "comment", "caseSensitive", "percentEncoded"]
        let nearest = nearestWord(to: member.name, among: known).map { "; did you mean '\($0)'?" }
        add(
          member.namePosition, place,
          "there is no such member\(nearest ?? "; known are \(known.joined(separator: ", "))")")
      }
    }
  }

  private mutating func rule(
    _ node: JSONNode, _ field: String, _ defaults: Settings
  ) -> AppSiteAssociation.Rule? {
    var settings = defaults
    let count = mistakes.count
    read(node, field, into: &settings)
    var rule = AppSiteAssociation.Rule(position: node.position)
    (rule.excludes, rule.isPercentEncoded) = (settings.excludes, settings.isPercentEncoded)
    var words: [String] = []
    if let node = settings.path {
      rule.path = pattern(node, "\(field)./", settings)
      checkPath(rule.path.text, node, "\(field)./")
      words.append(rule.path.text)
    }
    if let node = settings.query {
      if case .object(let members) = node.value {
        let items = members.map { member in
          (member.name, pattern(member.node, "\(field).?.\(member.name)", settings))
        }
        rule.query = .items(items)
        words.append("?" + items.map { "\($0.0)=\($0.1.text)" }.joined(separator: "&"))
      } else {
        let pattern = pattern(node, "\(field).?", settings)
        rule.query = .pattern(pattern)
        words.append("?" + pattern.text)
      }
    }
    if let node = settings.fragment {
      rule.fragment = pattern(node, "\(field).#", settings)
      words.append("#" + rule.fragment.text)
    }
    rule.text = words.isEmpty ? "*" : words.joined()
    return mistakes.count == count ? rule : nil
  }

  /// One of the older form: a path alone, `NOT ` in front of one that stays in the browser.
  private mutating func rule(path node: JSONNode, _ field: String) -> AppSiteAssociation.Rule? {
    guard let text = string(node, field) else { return nil }
    let isExcluded = text.hasPrefix("NOT ")
    var rule = AppSiteAssociation.Rule(position: node.position)
    rule.excludes = isExcluded
    rule.text = text
    let path = isExcluded ? String(text.dropFirst(4)) : text
    checkPath(path, node, field)
    do throws(WildcardPattern.Mistake) {
      rule.path = try WildcardPattern(path)
      return rule
    } catch {
      add(node.position, field, error.message)
      return nil
    }
  }

  /// A path begins with a slash and ends before `#`: what says otherwise fits no link.
  private mutating func checkPath(_ text: String, _ node: JSONNode, _ field: String) {
    if text.contains("#") {
      add(node.position, field, "a path has no '#': this fits no link; put the fragment in \"#\"")
    } else if let first = text.first, !"/*?$".contains(first) {
      add(node.position, field, "a path begins with '/': '\(text)' fits no link")
    }
  }

  private mutating func pattern(
    _ node: JSONNode, _ field: String, _ settings: Settings
  ) -> WildcardPattern {
    guard let text = string(node, field) else { return .all }
    do throws(WildcardPattern.Mistake) {
      return try WildcardPattern(
        text, variables: variables, ignoresCase: !settings.isCaseSensitive)
    } catch {
      add(node.position, field, error.message)
      return .all
    }
  }
}

/// The values of a document, each wrong one a mistake.
extension AssociationReader {
  private mutating func add(_ position: JSONPosition, _ field: String, _ message: String) {
    mistakes.append(.init(position: position, field: field, message: message))
  }

  private mutating func expected(_ what: String, _ node: JSONNode, _ field: String) {
    add(node.position, field, "expected \(what), found \(node.typeName)")
  }

  private mutating func object(_ node: JSONNode, _ field: String) -> [JSONNode.Member]? {
    if case .object(let members) = node.value { return members }
    expected("an object", node, field)
    return nil
  }

  private mutating func array(_ node: JSONNode, _ field: String) -> [JSONNode] {
    if case .array(let nodes) = node.value { return nodes }
    expected("an array", node, field)
    return []
  }

  private mutating func string(_ node: JSONNode, _ field: String) -> String? {
    if case .string(let text) = node.value { return text }
    expected("a string", node, field)
    return nil
  }

  private mutating func strings(_ node: JSONNode, _ field: String) -> [String] {
    array(node, field).enumerated().compactMap { string($0.element, "\(field)[\($0.offset)]") }
  }

  private mutating func flag(_ node: JSONNode, _ field: String) -> Bool {
    if case .bool(let flag) = node.value { return flag }
    expected("true or false", node, field)
    return false
  }
}
