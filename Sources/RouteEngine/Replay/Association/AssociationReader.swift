import RouteEngine
import RouteStore

extension AppSiteAssociation {
  /// Reads the rules of a file for one app.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - app: the app's identifier; nil when the file is for a single app.
  package init(json bytes: [UInt8], for app: String?) throws(Failure) {
    var reader = AssociationReader()
    do throws(JSONDocumentError) {
      reader.read(try JSONDocument(parsing: bytes).root)
      reader.checkIsPlain(bytes)
    } catch {
      reader.add(error.position, "file", .unreadable(error.message))
    }
    let mistakes = reader.mistakes.sorted { $0.position.offset < $1.position.offset }
    guard mistakes.isEmpty else { throw .mistakes(mistakes, count: reader.mistakeCount) }
    self.init(rules: try reader.rules(for: app))
  }
}

/// Reads an `apple-app-site-association` file, and collects all its mistakes.
struct AssociationReader {
  /// The first mistakes.
  fileprivate private(set) var mistakes: [AppSiteAssociation.Mistake] = []
  /// The total number of mistakes.
  fileprivate private(set) var mistakeCount = 0
  private var details: [Detail] = []
  private var variables: [String: [String]] = [:]
  /// The number of steps in all patterns, wrong ones included; then the number of rules read.
  /// Beyond a bound no more are read: a file of 4 MiB can ask for a million of 2,000 steps each.
  private var (steps, rules) = (0, 0)

  /// A part of the file, with the apps that it is for.
  private struct Detail {
    var apps: [String]
    var rules: [AppSiteAssociation.Rule] = []
  }

  /// The settings of `defaults`, or of a component; the component's take precedence
  /// (`applinks.Defaults`
  /// below
  /// https://developer.apple.com/documentation/bundleresources/applinks).
  private struct Settings {
    var isCaseSensitive = true
    var isPercentEncoded = true
    var excludes = false
    var path: JSONNode?
    var query: JSONNode?
    var fragment: JSONNode?
  }

  /// Systems accept plain JSON only. Comments and trailing commas, which a route table may have,
  /// make them reject the file.
  fileprivate mutating func checkIsPlain(_ bytes: [UInt8]) {
    do throws(JSONError) {
      _ = try JSON(parsing: bytes)
    } catch {
      let before = bytes.prefix(error.offset)
      let line = before.count { $0 == UInt8(ascii: "\n") } + 1
      let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      let column = String(decoding: before[start...], as: UTF8.self).unicodeScalars.count + 1
      add(
        JSONPosition(line: line, column: column, offset: error.offset), "file",
        .notPlain(expected: error.expected))
    }
  }

  fileprivate func rules(
    for app: String?
  ) throws(AppSiteAssociation.Failure) -> [AppSiteAssociation.Rule] {
    let names = details.flatMap(\.apps).unique
    let known = Set(names)
    if let app {
      guard known.contains(app) else { throw .otherApps(names, app: app) }
      return details.filter { $0.apps.contains(app) }.flatMap(\.rules)
    }
    guard details.allSatisfy({ Set($0.apps) == known }) else { throw .severalApps(names) }
    return details.flatMap(\.rules)
  }

  fileprivate mutating func read(_ root: JSONNode) {
    guard let links = root.member("applinks")?.node else {
      return expected("an object with \"applinks\"", root, "file")
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
      return expected(
        "\"details\"", links, "applinks", found: names.isEmpty ? "nothing" : Self.told(names))
    }
    switch node.value {
    case .array(let nodes):
      for (index, node) in nodes.enumerated() {
        read(detail: node, "applinks.details[\(index)]", settings, apps: nil)
      }
    case .object(let members):
      // The first version of the file format: by the apps' identifiers.
      for member in members {
        read(
          detail: member.node, "applinks.details.\(Self.told(member.name))", settings,
          apps: [member.name])
      }
    default: expected("an array", node, "applinks.details")
    }
  }

  private mutating func checkSize(_ position: JSONPosition) {
    if isTooLarge { add(position, "applinks", .tooLarge) }
  }

  private var isTooLarge: Bool { rules > Self.mostRules || steps > Self.mostSteps }

  static let mostRules = 1_000
  static let mostSteps = 100_000

  private mutating func readVariables(_ node: JSONNode) {
    let field = "applinks.substitutionVariables"
    for member in object(node, field) ?? [] {
      let place = "\(field).\(Self.told(member.name))"
      let texts = strings(member.node, place)
      if member.name.contains(where: "$()".contains) {
        add(member.namePosition, place, .variableName)
      }
      variables[member.name] = texts
    }
  }

  private mutating func read(
    detail node: JSONNode, _ field: String, _ defaults: Settings, apps: [String]?
  ) {
    guard object(node, field) != nil else { return }
    var detail = Detail(apps: apps ?? [])
    if let ids = node.member("appIDs")?.node { detail.apps += strings(ids, "\(field).appIDs") }
    if let id = node.member("appID")?.node, let name = string(id, "\(field).appID") {
      detail.apps.append(name)
    }
    if detail.apps.isEmpty { expected("\"appIDs\"", node, field, found: "none") }
    var settings = defaults
    if let node = node.member("defaults")?.node {
      read(node, "\(field).defaults", into: &settings)
    }
    // If both are present, systems that know the newer form ignore the older one.
    if let components = node.member("components")?.node {
      for (index, node) in array(components, "\(field).components").enumerated() where !isTooLarge {
        rules += 1
        let place = "\(field).components[\(index)]"
        if let rule = rule(node, place, settings) { detail.rules.append(rule) }
      }
    } else if let paths = node.member("paths")?.node {
      for (index, node) in array(paths, "\(field).paths").enumerated() where !isTooLarge {
        rules += 1
        if let rule = rule(path: node, "\(field).paths[\(index)]") { detail.rules.append(rule) }
      }
    } else {
      expected("\"components\" or \"paths\"", node, field, found: "neither")
    }
    details.append(detail)
  }

  private mutating func read(_ node: JSONNode, _ field: String, into settings: inout Settings) {
    for member in object(node, field) ?? [] {
      let place = "\(field).\(member.name)"
      switch AppSiteAssociation.Member(rawValue: member.name) {
      case .path: settings.path = member.node
      case .query: settings.query = member.node
      case .fragment: settings.fragment = member.node
      case .exclude: settings.excludes = flag(member.node, place)
      case .caseSensitive: settings.isCaseSensitive = flag(member.node, place)
      case .percentEncoded: settings.isPercentEncoded = flag(member.node, place)
      case .comment: break
      case nil: add(member.namePosition, place, .unknownMember(member.name))
      }
    }
  }

  private mutating func rule(
    _ node: JSONNode, _ field: String, _ defaults: Settings
  ) -> AppSiteAssociation.Rule? {
    var settings = defaults
    let count = mistakeCount
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
    return mistakeCount == count ? rule : nil
  }

  /// A rule of the older form: only a path, with `NOT ` before a path that stays in the browser.
  private mutating func rule(path node: JSONNode, _ field: String) -> AppSiteAssociation.Rule? {
    guard let text = string(node, field) else { return nil }
    let isExcluded = text.hasPrefix("NOT ")
    var rule = AppSiteAssociation.Rule(position: node.position)
    rule.excludes = isExcluded
    rule.text = text
    let path = isExcluded ? String(text.dropFirst(4)) : text
    checkPath(path, node, field)
    guard let pattern = pattern(path, of: node, field) else { return nil }
    rule.path = pattern
    return rule
  }

  /// Checks that a path begins with a slash and contains no `#`: another path matches no link.
  private mutating func checkPath(_ text: String, _ node: JSONNode, _ field: String) {
    if text.contains("#") {
      add(node.position, field, .fragmentInPath)
    } else if let first = text.first, !"/*?$".contains(first) {
      add(node.position, field, .pathStart(text))
    }
  }

  private mutating func pattern(
    _ node: JSONNode, _ field: String, _ settings: Settings
  ) -> WildcardPattern {
    guard let text = string(node, field) else { return .all }
    return pattern(
      text, variables: variables, ignoresCase: !settings.isCaseSensitive, of: node, field) ?? .all
  }

  /// Makes a pattern; nil when it is wrong, or the bound on steps is reached.
  private mutating func pattern(
    _ text: String, variables: [String: [String]] = [:], ignoresCase: Bool = false,
    of node: JSONNode, _ field: String
  ) -> WildcardPattern? {
    guard !isTooLarge else { return nil }
    do throws(WildcardPattern.Mistake) {
      let pattern = try WildcardPattern(text, variables: variables, ignoresCase: ignoresCase)
      steps += pattern.size
      return pattern
    } catch {
      steps += WildcardPattern.maximumInstructions
      add(node.position, field, .pattern(error))
      return nil
    }
  }
}

/// The values of a document; each wrong value is a mistake.
extension AssociationReader {
  fileprivate mutating func add(
    _ position: JSONPosition, _ field: String, _ problem: AppSiteAssociation.Problem
  ) {
    mistakeCount += 1
    guard mistakes.count < RouteTableMistakes.most else { return }
    mistakes.append(.init(position: position, field: field, problem: problem))
  }

  /// A name in the file as mistakes quote it, shortened when it is long: the field of each value
  /// below it contains the name.
  fileprivate static func told(_ name: String) -> String { FileBounds.quoted(name) }

  private mutating func expected(
    _ what: String, _ node: JSONNode, _ field: String, found: String? = nil
  ) {
    add(node.position, field, .unexpected(found ?? node.typeName, expected: what))
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
