/// Entries that came one after another without a long pause.
struct ReportedStretch: Equatable {
  /// The first and the last of them.
  var first: Int64
  var last: Int64
  /// When they were written.
  var from: Int64
  var to: Int64
  var entries = 1
  /// How many of them failed.
  var failures = 0
  /// How long nothing had happened before; nil for the first.
  var pause: Int64?

  /// Pauses from which on a new stretch begins: as short a one as leaves so few that a person can
  /// look through them.
  private static let pauses: [Int64] = [60, 600, 1_800, 3_600, 21_600, 86_400].map {
    $0 * 1_000_000
  }
  static let most = 40

  /// Parts the entries of a report.
  ///
  /// - Returns: the stretches, and the pause, in microseconds, that parts them.
  static func all(of entries: [ReportedEntry]) -> (stretches: [ReportedStretch], pause: Int64) {
    var pause = pauses[0]
    var found = parted(entries, at: pause)
    for longer in pauses.dropFirst() where found.count > most {
      pause = longer
      found = parted(entries, at: pause)
    }
    while found.count > most, pause < .max / 2 {
      pause *= 2
      found = parted(entries, at: pause)
    }
    return (found, pause)
  }

  private static func parted(_ entries: [ReportedEntry], at pause: Int64) -> [ReportedStretch] {
    var stretches: [ReportedStretch] = []
    for entry in entries {
      let moment = entry.atMicroseconds
      let (silence, overflow) = moment.subtractingReportingOverflow(stretches.last?.to ?? moment)
      if stretches.isEmpty || overflow || silence >= pause || silence <= -pause {
        stretches.append(
          ReportedStretch(
            first: entry.sequence, last: entry.sequence, from: moment, to: moment,
            pause: stretches.isEmpty ? nil : overflow ? .max : silence))
      } else {
        stretches[stretches.count - 1].last = entry.sequence
        stretches[stretches.count - 1].to = moment
        stretches[stretches.count - 1].entries += 1
      }
      if entry.has(.failure) { stretches[stretches.count - 1].failures += 1 }
    }
    return stretches
  }
}
