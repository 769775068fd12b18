import RouteEngine
import RouteStore

/// Gathers what the entries of requests tell of the time between arrival and end: when host code
/// was asked, what it answered, and when a request waited.
struct RequestParts {
  /// A part of a request, in the session with that number.
  struct Part {
    enum Kind {
      /// Host code answered; the place of the answer among those of the entry.
      case answer(RecordedAnswer, place: Int)
      /// The request waited so.
      case wait(WaitingRequest.Status)
    }

    let kind: Kind
    let session: Int64
    /// The entry that tells of it.
    let entry: Int64
    let start: Int64
    let end: Int64
  }

  private struct Request {
    /// When host code was about to be asked.
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

  /// More than these no device has of requests that did not end.
  private static let most = 1_000_000

  private var open: [Int64: Request] = [:]
  private var held = 0

  /// Looks at an entry.
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

  /// The parts of a request that has ended, in the order of the entries. They are forgotten.
  mutating func end(_ id: Int64) -> [Part] {
    guard let request = open.removeValue(forKey: id) else { return [] }
    held -= request.parts.count
    return request.parts
  }

  private static let kinds: Set<EntryKind> = [.received, .parked, .released, .decided]

  private func answer(_ row: EntryRow, _ kind: EntryKind, _ request: inout Request) {
    // Of an entry that this version cannot understand there is nothing to tell; 'verify' names it.
    guard !row.payload.isEmpty, let entry = try? EntryCoder.decode(row) else { return }
    // Without an entry before it, code was asked and answered since the request arrived.
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
