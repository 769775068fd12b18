import RouteStore
import Testing

/// What a relaunch within a visit does to its views, and to requests that wait over it, on runs
/// worked by hand: by the views of the file and by gathered relations. Times in seconds since
/// 1970-01-02.
@Suite struct RelaunchTests {
  private static let day: Int64 = 86_400
  private let folder: Folder
  private let path: String

  init() throws {
    folder = try Folder()
    path = folder.file("a.sqlite")
  }

  /// An entry: what it is, when, and which screen it names.
  private struct Sign {
    let kind: Int64
    let seconds: Int64
    var screen: String?
    /// The first entry of its request, and how long that took.
    var request: Int64?
    var took: Int64?

    static func began(_ seconds: Int64, _ screen: String) -> Sign {
      Sign(kind: 1, seconds: seconds, screen: screen)
    }
    static func restored(_ seconds: Int64, _ screen: String) -> Sign {
      Sign(kind: 2, seconds: seconds, screen: screen)
    }
    static func decided(_ seconds: Int64, _ screen: String) -> Sign {
      Sign(kind: 4, seconds: seconds, screen: screen)
    }
    static func received(_ seconds: Int64) -> Sign { Sign(kind: 3, seconds: seconds) }
    static func released(_ seconds: Int64, _ request: Int64, took: Int64?) -> Sign {
      Sign(kind: 4, seconds: seconds, screen: "item", request: request, took: took)
    }
    static func background(_ seconds: Int64) -> Sign { Sign(kind: 12, seconds: seconds) }
    static func ended(_ seconds: Int64) -> Sign { Sign(kind: 31, seconds: seconds) }
  }

  /// Writes runs of the host, each of which is over when its last entry says so.
  private func write(_ runs: [[Sign]]) throws {
    let journal = try Journal.open(.file(path))
    var batch = JournalBatch()
    var last: Int64 = 0
    for (index, signs) in runs.enumerated() {
      let number = Int64(index + 1)
      var session = SessionRow(
        number: number, identifier: "run-\(number)", device: "d",
        beganMicroseconds: moment(signs[0].seconds), firstSequence: last + 1)
      var shown: String?
      for sign in signs {
        last += 1
        var entry = EntryRow(
          sequence: last, session: number, kind: sign.kind,
          atMicroseconds: moment(sign.seconds))
        if [3, 4].contains(sign.kind) {
          (entry.request, entry.entryPoint) = (sign.request ?? entry.sequence, "url")
        }
        if sign.kind == 4 {
          (entry.outcome, entry.screenBefore) = ("shown", shown)
          entry.durationMicroseconds = sign.took
        }
        entry.screenAfter = sign.screen
        shown = sign.screen ?? shown
        batch.entries.append(entry)
        if sign.kind == 31 {
          (session.ending, session.endedMicroseconds) = ("ended", entry.atMicroseconds)
        }
      }
      batch.session = session
      try journal.append(&batch)
      batch.entries = []
    }
  }

  private func moment(_ seconds: Int64) -> Int64 { (Self.day + seconds) * 1_000_000 }

  private func rows(_ sql: String) throws -> [String] {
    var found: [String] = []
    try History(path: path).query(sql) { found.append(line($0)) }
    let gathered = try GatheredRelations(RelationColumns(readBy: [sql]))
    for part in 0..<gathered.partCount {
      try gathered.gather(part, from: 1) { _ in try History(path: path) }
    }
    var again: [String] = []
    try gathered.reader().query(sql) { again.append(line($0)) }
    #expect(again == found)
    return found
  }

  private func line(_ row: [SQLValue]) -> String {
    row.map { value in
      switch value {
      case .null: "-"
      case .integer(let integer): "\(integer)"
      case .real(let real): "\((real * 1_000).rounded() / 1_000)"
      case .text(let text): text
      case .blob: "blob"
      }
    }.joined(separator: " ")
  }

  private func views() throws -> [String] {
    try rows(
      """
      SELECT session_id, view_number, screen, next_screen, entered_us / 1000000 - \(Self.day),
        left_us / 1000000 - \(Self.day), dwell_us / 1000000
      FROM v_screen_view ORDER BY view_id
      """)
  }

  @Test func `a screen that a relaunch brings back is one view, whose dwell time nobody knows`()
    throws
  {
    try write([
      [.began(0, "feed"), .decided(10, "item")],
      [.began(40, "item"), .restored(40, "item"), .decided(100, "bag"), .ended(130)],
    ])
    #expect(
      try views() == [
        "run-1 1 feed item 0 10 10", "run-1 2 item bag 10 100 -", "run-2 3 bag - 100 130 30",
      ])
    #expect(
      try rows(
        "SELECT from_screen, to_screen, transitions FROM v_screen_transitions ORDER BY 1, 2")
        == ["bag (exit) 1", "feed item 1", "item bag 1"])
    #expect(try rows("SELECT sessions, views FROM v_visit") == ["2 3"])
  }

  @Test func `of a run that ended the time until the next is no dwell time`() throws {
    try write([
      [.began(0, "feed"), .decided(10, "item"), .ended(20)],
      [.began(40, "item"), .decided(100, "bag"), .ended(130)],
    ])
    #expect(
      try views() == [
        "run-1 1 feed item 0 10 10", "run-1 2 item bag 10 100 70", "run-2 3 bag - 100 130 30",
      ])
  }

  @Test func `a view goes on over several relaunches, to the last one's end`() throws {
    try write([
      [.began(0, "feed"), .background(10), .ended(12)], [.began(40, "feed"), .ended(40)],
      [.began(60, "feed"), .ended(90)],
    ])
    #expect(try views() == ["run-1 1 feed - 0 90 40"])
  }

  @Test func `a relaunch to another screen is a transition, and one after silence a view`() throws {
    try write([
      [.began(0, "feed"), .decided(10, "item")], [.began(40, "feed")], [.began(4_000, "feed")],
    ])
    #expect(
      try views() == [
        "run-1 1 feed item 0 10 10", "run-1 2 item feed 10 - -", "run-2 3 feed - 40 - -",
        "run-3 1 feed - 4000 - -",
      ])
  }

  @Test func `a request that waits over a launch takes from its arrival to its end`() throws {
    try write([
      [.began(0, "feed"), .received(10), .received(11), .received(12), .received(13)],
      [
        .began(40, "feed"), .released(70, 2, took: 5), .released(71, 3, took: nil),
      ],
      [.began(12, "feed"), .released(12, 4, took: 5), .released(12, 5, took: 5)],
    ])
    #expect(
      try rows("SELECT request_id, duration_us FROM v_request ORDER BY request_id") == [
        "2 60000000", "3 -", "4 0", "5 -",
      ])
  }
}
