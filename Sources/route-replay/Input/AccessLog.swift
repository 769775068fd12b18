/// A web server's access log, and the visits in it.
struct AccessLog: InputList, Sendable {
  /// The requests of one visitor without a long silence, which are recorded as one session.
  struct Visit: Sendable {
    let visitor: String
    /// The indices of its lines in the log: at least one, ordered by time, then by index.
    let places: [Int]
  }

  /// The silence that ends a visit: half an hour, in microseconds.
  static let silence: Int64 = 30 * 60 * 1_000_000

  /// The lines, in the order of the log.
  private(set) var lines: [AccessLogLine] = []
  /// Lines that are not requests.
  var problems: [InputProblem] = []

  /// Adds the lines of the next log, for example after a server has begun a new file.
  mutating func append(_ next: AccessLog) {
    lines += next.lines
    problems += next.problems
  }

  mutating func add(_ bytes: [UInt8], line number: Int) {
    let text = Self.text(bytes, line: number)
    if text.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) { return }
    do {
      lines.append(try AccessLogLine(Array(text)))
    } catch {
      problems.append(InputProblem(line: number, reason: error.reason))
    }
  }

  /// The visits, ordered by their start, then by index in the log.
  ///
  /// A server writes a line when its answer is finished, so the times in the log are not sorted.
  /// Each visitor's lines are sorted by time; lines of one second keep their order, and equal lines
  /// are all kept.
  func visits() -> [Visit] {
    var byVisitor: [[UInt8]: [Int]] = [:]
    for (place, line) in lines.enumerated() {
      byVisitor[Array(line.visitor.utf8), default: []].append(place)
    }
    var visits: [Visit] = []
    for places in byVisitor.values {
      let sorted = places.sorted { (lines[$0].at, $0) < (lines[$1].at, $1) }
      var start = 0
      for end in 1...sorted.count
      where end == sorted.count
        || lines[sorted[end]].at - lines[sorted[end - 1]].at >= Self.silence
      {
        visits.append(
          Visit(visitor: lines[sorted[start]].visitor, places: Array(sorted[start..<end])))
        start = end
      }
    }
    return visits.sorted {
      (lines[$0.places[0]].at, $0.places[0]) < (lines[$1.places[0]].at, $1.places[0])
    }
  }
}
