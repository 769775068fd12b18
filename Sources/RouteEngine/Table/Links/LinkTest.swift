/// A compiled ``LinkConstraint``: bytes in the canonical form of links.
package struct LinkTest: Hashable, Sendable {
  /// A host, or all hosts with an ending.
  struct Host: Hashable, Sendable {
    /// The host, or an ending with its leading dot; empty for a link without a host.
    let text: [UInt8]
    let isEnding: Bool
    /// The parameter that captures the one label before the ending; nil when any labels may stand
    /// there.
    var label: String?

    /// The host as written in a table.
    var pattern: String {
      (isEnding ? label.map { ":\($0)" } ?? "*" : "") + String(decoding: text, as: UTF8.self)
    }

    /// Links of custom schemes keep the letter case of their host, which does not count.
    func takes(_ host: some Collection<UInt8> & BidirectionalCollection) -> Bool {
      guard isEnding ? host.count > text.count : host.count == text.count else { return false }
      if label != nil, host.dropLast(text.count).contains(UInt8(ascii: ".")) { return false }
      return zip(host.suffix(text.count), text).allSatisfy { RouteLink.Parser.small($0) == $1 }
    }

    /// Whether it takes every host that the other takes.
    func covers(_ other: Host) -> Bool {
      if label != nil, other.isEnding { return other.label != nil && other.text == text }
      guard isEnding, other.isEnding else { return !other.isEnding && takes(other.text) }
      return other.text.count >= text.count && other.text.suffix(text.count).elementsEqual(text)
    }
  }

  struct Rule: Hashable, Sendable {
    let name: [UInt8]
    /// The required value; nil: any value.
    let value: [UInt8]?
    let isPresent: Bool

    /// Whether meeting this rule implies meeting the other.
    func implies(_ other: Rule) -> Bool {
      name == other.name && isPresent == other.isPresent
        && (other.value == nil || other.value == value)
    }

    func excludes(_ other: Rule) -> Bool {
      guard name == other.name else { return false }
      guard isPresent, other.isPresent else { return isPresent != other.isPresent }
      return value != nil && other.value != nil && value != other.value
    }
  }

  var schemes: [[UInt8]] = []
  var hosts: [Host] = []
  var rules: [Rule] = []
  /// The rule for the fragment; its name is empty.
  var fragment: Rule?
  /// The fragment and the query items that have to be paths; for each item there is also a rule
  /// that requires any value.
  var texts: [PathText] = []
  /// The table's rules, which apply when the route has none.
  var start = LinkStart()
  /// Whether `+` is a space in the query.
  var plusIsSpace = true

  /// A test without requirements.
  package init() {}

  /// Whether it has no requirements of its own and reads queries in the usual way.
  var isEmpty: Bool { self == LinkTest() }
}

extension LinkTest {
  /// Whether a link meets all requirements.
  func takes(_ link: RouteLink) -> Bool {
    takesStart(of: link) && rules.allSatisfy { takes(link, $0) }
      && (fragment.map { takesFragment(of: link, $0) } ?? true)
      && (texts.isEmpty || texts.allSatisfy { $0.takes(link, plusIsSpace: plusIsSpace) })
  }

  private func takesFragment(of link: RouteLink, _ rule: Rule) -> Bool {
    guard let range = link.fragmentRange, !range.isEmpty else { return !rule.isPresent }
    guard rule.isPresent else { return false }
    // A fragment hidden by a token equals no required value.
    return rule.value.map { PercentEncoding.decodedBytes(link.bytes, range) == $0 } ?? true
  }

  /// Whether it requires exactly the fragment that a link has.
  func tellsFragment(of link: RouteLink) -> Bool {
    fragment?.value != nil && fragment.map { takesFragment(of: link, $0) } ?? false
  }

  /// Whether scheme and host meet the requirements.
  package func takesStart(of link: RouteLink) -> Bool {
    takesScheme(of: link) && takesHost(of: link) && differenceOfStart(from: link) == nil
  }

  private func differenceOfStart(from link: RouteLink) -> Difference? {
    start.isEmpty
      ? nil
      : start.difference(from: link, namesScheme: !schemes.isEmpty, namesHost: !hosts.isEmpty)
  }

  /// Whether it has requirements for the query or for the text of the fragment.
  package var asksForItems: Bool { !rules.isEmpty || fragment?.value != nil || !texts.isEmpty }

  /// Whether tokens in a link may decide if it meets the requirements for its query and fragment.
  package func turnsOnToken(of link: RouteLink) -> Bool {
    guard asksForItems else { return false }
    if fragment?.value != nil, let range = link.fragmentRange, link.token(in: range) != nil {
      return true
    }
    if texts.contains(where: { $0.holdsToken(in: link) }) { return true }
    let hidesNames = link.queryItems.contains { $0.isBare && link.token(in: $0.nameRange) != nil }
    return rules.contains { rule in
      guard let item = link.queryItem(rule.name) else { return hidesNames }
      return rule.value != nil && (hidesNames || link.token(in: item.valueRange) != nil)
    }
  }

  private func takesScheme(of link: RouteLink) -> Bool {
    if schemes.isEmpty { return true }
    let scheme = link.bytes[link.schemeRange ?? 0..<0]
    return schemes.contains { scheme.elementsEqual($0) }
  }

  private func takesHost(of link: RouteLink) -> Bool {
    if hosts.isEmpty { return true }
    let host = link.bytes[start.isSegment(hostOf: link) ? 0..<0 : link.hostRange ?? 0..<0]
    return hosts.contains { $0.takes(host) }
  }

  private func takes(_ link: RouteLink, _ rule: Rule) -> Bool {
    guard let item = link.queryItem(rule.name) else { return !rule.isPresent }
    guard rule.isPresent else { return false }
    return rule.value.map { item.hasValue($0, in: link, plusIsSpace: plusIsSpace) } ?? true
  }

  /// Whether it requires exactly the value that this item has, so that the item adds nothing to the
  /// table.
  func tells(_ item: RouteLink.QueryItem, of link: RouteLink) -> Bool {
    rules.contains { rule in
      guard let value = rule.value, item.hasName(rule.name) else { return false }
      return item.hasValue(value, in: link, plusIsSpace: plusIsSpace)
    }
  }
}

extension LinkTest {
  /// A requirement that a link does not meet.
  package enum Difference: Hashable, Sendable {
    /// The link has another scheme, or none.
    case scheme(given: String?, wanted: [String])
    /// The link has another host, or none.
    case host(given: String?, wanted: [String])
    /// A query item has another value, nil when only its token is known; or it is there although
    /// `wanted` is nil.
    case item(name: String, given: String?, wanted: String?)
    /// There is no such query item.
    case noItem(name: String, wanted: String?)
    /// The fragment differs, is missing, or should be missing; the value of a token is not given.
    case fragment(wanted: String?, isWanted: Bool)
    /// The value of the query item, or of the fragment when `item` is nil, does not match the
    /// pattern.
    case path(item: String?, pattern: String)
  }

  /// The first requirement that a link does not meet; nil when it meets all.
  func difference(from link: RouteLink) -> Difference? {
    if !takesScheme(of: link) {
      return .scheme(given: link.scheme, wanted: schemes.map(Self.text))
    }
    if !takesHost(of: link) {
      return .host(given: link.host, wanted: hosts.map(\.pattern))
    }
    if let difference = differenceOfStart(from: link) { return difference }
    guard let rule = rules.first(where: { !takes(link, $0) }) else {
      if let fragment, !takesFragment(of: link, fragment) {
        return .fragment(wanted: fragment.value.map(Self.text), isWanted: fragment.isPresent)
      }
      return texts.first { !$0.takes(link, plusIsSpace: plusIsSpace) }.map { text in
        .path(item: text.item.map(Self.text), pattern: text.pattern.text)
      }
    }
    let (name, wanted) = (Self.text(rule.name), rule.value.map(Self.text))
    guard let item = link.queryItem(rule.name) else { return .noItem(name: name, wanted: wanted) }
    let isToken = link.token(in: item.valueRange) != nil
    return .item(
      name: name, given: isToken ? nil : item.value(plusIsSpace: plusIsSpace), wanted: wanted)
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension LinkTest {
  /// The parameters that capture labels of hosts, each once.
  var labels: [String] { hosts.compactMap(\.label).unique }

  /// The parameters that are captured beside the path.
  var names: [String] { labels + texts.flatMap(\.pattern.names) }

  /// The label of a link's host that is a parameter, and its range; nil without one.
  func label(of link: RouteLink) -> (name: String, range: Range<Int>)? {
    guard hosts.contains(where: { $0.label != nil }), let range = link.hostRange else { return nil }
    let host = link.bytes[range]
    guard let taking = hosts.first(where: { $0.takes(host) }), let name = taking.label else {
      return nil
    }
    return (name, range.dropLast(taking.text.count))
  }
}

extension LinkTest {
  /// An estimate of the comparisons that ``excludes(_:)`` takes, as it compares each requirement
  /// with each. When the hosts are equal, as in most apps, the first ones already match.
  func parts(comparedWith other: LinkTest) -> Int {
    max(
      1, schemes.count * other.schemes.count,
      hosts == other.hosts ? hosts.count : hosts.count * other.hosts.count,
      (rules.count + texts.count) * (other.rules.count + other.texts.count))
  }

  /// Whether no link can fit both.
  func excludes(_ other: LinkTest) -> Bool {
    if !schemes.isEmpty, !other.schemes.isEmpty, !schemes.contains(where: other.schemes.contains) {
      return true
    }
    let haveHosts = !hosts.isEmpty && !other.hosts.isEmpty
    if haveHosts,
      !hosts.contains(where: { mine in
        other.hosts.contains { $0.covers(mine) || mine.covers($0) }
      })
    {
      return true
    }
    if let fragment, let theirs = other.fragment, fragment.excludes(theirs) { return true }
    return rules.contains { rule in other.rules.contains(where: rule.excludes) }
      || texts.contains { $0.isApart(from: other) }
      || other.texts.contains { $0.isApart(from: self) }
  }

  /// Whether this test is stricter: every link that meets it meets the other, and not the reverse.
  func isWithin(_ other: LinkTest) -> Bool {
    asksAll(of: other) && !other.asksAll(of: self)
  }

  private func asksAll(of other: LinkTest) -> Bool {
    let (mine, theirs) = (schemes, other.schemes)
    guard theirs.isEmpty || (!mine.isEmpty && mine.allSatisfy(theirs.contains)) else {
      return false
    }
    let areHostsWithin =
      other.hosts.isEmpty
      || (!hosts.isEmpty && hosts.allSatisfy { host in other.hosts.contains { $0.covers(host) } })
    guard areHostsWithin else { return false }
    if let theirs = other.fragment, !(fragment?.implies(theirs) ?? false) { return false }
    return other.rules.allSatisfy { wanted in rules.contains { $0.implies(wanted) } }
      && other.texts.allSatisfy { $0.isAskedAfter(self) }
  }
}

extension RouteLink {
  /// The first item of the query with that decoded name.
  func queryItem(_ name: [UInt8]) -> QueryItem? {
    guard queryRange != nil else { return nil }
    for item in queryItems where item.hasName(name) { return item }
    return nil
  }
}

extension RouteLink.QueryItem {
  /// Whether the decoded name is this one.
  func hasName(_ name: [UInt8]) -> Bool { isSame(nameRange, name, plusIsSpace: true) }

  /// Whether the decoded value is this one; false for a token, whose value is not known.
  fileprivate func hasValue(_ value: [UInt8], in link: RouteLink, plusIsSpace: Bool) -> Bool {
    link.token(in: valueRange) == nil && isSame(valueRange, value, plusIsSpace: plusIsSpace)
  }

  private func isSame(_ range: Range<Int>, _ text: [UInt8], plusIsSpace: Bool) -> Bool {
    let slice = bytes[range]
    let isEncoded = slice.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }
    guard isEncoded else { return slice.elementsEqual(text) }
    return PercentEncoding.decodedBytes(bytes, range, plusIsSpace: plusIsSpace) == text
  }
}
