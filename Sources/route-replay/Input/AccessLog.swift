/// A web server's access log, and the visits in it.
struct AccessLog: Sendable {
  /// What one visitor did without a long silence: recorded as one session.
  struct Visit: Sendable {
    let visitor: String
    /// At least one, by time, then by place in the log.
    let lines: [AccessLogLine]
  }

  /// Half an hour of silence, in microseconds, ends a visit.
  static let silence: Int64 = 30 * 60 * 1_000_000

  /// In the order of the log.
  private(set) var lines: [AccessLogLine] = []
  /// Lines that are no requests.
  private(set) var problems: [InputProblem] = []

  init() {}

  /// Reads a file, or standard input for `-`. Throws when it cannot be read at all; lines that are
  /// no requests become problems.
  init(path: String) throws(InputError) {
    var input = try InputLines(path: path)
    while let line = try input.next() { add(line) }
  }

  mutating func add(_ line: InputLine) {
    switch line {
    case .tooLong(let number, let byteCount):
      problems.append(.tooLong(line: number, byteCount: byteCount))
    case .whole(let number, let bytes):
      if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) { return }
      do {
        lines.append(try AccessLogLine(line: number, bytes: bytes))
      } catch {
        problems.append(InputProblem(line: number, reason: error.reason))
      }
    }
  }

  /// The visits, by the time they began, then by place in the log.
  ///
  /// A server writes a line when its answer is finished, so times step back in the log. Each
  /// visitor's lines are sorted by time; lines of the same second keep their order, equal lines are
  /// all kept.
  func visits() -> [Visit] {
    var byVisitor: [[UInt8]: [AccessLogLine]] = [:]
    for line in lines { byVisitor[Array(line.visitor.utf8), default: []].append(line) }
    var visits: [Visit] = []
    for lines in byVisitor.values {
      let sorted = lines.sorted { ($0.at, $0.line) < ($1.at, $1.line) }
      var start = 0
      for end in 1...sorted.count
      where end == sorted.count || sorted[end].at - sorted[end - 1].at >= Self.silence {
        visits.append(Visit(visitor: sorted[start].visitor, lines: Array(sorted[start..<end])))
        start = end
      }
    }
    return visits.sorted {
      ($0.lines[0].at, $0.lines[0].line) < ($1.lines[0].at, $1.lines[0].line)
    }
  }
}
