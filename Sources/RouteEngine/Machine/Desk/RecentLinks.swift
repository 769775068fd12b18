/// The newest links, kept while an equal link may be the same delivery.
struct RecentLinks {
  /// A link that came, and how its request ended so far.
  struct Link {
    let ticket: Ticket
    let at: RouteInstant
    let fingerprint: UInt64
    let scene: String?
    var id: RequestID?
    var outcome: Outcome?

    init(_ pending: PendingRequest) {
      (ticket, at, id) = (pending.ticket, pending.request.at, pending.id)
      fingerprint = pending.request.fingerprint
      scene = pending.request.options.scene
    }
  }

  private var links: [Link] = []

  /// The most links remembered within the window; a further link is not remembered.
  private static var most: Int { 100 }

  /// The invariant that is broken; nil when all hold.
  var brokenInvariant: String? {
    if links.count > Self.most { return "\(links.count) links are remembered" }
    if Set(links.map(\.ticket)).count < links.count { return "one link is remembered twice" }
    if links.contains(where: { $0.outcome != nil && $0.id == nil }) { return "a link has no id" }
    return nil
  }

  /// The first link that equals a request's, goes into the same scene and came within a window. If
  /// there is none, the request itself is remembered.
  ///
  /// - Parameter window: in microseconds.
  mutating func first(equalTo request: PendingRequest, within window: Int64) -> Link? {
    let oldest = request.request.at.advanced(byMicroseconds: -window)
    links.removeAll { $0.at < oldest }
    let new = Link(request)
    let first = links.first {
      $0.ticket != new.ticket && $0.id != nil && $0.fingerprint == new.fingerprint
        && $0.scene == new.scene
    }
    if let first { return first }
    let isKnown = links.contains { $0.ticket == new.ticket }
    if !isKnown, links.count < Self.most { links.append(new) }
    return nil
  }

  /// Notes the id that the journal gave a request, or its outcome.
  mutating func note(_ ticket: Ticket, _ id: RequestID?, _ outcome: Outcome? = nil) {
    guard let index = links.firstIndex(where: { $0.ticket == ticket }) else { return }
    // A request that ends at once is not looked up under its id again.
    if let id { links[index].id = id }
    if let outcome { links[index].outcome = outcome }
  }

  /// Forgets all links.
  mutating func removeAll() { links = [] }
}
