/// A ``LinkConstraint`` made ready: bytes in canonical form, as links have them.
package struct LinkTest: Hashable, Sendable {
  /// A host, or all that end in it.
  struct Host: Hashable, Sendable {
    /// With its leading dot when it is an ending; empty for having none.
    let text: [UInt8]
    let isEnding: Bool
    /// The parameter that the one label before the ending is; nil when any number may stand there.
    var label: String?

    /// As it is written in a table.
    var pattern: String {
      (isEnding ? label.map { ":\($0)" } ?? "*" : "") + String(decoding: text, as: UTF8.self)
    }

    /// Links of custom schemes keep the case of their host, which does not count.
    func takes(_ host: some Collection<UInt8> & BidirectionalCollection) -> Bool {
      guard isEnding ? host.count > text.count : host.count == text.count else { return false }
      if label != nil, host.dropLast(text.count).contains(UInt8(ascii: ".")) { return false }
      return zip(host.suffix(text.count), text).allSatisfy { RouteLink.Parser.small($0) == $1 }
    }

    /// Whether every host that the other takes is taken by this one.
    func covers(_ other: Host) -> Bool {
      if label != nil, other.isEnding { return other.label != nil && other.text == text }
      guard isEnding, other.isEnding else { return !other.isEnding && takes(other.text) }
      return other.text.count >= text.count && other.text.suffix(text.count).elementsEqual(text)
    }
  }

  struct Rule: Hashable, Sendable {
    let name: [UInt8]
    /// The value asked for; nil when any will do.
    let value: [UInt8]?
    let isPresent: Bool

    /// Whether what this one asks for meets the other as well.
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
  /// The fragment and the query items that have to be paths of their own; for each there is a rule
  /// that asks for any value.
  var texts: [PathText] = []
  /// The table's rules, for what the route says nothing about.
  var start = LinkStart()
  /// Whether `+` is a space in the query.
  var plusIsSpace = true

  /// Asks nothing.
  package init() {}

  /// Whether it asks nothing that another test might not, and reads every query as usual.
  var isEmpty: Bool { self == LinkTest() }
}

extension LinkTest {
  /// Whether a link meets all that is asked.
  func takes(_ link: RouteLink) -> Bool {
    takesStart(of: link) && rules.allSatisfy { takes(link, $0) }
      && (fragment.map { takesFragment(of: link, $0) } ?? true)
      && (texts.isEmpty || texts.allSatisfy { $0.takes(link, plusIsSpace: plusIsSpace) })
  }

  private func takesFragment(of link: RouteLink, _ rule: Rule) -> Bool {
    guard let range = link.fragmentRange, !range.isEmpty else { return !rule.isPresent }
    guard rule.isPresent else { return false }
    // A fragment that a token hides equals no value that a rule asks for.
    return rule.value.map { PercentEncoding.decodedBytes(link.bytes, range) == $0 } ?? true
  }

  /// Whether it asks for the very fragment that a link has.
  func tellsFragment(of link: RouteLink) -> Bool {
    fragment?.value != nil && fragment.map { takesFragment(of: link, $0) } ?? false
  }

  /// Whether scheme and host are as asked.
  package func takesStart(of link: RouteLink) -> Bool {
    takesScheme(of: link) && takesHost(of: link) && differenceOfStart(from: link) == nil
  }

  private func differenceOfStart(from link: RouteLink) -> Difference? {
    start.isEmpty
      ? nil
      : start.difference(from: link, namesScheme: !schemes.isEmpty, namesHost: !hosts.isEmpty)
  }

  /// Whether the query, or the text of the fragment, is asked anything.
  package var asksForItems: Bool { !rules.isEmpty || fragment?.value != nil || !texts.isEmpty }

  /// Whether a link of which only tokens are known may meet or miss what is asked of its query.
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

  /// Whether it asks for the very value that this item has, so that the item tells nothing which
  /// the table does not.
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
    /// It has another scheme, or none.
    case scheme(given: String?, wanted: [String])
    /// It has another host, or none.
    case host(given: String?, wanted: [String])
    /// A query item has another value, nil for one of which only the token is known; or, without
    /// `wanted`, there should be none.
    case item(name: String, given: String?, wanted: String?)
    /// There is no such query item.
    case noItem(name: String, wanted: String?)
    /// The fragment is another one, or missing, or should be; of a token nothing is told.
    case fragment(wanted: String?, isWanted: Bool)
    /// The value of that query item, of the fragment without `item`, is no path that the pattern
    /// takes.
    case path(item: String?, pattern: String)
  }

  /// The first of what a link lacks; nil when it meets all that is asked.
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
  /// The parameters that labels of hosts are, each once.
  var labels: [String] { hosts.compactMap(\.label).unique }

  /// The parameters that are captured beside the path.
  var names: [String] { labels + texts.flatMap(\.pattern.names) }

  /// The label of a link's host that is a parameter, and where it stands; nil without one.
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
  /// How many comparisons at least ``excludes(_:)`` may take: what is asked for is compared each
  /// with each. Of the same hosts, as an app has for all of its routes, the first ones meet.
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

  /// Whether every link that fits this one fits the other, which asks for less.
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
  /// Whether that is the decoded name.
  func hasName(_ name: [UInt8]) -> Bool { isSame(nameRange, name, plusIsSpace: true) }

  /// Whether that is the decoded value; false for a token, whose value is not known.
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
