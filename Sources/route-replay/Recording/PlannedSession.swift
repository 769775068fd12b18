import RouteEngine
import RouteStore

/// One line of an input that is to become a request.
struct PlannedRequest: Sendable {
  let link: String
  /// Microseconds since 1970-01-01 00:00 UTC; nil when the input does not say.
  let at: Int64?
  let principal: String?
  let mark: Mark

  /// What a request is known by: it follows from the input's content alone, so that the same line
  /// of the same input is known again.
  enum Mark: Sendable {
    /// What the input says.
    case id(String)
    /// Which line it is of an input with a digest.
    case place(of: String, number: Int)
    /// A line's own digest, and which of the equal lines it is.
    case line(SHA256.Digest, occurrence: Int)
  }

  /// The mark as text, for a source id. Made when it is asked for: a million of them are 80 MB.
  var source: String {
    switch mark {
    case .id(let id): id
    case .place(let input, let number): "\(input):\(number)"
    case .line(let digest, let occurrence): "\(digest.mark)-\(occurrence)"
    }
  }
}

extension SHA256.Digest {
  /// 32 hexadecimal digits.
  fileprivate var mark: String { String(description.prefix(32)) }
}

/// What is recorded as one session: a visit of an access log, or a whole list.
struct PlannedSession: Sendable {
  let device: String
  /// In the order in which they are opened.
  let requests: [PlannedRequest]

  /// Whether the input has times; otherwise the system's clocks are used.
  var hasTimes: Bool { requests.contains { $0.at != nil } }

  /// The identifier of a session that begins with a request: the same on every machine, because a
  /// recorder that was cut off has to know its last session again.
  static func identifier(beginningWith request: PlannedRequest, table: RouteTable) -> String {
    let text = "session\n\(Digest64.hex(table.digest))\n\(request.source)"
    return SHA256.digest(of: Array(text.utf8)).mark
  }
}

/// The inputs of one recording, read and cut into sessions.
struct RecordingPlan {
  enum Format: String, CaseIterable {
    /// One link a line.
    case links
    /// One JSON object a line.
    case jsonl
    /// The combined format of Apache httpd.
    case accessLog = "access-log"
  }

  private(set) var sessions: [PlannedSession] = []
  /// Lines that are no requests: the input, and what is wrong.
  private(set) var problems: [(input: String, problem: InputProblem)] = []

  /// Inputs that have lines, none of which is a link: they are probably something else.
  private(set) var linkless: [String] = []

  /// How many requests there are in all.
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
        let digest = SHA256.digest(of: list.lines.bytes).mark
        add(
          list.links.enumerated().map { index, link in
            PlannedRequest(
              link: link, at: nil, principal: nil, mark: .place(of: digest, number: index + 1))
          })
      }
    case .jsonl:
      for input in inputs {
        let list = try JSONLineList(path: input)
        note(list.problems, of: input)
        let digest = SHA256.digest(of: list.lines.bytes).mark
        add(
          list.items.enumerated().map { index, item in
            PlannedRequest(
              link: item.link, at: item.at, principal: item.principal,
              mark: item.id.map { .id($0) } ?? .place(of: digest, number: index + 1))
          })
      }
    case .accessLog: try addLogs(inputs)
    }
  }

  /// Whether a line is a link, be it one that is too long to be read.
  private static func isLink(_ text: String) -> Bool {
    do throws(RouteLink.ParseError) {
      _ = try RouteLink(text)
      return true
    } catch {
      if case .tooLong = error { return true }
      return false
    }
  }

  /// The logs of one server are read as one: a visit may go on in the next file.
  private mutating func addLogs(_ inputs: [String]) throws(InputError) {
    var log = AccessLog()
    for input in inputs {
      let next = try AccessLog(path: input)
      note(next.problems, of: input)
      log.append(next)
    }
    // A log is appended to, so a line is known by itself; equal lines by which of them it is.
    var seen: [SHA256.Digest: Int] = [:]
    let occurrences = log.lines.map { line in
      seen[line.digest, default: 0] += 1
      return seen[line.digest, default: 0]
    }
    for visit in log.visits() {
      let requests = visit.places.map { place in
        let line = log.lines[place]
        return PlannedRequest(
          link: line.target, at: line.at, principal: nil,
          mark: .line(line.digest, occurrence: occurrences[place]))
      }
      sessions.append(PlannedSession(device: visit.visitor, requests: requests))
    }
  }

  private mutating func add(_ requests: [PlannedRequest]) {
    guard !requests.isEmpty else { return }
    sessions.append(PlannedSession(device: "route-replay", requests: requests))
  }

  private mutating func note(_ found: [InputProblem], of input: String) {
    problems += found.map { (input, $0) }
  }
}
