package import RouteEngine

/// The rules of an `apple-app-site-association` file on universal links: they decide which links of
/// a domain open an app. A value; nothing is looked up elsewhere.
///
/// By Apple's documentation:
/// https://developer.apple.com/documentation/xcode/supporting-associated-domains and
/// https://developer.apple.com/documentation/bundleresources/applinks
package struct AppSiteAssociation: Sendable {
  /// A rule of `components`, or of the older `paths`.
  package struct Rule: Sendable {
    enum Query: Sendable {
      case pattern(WildcardPattern)
      /// By the names of query items.
      case items([(name: String, pattern: WildcardPattern)])
    }

    var path = WildcardPattern.all
    var query = Query.pattern(.all)
    var fragment = WildcardPattern.all
    /// Whether matching links stay in the browser.
    var excludes = false
    /// Whether the patterns are percent-encoded, as a link is.
    var isPercentEncoded = true
    /// Whether letter case in a path is ignored.
    var ignoresCase: Bool { path.ignoresCase }
    /// The rule as written in the file, for people.
    package var text = ""
    package let position: JSONPosition
  }

  /// The verdict on a link.
  package enum Verdict: Hashable, Sendable {
    /// The app is opened because of this rule.
    case arrives(Int)
    /// It stays in the browser because of this rule.
    case excluded(Int)
    /// No rule matches it.
    case untaken
  }

  /// The rules for one app, in file order.
  package let rules: [Rule]

  /// The verdict on a link: the first matching rule decides.
  package func verdict(on link: RouteLink) -> Verdict {
    for (index, rule) in rules.enumerated() where rule.takes(link) {
      return rule.excludes ? .excluded(index) : .arrives(index)
    }
    return .untaken
  }
}

extension AppSiteAssociation.Rule {
  /// Whether path, query and fragment match.
  func takes(_ link: RouteLink) -> Bool {
    guard path.matches(text(link, link.pathRange)), fragment.matches(text(link, link.fragmentRange))
    else { return false }
    switch query {
    case .pattern(let pattern): return pattern.matches(text(link, link.queryRange))
    case .items(let items):
      // A missing item has an empty value, and if there are several, all have to match
      // (WWDC 2019, session 717, "What's New in Universal Links").
      return items.allSatisfy { name, pattern in
        let values = link.queryItems.filter { $0.name == name }.map { item in
          text(link, item.valueRange)
        }
        return (values.isEmpty ? [""] : values).allSatisfy(pattern.matches)
      }
    }
  }

  private func text(_ link: RouteLink, _ range: Range<Int>?) -> String {
    guard let range else { return "" }
    if !isPercentEncoded { return link.decoded(range) }
    return String(decoding: link.bytes[range], as: UTF8.self)
  }
}
