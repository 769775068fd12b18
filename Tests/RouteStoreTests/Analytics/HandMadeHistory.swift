import RouteStore
import RouteTestSupport

/// The sessions of a history, entry by entry, as a test writes them.
struct HandMadeHistory {
  /// One batch for each session.
  private var batches: [JournalBatch] = []
  private var began: Int64 = 0
  private var last: Int64 = 0

  /// Begins a session, which ends a minute later.
  mutating func begin(_ device: String, _ version: String, _ beginning: String, at moment: Int64) {
    began = moment
    var batch = JournalBatch()
    let number = Int64(batches.count + 1)
    var session = SessionRow(
      number: number, identifier: "s\(number)", device: device, beganMicroseconds: moment,
      firstSequence: last + 1)
    (session.appVersion, session.beginning, session.ending) = (version, beginning, "ended")
    session.endedMicroseconds = moment + 60_000_000
    batch.session = session
    batches.append(batch)
  }

  /// Adds an entry of the newest session, at that number of microseconds after its beginning.
  @discardableResult
  mutating func add(
    _ kind: Int64, _ after: Int64, _ change: (inout EntryRow) -> Void = { _ in }
  ) -> Int64 {
    last += 1
    var entry = EntryRow(
      sequence: last, session: Int64(batches.count), kind: kind, atMicroseconds: began + after)
    if kind == 3 || kind == 4 { entry.request = last }
    change(&entry)
    batches[batches.count - 1].entries.append(entry)
    return last
  }

  /// Adds a request that shows a screen at once.
  mutating func show(
    _ screen: String, _ after: Int64, _ entryPoint: String, variant: String, took: Int64
  ) {
    add(4, after) {
      ($0.entryPoint, $0.outcome, $0.durationMicroseconds) = (entryPoint, "shown", took)
      ($0.route, $0.variant) = (screen, variant)
      ($0.screenBefore, $0.screenAfter) = ("feed", screen)
    }
  }

  /// Writes the journal of these sessions.
  func write(to path: String) throws {
    let journal = try Journal.open(.file(path))
    for var batch in batches { try journal.append(&batch) }
  }

  /// The rows that every engine gives for a query of its journal.
  func rows(_ sql: String) throws -> [String] {
    let folder = TemporaryFolder()
    let path = folder.file("a.sqlite")
    try write(to: path)
    return try rowsEverywhere(sql, of: path)
  }
}
