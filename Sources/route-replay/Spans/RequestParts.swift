import RouteEngine
import RouteStore

/// Collects the events between arrival and end of requests from their entries: when host code was
/// asked, its answers, and when a request waited.
struct RequestParts {
  /// A part of a request, in the session with this number.
  struct Part {
    enum Kind {
      /// Host code answered; with the index of the answer in the entry.
      case answer(RecordedAnswer, place: Int)
      /// The request waited with this status.
      case wait(WaitingRequest.Status)
    }

    let kind: Kind
    let session: Int64
    /// The entry that records it.
    let entry: Int64
    let start: Int64
    let end: Int64
  }

  private struct Request {
    /// When host code was last about to be asked.
    var asked: Int64?
    var waiting: (status: WaitingRequest.Status, session: Int64, entry: Int64, start: Int64)?
    var parts: [Part] = []

    mutating func endWait(at moment: Int64) {
      guard let waiting else { return }
      parts.append(
        Part(
          kind: .wait(waiting.status), session: waiting.session, entry: waiting.entry,
          start: waiting.start, end: moment))
      self.waiting = nil
    }
  }

  /// The most parts of requests without an end; no device has more.
  private static let most = 1_000_000

  private var open: [Int64: Request] = [:]
  private var held = 0

  /// Applies an entry.
  ///
  /// Throws `limitReached` when requests without an end have too many parts.
  mutating func take(_ row: EntryRow) throws(StoreError) {
    guard let kind = EntryKind(rawValue: row.kind), Self.kinds.contains(kind) else { return }
    let id = row.request ?? row.sequence
    var request = open[id] ?? Request()
    held -= request.parts.count
    request.endWait(at: row.atMicroseconds)
    switch kind {
    case .received: request.asked = row.atMicroseconds
    case .parked, .decided: answer(row, kind, &request)
    default: break
    }
    held += request.parts.count
    open[id] = request
    guard open.count + held <= Self.most else {
      throw .limitReached(reason: "requests without an outcome have more than \(Self.most) parts")
    }
  }

  /// Returns and forgets the parts of a request that has ended, in the order of the entries.
  mutating func end(_ id: Int64) -> [Part] {
    guard let request = open.removeValue(forKey: id) else { return [] }
    held -= request.parts.count
    return request.parts
  }

  private static let kinds: Set<EntryKind> = [.received, .parked, .released, .decided]

  private func answer(_ row: EntryRow, _ kind: EntryKind, _ request: inout Request) {
    // An entry that this version cannot understand has no known parts; 'verify' reports it.
    guard !row.payload.isEmpty, let entry = try? EntryCoder.decode(row) else { return }
    // Without an earlier entry, code was asked and answered since the request's arrival.
    let start = request.asked ?? row.atMicroseconds &- (row.durationMicroseconds ?? 0)
    for (place, answer) in entry.answers.enumerated() {
      request.parts.append(
        Part(
          kind: .answer(answer, place: place), session: row.session, entry: row.sequence,
          start: start, end: row.atMicroseconds))
    }
    request.asked = nil
    guard kind == .parked else { return }
    for case .wait(let waiting) in entry.changes {
      request.waiting = (waiting.status, row.session, row.sequence, row.atMicroseconds)
    }
  }
}
