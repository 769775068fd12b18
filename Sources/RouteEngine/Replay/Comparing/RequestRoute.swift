package import RouteEngine

/// The route of a request: the one in its newest entry that names a route. A waiting request has
/// the route for which host code was asked, and keeps it when it ends without a decision.
/// `v_request` defines it in the same way.
package struct RequestRoute: Hashable, Sendable {
  /// Its identifier; nil for a router that took the request itself.
  package let identifier: String?
  /// Its version.
  package let version: Int?
  /// The router that took the request; nil for the table's own routes.
  package let router: String?

  /// The route that an entry names; nil when it names none, and then an earlier entry of the
  /// request counts.
  package init?(namedBy entry: JournalEntry) {
    guard entry.namesRoute else { return nil }
    (identifier, version, router) = (entry.route, entry.routeVersion, entry.router)
  }

  /// A digest that is equal for equal routes, in any journal.
  var digest: UInt64 {
    var digest = Digest64()
    digest.combine(optional: identifier)
    digest.combine(optional: version.map { UInt64(bitPattern: Int64($0)) })
    digest.combine(optional: router)
    return digest.value
  }
}
