import RouteStore

/// Makes the rows of `v_request` from entries, in order. Moments in an untrusted file may be any
/// numbers, so differences wrap.
struct RequestRows {
  /// The requests of the wanted entry point.
  private(set) var marked: Set<Int64> = []
  private let entryPoint: String?
  private let runs: RunTable
  private let names: RunTable?
  private var open: [Int64: Request] = [:]

  /// - Parameters:
  ///   - entryPoint: the entry point of ``marked``; nil for none.
  ///   - runs: the runs to which the requests belong.
  ///   - isNamed: whether a name of a request is needed.
  init(markedBy entryPoint: String?, of runs: RunTable, isNamed: Bool) {
    (self.entryPoint, self.runs, names) = (entryPoint, runs, isNamed ? runs : nil)
  }

  /// The most requests without an outcome; no device has more.
  static let mostOpen = 1_000_000

  /// A request, as far as its entries are known.
  private struct Request {
    let id: Int64
    /// The run in which it arrived.
    let run: RunTable.Run?
    /// Whether the file has its first entry.
    private let isWhole: Bool
    /// The run of the first entry that the file has; then its moment.
    private let teller: RunTable.Run?
    private let session, first: Int64
    let received: Int64
    let scene, entryPoint, link: SQLValue
    private let cause: SQLValue
    private let opener: Int64?
    /// The route in the newest entry that names one.
    private var route = SQLValue.null
    private var routeVersion = SQLValue.null
    private var router = SQLValue.null
    private var variant = SQLValue.null
    /// The last of its entries so far: its kind, session and moment.
    private var last: (kind: Int64, session: Int64, at: Int64)
    /// How long it was in the host's code or in the queue; nil when that is unknown.
    private var host: Int64? = 0
    private var wait: Int64 = 0

    init(
      _ id: Int64, _ entry: borrowing FetchedValues, _ teller: RunTable.Run?, of runs: RunTable
    ) {
      (self.id, self.teller) = (id, teller)
      isWhole = entry.integer(.sequence) == id
      run = isWhole ? teller : runs.run(ofEntry: id)
      (session, first) = (entry.integer(.session), entry.integer(.at))
      received = first &- entry.integer(.duration)
      (scene, entryPoint, link) = (entry.text(.scene), entry.text(.entryPoint), entry.text(.link))
      // An entry that releases a request names the cause of the release.
      cause = entry.integer(.kind) == EntryNumber.released ? .null : entry.number(.cause)
      opener = entry.optionalInteger(.opener)
      last = (entry.integer(.kind), session, first)
      takeRoute(entry)
    }

    /// Adds the time since its last entry, and the route if the entry names one.
    mutating func take(_ entry: borrowing FetchedValues) {
      let (session, at) = (entry.integer(.session), entry.integer(.at))
      switch last.kind {
      case EntryNumber.parked: wait &+= at &- last.at
      case EntryNumber.received, EntryNumber.released:
        host = session == last.session ? host.map { $0 &+ (at &- last.at) } : nil
      default: break
      }
      last = (entry.integer(.kind), session, at)
      takeRoute(entry)
    }

    /// Notes the route that took it, if the entry names one.
    private mutating func takeRoute(_ entry: borrowing FetchedValues) {
      guard !entry.isNull(.route) else { return }
      (route, routeVersion) = (entry.text(.route), entry.number(.routeVersion))
      (router, variant) = (entry.text(.router), entry.text(.variant))
    }

    /// Its row, with the values of the entry with its outcome.
    func row(_ end: borrowing FetchedValues, _ names: RunTable?) -> RelationRow {
      let duration = duration(until: end)
      let parts = parts(of: duration)
      return row([
        name(id, names), .integer(id), sessionID, device, name(opener, names),
        cause.or { end.number(.cause) }, scene, .integer(received), end.number(.at),
        duration, entryPoint.or { end.text(.entryPoint) },
        link.or { end.text(.link) }, route, routeVersion, router,
        end.text(.variant).or { variant }, end.text(.outcome), end.text(.reason),
        end.text(.screenBefore), end.text(.screenAfter), end.number(.sequence),
        parts.engine, parts.host, parts.wait,
      ])
    }

    /// The time in the engine, in the host's code, and in waiting.
    private func parts(
      of duration: SQLValue
    ) -> (engine: SQLValue, host: SQLValue, wait: SQLValue) {
      guard case .integer(let duration) = duration, let host, host >= 0, wait >= 0,
        host &+ wait <= duration
      else { return (.null, .null, .null) }
      return (.integer(duration &- host &- wait), .integer(host), .integer(wait))
    }

    /// Its row while it has no outcome.
    func row(_ names: RunTable?) -> RelationRow {
      let none = SQLValue.null
      return row([
        name(id, names), .integer(id), sessionID, device, name(opener, names), cause, scene,
        .integer(received), none, none, entryPoint, link, route, routeVersion, router, variant,
        none, none, none, none, none, none, none, none,
      ])
    }

    private func name(_ id: Int64?, _ names: RunTable?) -> SQLValue {
      id.flatMap { names?.name(ofEntry: $0, near: run) } ?? .null
    }

    /// Its duration. An entry only states durations within its own run.
    private func duration(until end: borrowing FetchedValues) -> SQLValue {
      guard isWhole else { return .null }
      guard end.integer(.session) != session, !end.isNull(.duration) else {
        return end.number(.duration)
      }
      let moment = end.integer(.at)
      return moment >= first ? .integer(moment &- received) : .null
    }

    private var sessionID: SQLValue { run?.identifier ?? .null }
    private var device: SQLValue { (run ?? teller)?.device ?? .null }

    private func row(_ values: [SQLValue]) -> RelationRow {
      RelationRow(
        kind: .request, time: received, run: run, sequence: id, request: id, values: values)
    }
  }

  /// Applies an entry; returns the row of a request whose outcome it has.
  ///
  /// Throws `limitReached` when more than ``mostOpen`` have no outcome.
  mutating func take(
    _ entry: borrowing FetchedValues, _ run: RunTable.Run?
  ) throws(StoreError) -> RelationRow? {
    let kind = entry.integer(.kind)
    guard EntryNumber.ofRequests.contains(kind) else { return nil }
    let sequence = entry.integer(.sequence)
    let id = entry.optionalInteger(.request)
    if kind == EntryNumber.decided, id ?? sequence == sequence {
      let request = Request(sequence, entry, run, of: runs)
      mark(sequence, by: request.entryPoint)
      return request.row(entry, names)
    }
    guard let id else { return nil }
    if entry.isNull(.outcome) {
      guard open[id] == nil else {
        open[id]?.take(entry)
        return nil
      }
      guard open.count < Self.mostOpen else {
        throw .limitReached(reason: "more than \(Self.mostOpen) requests have no outcome")
      }
      let request = Request(id, entry, run, of: runs)
      mark(id, by: request.entryPoint)
      open[id] = request
      return nil
    }
    var request = open.removeValue(forKey: id) ?? Request(id, entry, run, of: runs)
    request.take(entry)
    mark(id, by: request.entryPoint.or { entry.text(.entryPoint) })
    return request.row(entry, names)
  }

  /// The rows of requests without an outcome, in order.
  func rest() -> some Sequence<RelationRow> {
    open.keys.sorted().lazy.compactMap { open[$0]?.row(names) }
  }

  private mutating func mark(_ request: Int64, by value: SQLValue) {
    guard let entryPoint, case .text(let text) = value, text.utf8.elementsEqual(entryPoint.utf8)
    else { return }
    marked.insert(request)
  }
}

extension SQLValue {
  /// The value, or a replacement for NULL.
  fileprivate func or(_ other: () -> SQLValue) -> SQLValue {
    if case .null = self { other() } else { self }
  }
}
