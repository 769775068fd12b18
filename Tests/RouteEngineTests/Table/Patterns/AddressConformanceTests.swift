import Foundation
import RouteEngine
import RouteTestSupport
import Testing

/// The cases of the URL Pattern standard's own tests whose patterns have more than a path. Each
/// becomes a route with constraints on scheme, host, query and fragment, if a route can have these
/// constraints.
struct AddressConformanceTests {
  /// The reason why a case cannot be a route, or a link.
  enum Reason: String, CaseIterable {
    case userInfo = "no route asks for user name and password"
    case port = "no route asks for a port"
    case schemePattern = "a route names its schemes; none is captured"
    case hostPattern = "a route names hosts, endings of hosts, or one label before an ending"
    case queryPattern = "a route asks for items of a query, not for its whole text"
    case constructor = "a pattern here is no single text, of which the constructor takes a part"
    case noLink = "nothing, or no link, is to be matched: without a scheme, or a host beyond ASCII"
    /// In these two, route and link exist, but the result differs.
    case encoded = "the standard compares what is encoded as it is written"
    case opaque = "the standard reads the path of a scheme without hosts as one text"
  }

  /// The cases that are left out, by their positions in the file.
  static let leftOut: [Reason: [Int]] = [
    .userInfo: [
      116, 117, 123, 124, 130, 131, 137, 138, 146, 147, 148, 149, 150, 151, 250, 251, 252, 253, 254,
      256,
    ],
    .port: [
      158, 159, 160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 208, 209, 215, 216, 227, 259,
      339, 340,
    ],
    .schemePattern: [122, 129, 136, 281, 282, 283],
    .hostPattern: [125, 132, 139, 233, 234, 237, 261, 262, 263, 265, 267, 269],
    .queryPattern: [120, 127, 134, 141],
    .constructor: [210, 211, 228, 232, 235, 236, 241, 271, 272, 275, 276, 341],
    .noLink: [11, 152, 153, 154, 285, 287, 295, 298, 299, 300, 304],
    .encoded: [189, 192],
    .opaque: [204, 239, 273],
  ]

  @Test(.enabled(if: PackageFile.exists(PatternConformanceTests.file), "needs ../shared/data"))
  func `cases with full addresses hold when a route can express them`() throws {
    let json = try PackageFile.bytes(PatternConformanceTests.file)
    let cases = try #require(try JSONSerialization.jsonObject(with: Data(json)) as? [Any])
    var (held, all) = (0, 0)
    var (leftOut, differing) = ([Reason: [Int]](), [Int]())
    for (place, item) in cases.enumerated() {
      guard let item = item as? [String: Any], let read = AddressCase(item) else { continue }
      all += 1
      do throws(AddressCase.LeftOut) {
        if try read.holds() { held += 1 } else { differing.append(place) }
      } catch {
        leftOut[error.reason, default: []].append(place)
      }
    }
    #expect(held == 96 && all == 187)
    let known: [Reason] = [.encoded, .opaque]
    #expect(Set(differing) == Set(known.flatMap { Self.leftOut[$0] ?? [] }))
    for reason in Reason.allCases where !known.contains(reason) {
      #expect(leftOut[reason] == Self.leftOut[reason], "\(reason.rawValue)")
    }
  }
}

/// One case with more than a path.
private struct AddressCase {
  struct LeftOut: Error {
    let reason: AddressConformanceTests.Reason
  }

  private typealias Reason = AddressConformanceTests.Reason

  private let item: [String: Any]
  private let patterns: [Any]
  private let object: [String: Any]
  private let isError: Bool
  private let ignoresCase: Bool

  /// Nil for a case with only a path.
  init?(_ item: [String: Any]) {
    guard let patterns = item["pattern"] as? [Any] else { return nil }
    let fields = patterns.first as? [String: Any]
    guard fields.map({ Set($0.keys) != ["pathname"] }) ?? true else { return nil }
    self.item = item
    self.patterns = patterns
    isError = item["expected_obj"] as? String == "error"
    object = item["expected_obj"] as? [String: Any] ?? [:]
    ignoresCase = (patterns.last as? [String: Any])?["ignoreCase"] as? Bool ?? false
  }

  /// Whether the route matches the link, with the expected captures.
  func holds() throws(LeftOut) -> Bool {
    let parts = try parts()
    let route = try route(parts)
    let page = ScreenDeclaration("page")
    let definition = RouteTableDefinition(
      tree: "main/stack[home]", screens: [page], routes: [route])
    guard let table = try? RouteTable(definition) else { return isError }
    guard !isError else { return false }
    let expected = item["expected_match"] as? [String: Any]
    guard let text = try input() else { throw LeftOut(reason: .noLink) }
    guard let link = try? RouteLink(text) else {
      if expected == nil { return true }
      throw LeftOut(reason: .noLink)
    }
    if link.port != nil { throw LeftOut(reason: .port) }
    let match = table.match(link)
    guard let expected, let match else { return (expected != nil) == (match != nil) }
    for component in ["hostname", "pathname", "hash"] where parts[component] != nil {
      let groups = (expected[component] as? [String: Any])?["groups"] as? [String: Any] ?? [:]
      for (name, value) in groups where component != "hostname" || name != "0" {
        let given = (value as? String).map { $0.removingPercentEncoding ?? $0 }
        if match.parameters[name] != given.map({ .string($0) }) { return false }
      }
    }
    return true
  }

  /// The components of the pattern, without those that match anything.
  private func parts() throws(LeftOut) -> [String: String] {
    let order = ["protocol", "hostname", "port", "pathname", "search", "hash"]
    let fields = patterns.first as? [String: Any] ?? [:]
    var parts: [String: String] = [:]
    for name in order + ["username", "password"] {
      parts[name] = object[name] as? String ?? fields[name] as? String
    }
    for name in item["exactly_empty_components"] as? [String] ?? [] where name != "port" {
      parts[name] = ""
    }
    let base = fields["baseURL"] as? String ?? patterns.dropFirst().first as? String
    if let base, let link = try? RouteLink(base) {
      let own: [String: String?] = [
        "protocol": link.scheme, "hostname": link.host, "port": link.port.map(String.init),
        "pathname": link.path, "search": text(link, link.queryRange),
      ]
      for name in order {
        if parts[name] != nil { break }
        parts[name] = own[name] ?? nil
      }
    } else if patterns.first is String, isError {
      throw LeftOut(reason: .constructor)
    }
    if isError, fields["baseURL"] != nil { throw LeftOut(reason: .constructor) }
    return parts.filter { $0.value != "*" }
  }

  private func text(_ link: RouteLink, _ range: Range<Int>?) -> String? {
    range.map { String(decoding: link.bytes[$0], as: UTF8.self) }
  }

  private func route(_ parts: [String: String]) throws(LeftOut) -> Route {
    if parts["username"] != nil || parts["password"] != nil { throw LeftOut(reason: .userInfo) }
    if parts["port"] != nil { throw LeftOut(reason: .port) }
    var route = Route("r", parts["pathname"] ?? "*", to: [.push("page")])
      .reading(endSlash: .exact, letterCase: ignoresCase ? .ignored : .exact)
    route.constraint.schemes = try schemes(parts["protocol"])
    route.constraint.hosts = try hosts(parts["hostname"])
    if let search = parts["search"] {
      let text = search.hasPrefix("?") ? String(search.dropFirst()) : search
      guard let plain = literal(text), let link = try? RouteLink("/?" + plain) else {
        throw LeftOut(reason: .queryPattern)
      }
      for item in link.queryItems { route.constraint.query[item.name] = .value(item.value) }
    }
    if let hash = parts["hash"] {
      let text = hash.hasPrefix("#") ? String(hash.dropFirst()) : hash
      route.constraint.fragment = .path(text)
      route = route.keepsOpen("0")
      for name in (try? PathPattern(text))?.names ?? [] { route = route.keepsOpen(name) }
    }
    return route
  }

  private func schemes(_ text: String?) throws(LeftOut) -> [String] {
    guard var text, text != "(.*)" else { return [] }
    if text.hasSuffix(":") { text.removeLast() }
    if text == "http{s}?" { return ["http", "https"] }
    if text.hasPrefix("("), text.hasSuffix(")"), text.contains("|") {
      return text.dropFirst().dropLast().split(separator: "|").map(String.init)
    }
    guard isError || literal(text) != nil else { throw LeftOut(reason: .schemePattern) }
    return [text]
  }

  private func hosts(_ text: String?) throws(LeftOut) -> [String] {
    guard let text else { return [] }
    if isError { return [literal(text) ?? text] }
    if let plain = literal(text) { return [plain] }
    if text.hasPrefix("{"), let end = text.firstRange(of: "}?"),
      let rest = literal(String(text[end.upperBound...]))
    {
      return [rest, text[..<end.lowerBound].dropFirst() + rest]
    }
    guard text.hasPrefix("*.") || text.hasPrefix(":") && text.contains("."),
      literal(String(text.dropFirst().drop { $0 != "." })) != nil
    else { throw LeftOut(reason: .hostPattern) }
    return [text]
  }

  /// The text of a pattern; nil when it is more than a literal.
  private func literal(_ pattern: String) -> String? {
    var text = ""
    var isEscaped = false
    for character in pattern {
      if !isEscaped, character == "\\" {
        isEscaped = true
        continue
      }
      if !isEscaped, ":*(){}+?".contains(character) { return nil }
      text.append(character)
      isEscaped = false
    }
    return text
  }

  /// The link to match, as text; nil when there is none.
  private func input() throws(LeftOut) -> String? {
    guard let inputs = item["inputs"] as? [Any], let first = inputs.first else { return nil }
    if let text = first as? String {
      return resolved(text, inputs.dropFirst().first as? String)
    }
    guard let fields = first as? [String: String] else { return nil }
    if fields["username"] != nil || fields["password"] != nil { throw LeftOut(reason: .userInfo) }
    if fields["port"] != nil { throw LeftOut(reason: .port) }
    func part(_ name: String, _ mark: String) -> String {
      guard let text = fields[name] else { return "" }
      return text.hasPrefix(mark) ? text : mark + text
    }
    let end = part("search", "?") + part("hash", "#")
    if let base = fields["baseURL"] {
      return resolved((fields["pathname"] ?? "") + end, base)
    }
    guard var scheme = fields["protocol"] else {
      return fields["hostname"] == nil ? (fields["pathname"] ?? "/") + end : nil
    }
    if scheme.hasSuffix(":") { scheme.removeLast() }
    let host = fields["hostname"].map { "//" + $0 } ?? ""
    return scheme + ":" + host + (fields["pathname"] ?? "") + end
  }

  /// A text, resolved against a base.
  private func resolved(_ text: String, _ base: String?) -> String {
    guard let base, (try? RouteLink(text)) == nil || text.hasPrefix("/"),
      let link = try? RouteLink(base)
    else { return text }
    if text.isEmpty { return base }
    let end = text.hasPrefix("#") ? link.queryRange?.upperBound : nil
    let start =
      text.hasPrefix("/")
      ? link.pathRange.lowerBound
      : text.hasPrefix("?") || text.hasPrefix("#") ? link.pathRange.upperBound : nil
    let folder = link.bytes[link.pathRange].lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 }
    let kept = end ?? start ?? folder ?? link.pathRange.upperBound
    return String(decoding: link.bytes[..<kept], as: UTF8.self) + text
  }
}
