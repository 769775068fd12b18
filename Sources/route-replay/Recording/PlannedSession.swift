import RouteEngine
import RouteStore

/// The requests that are recorded as one session: a visit of an access log, or a whole list.
struct PlannedSession: Sendable {
  let device: String
  /// The requests; at least one.
  let requests: PlannedRequests

  /// Whether it is a visit in an access log.
  var isVisit: Bool { if case .lines = requests { true } else { false } }

  /// Whether the input has times; if not, the system's clocks are used.
  var hasTimes: Bool {
    switch requests {
    case .links: false
    case .objects(let objects, _): objects.contains { $0.at != nil }
    case .lines: true
    }
  }

  /// The identifier of a session that begins with the request of a source id. It is equal each
  /// time, because an interrupted recorder has to recognise its last session.
  static func identifier(beginningWith source: String, table: RouteTable) -> String {
    let text = "session\n\(Digest64.hex(table.digest))\n\(source)"
    return SHA256.digest(of: Array(text.utf8)).mark
  }
}

/// The inputs of one recording, read and divided into sessions.
struct RecordingPlan {
  enum Format: String, CaseIterable {
    /// One link on each line.
    case links
    /// One JSON object on each line.
    case jsonl
    /// The combined format of Apache httpd.
    case accessLog = "access-log"
  }

  private(set) var sessions: [PlannedSession] = []
  /// Lines that are not requests: the input, and the problem.
  private(set) var problems: [(input: String, problem: InputProblem)] = []

  /// Inputs with lines of which none is a link: they probably have another format.
  private(set) var linkless: [String] = []

  /// An id that two inputs use for different links: it takes effect once, so the second link would
  /// not be recorded.
  struct Conflict {
    let id: String
    let first: (input: String, link: String)
    let second: (input: String, link: String)
  }

  /// The first such conflict; nil when there is none.
  private(set) var conflict: Conflict?

  /// The total number of requests.
  var count: Int { sessions.reduce(0) { $0 + $1.requests.count } }

  /// Reads inputs; `-` is standard input.
  init(_ inputs: [String], _ format: Format) throws(InputError) {
    switch format {
    case .links:
      for input in inputs {
        let list = try LinkList(path: input)
        note(list.problems, of: input)
        let isLinkless = !list.links.contains { Self.isLink($0) }
        if isLinkless, !(list.links.isEmpty && list.problems.isEmpty) { linkless.append(input) }
        add(.links(list.links, of: SHA256.digest(of: list.lines.bytes).mark))
      }
    case .jsonl:
      var known: [[UInt8]: (input: String, link: String)] = [:]
      for input in inputs {
        let list = try JSONLineList(path: input)
        note(list.problems, of: input)
        if inputs.count > 1 { compareIDs(of: list, from: input, &known) }
        add(.objects(list.items, of: SHA256.digest(of: list.lines.bytes).mark))
      }
    case .accessLog: try addLogs(inputs)
    }
  }

  /// Searches for ids that an earlier input has; an id that occurs twice in one input is recorded
  /// as such.
  private mutating func compareIDs(
    of list: JSONLineList, from input: String,
    _ known: inout [[UInt8]: (input: String, link: String)]
  ) {
    for item in list.items where conflict == nil {
      guard let id = item.id else { continue }
      let first = known[Array(id.utf8)] ?? (input, item.link)
      known[Array(id.utf8)] = first
      guard first.input != input, !first.link.hasSameBytes(as: item.link) else { continue }
      conflict = Conflict(id: id, first: first, second: (input, item.link))
    }
  }

  /// Whether a line is a link, even one that is too long to be read.
  private static func isLink(_ text: String) -> Bool {
    do throws(RouteLink.ParseError) {
      _ = try RouteLink(text)
      return true
    } catch {
      if case .tooLong = error { return true }
      return false
    }
  }

  /// Reads the logs of one server as one log: a visit may continue in the next file.
  private mutating func addLogs(_ inputs: [String]) throws(InputError) {
    var log = AccessLog()
    for input in inputs {
      let next = try AccessLog(path: input)
      note(next.problems, of: input)
      log.append(next)
    }
    // A log grows at its end, so a line is identified by itself, and equal lines by their order.
    var seen: [SHA256.Digest: Int] = [:]
    let occurrences = log.lines.map { line in
      seen[line.digest, default: 0] += 1
      return seen[line.digest, default: 0]
    }
    for visit in log.visits() {
      let lines = PlannedRequests.lines(visit.places, of: log.lines, occurrences: occurrences)
      sessions.append(PlannedSession(device: visit.visitor, requests: lines))
    }
  }

  private mutating func add(_ requests: PlannedRequests) {
    guard !requests.isEmpty else { return }
    sessions.append(PlannedSession(device: "route-replay", requests: requests))
  }

  private mutating func note(_ found: [InputProblem], of input: String) {
    problems += found.map { (input, $0) }
  }
}
