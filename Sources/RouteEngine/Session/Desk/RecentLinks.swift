/// The links that came last, as long as an equal one may be the same delivery.
struct RecentLinks {
  private var requests: [PendingRequest] = []

  /// So many different links are remembered within the time; more are each one of its own.
  private static var most: Int { 100 }

  /// The first request with an equal link into the same scene that came within a window; a request
  /// that is the first of its sort is remembered.
  ///
  /// - Parameter window: in microseconds.
  mutating func first(equalTo request: PendingRequest, within window: Int64) -> PendingRequest? {
    let oldest = request.request.at.advanced(by: -window)
    requests.removeAll { $0.request.at < oldest }
    let first = requests.first {
      $0 !== request && $0.id != nil && $0.request.fingerprint == request.request.fingerprint
        && $0.request.options.scene == request.request.options.scene
    }
    if let first { return first }
    let isKnown = requests.contains { $0 === request }
    if !isKnown, requests.count < Self.most { requests.append(request) }
    return nil
  }

  /// Forgets them all.
  mutating func removeAll() { requests = [] }
}
