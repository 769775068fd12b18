import RouteStore
import Testing

/// What silence does to visits, views and days, on runs worked by hand: by the views of the file
/// and by gathered relations. Times in seconds since 1970-01-02.
@Suite struct SilenceTests {
  private static let day: Int64 = 86_400
  private let folder: Folder
  private let path: String

  init() throws {
    folder = try Folder()
    path = folder.file("a.sqlite")
  }

  /// A sign of use: what it is, when, and which screen it names.
  private struct Sign {
    let kind: Int64
    let seconds: Int64
    var screen: String?

    static func decided(_ seconds: Int64, _ screen: String) -> Sign {
      Sign(kind: 4, seconds: seconds, screen: screen)
    }
    static func began(_ seconds: Int64, _ screen: String) -> Sign {
      Sign(kind: 1, seconds: seconds, screen: screen)
    }
    static func foreground(_ seconds: Int64) -> Sign { Sign(kind: 11, seconds: seconds) }
    static func background(_ seconds: Int64) -> Sign { Sign(kind: 12, seconds: seconds) }
    static func ended(_ seconds: Int64) -> Sign { Sign(kind: 31, seconds: seconds) }
  }

  /// Writes one run of the host; it is over when its last entry says so.
  private func write(_ signs: [Sign]) throws {
    let journal = try Journal.open(.file(path))
    var batch = JournalBatch()
    var session = SessionRow(
      number: 1, identifier: "a", device: "d",
      beganMicroseconds: (Self.day + signs[0].seconds) * 1_000_000, firstSequence: 1)
    for (index, sign) in signs.enumerated() {
      var entry = EntryRow(
        sequence: Int64(index + 1), session: 1, kind: sign.kind,
        atMicroseconds: (Self.day + sign.seconds) * 1_000_000)
      if sign.kind == 4 {
        (entry.request, entry.entryPoint, entry.outcome) = (entry.sequence, "url", "shown")
        entry.screenBefore = batch.entries.last { $0.screenAfter != nil }?.screenAfter
      }
      entry.screenAfter = sign.screen
      batch.entries.append(entry)
      if sign.kind == 31 {
        (session.ending, session.endedMicroseconds) = ("ended", entry.atMicroseconds)
      }
    }
    batch.session = session
    try journal.append(&batch)
  }

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
      SELECT visit_id, view_number, screen, next_screen, entered_us / 1000000 - \(Self.day),
        left_us / 1000000 - \(Self.day), dwell_us / 1000000
      FROM v_screen_view ORDER BY view_id
      """)
  }

  @Test func `a run of three days makes a device active on each day`() throws {
    let day = Self.day
    try write([
      .began(100, "feed"), .decided(160, "item"), .decided(day + 100, "feed"),
      .decided(day + 700, "item"), .decided(2 * day + 100, "feed"), .decided(2 * day + 130, "item"),
    ])
    #expect(
      try rows("SELECT * FROM v_daily_active ORDER BY day_us") == [
        "86400000000 1 1 1.0 60.0", "172800000000 1 1 1.0 600.0", "259200000000 1 1 1.0 30.0",
      ])
  }

  @Test func `a visit over midnights counts on each of its days, and began on one`() throws {
    let day = Self.day
    let signs = stride(from: day - 600, through: 3 * day + 600, by: 1_500).map {
      Sign.decided($0, "feed")
    }
    try write([.began(day - 700, "feed")] + signs)
    #expect(
      try rows("SELECT day_us / 86400000000, active_devices, visits FROM v_daily_active ORDER BY 1")
        == ["1 1 1", "2 1 0", "3 1 0", "4 1 0"])
  }

  @Test func `work on a journal without its host is no use of a device`() throws {
    try write([.began(0, "feed"), .ended(1)])
    try edit(path, "UPDATE session SET beginning = 'maintenance'")
    #expect(try rows("SELECT count(*) FROM v_daily_active") == ["0"])
  }

  @Test func `a visit's end ends a view, and the next visit begins with one`() throws {
    let day = Self.day
    try write([
      .began(0, "feed"), .decided(60, "item"), .background(120), .foreground(180),
      .background(240), .foreground(day), .decided(day + 5, "bag"), .ended(day + 65),
    ])
    #expect(
      try views() == [
        "a:1 1 feed item 0 60 60", "a:1 2 item - 60 240 120",
        "a:6 1 item bag \(day) \(day + 5) 5", "a:6 2 bag - \(day + 5) \(day + 65) 60",
      ])
  }

  @Test func `a view in a night of silence ends with the last sign of use`() throws {
    let day = Self.day
    try write([
      .began(0, "feed"), .decided(720, "item"), .decided(730, "item"), .decided(day, "item"),
      .decided(day + 40, "feed"), .ended(2 * day),
    ])
    #expect(
      try views() == [
        "a:1 1 feed item 0 720 720", "a:1 2 item - 720 730 10",
        "a:4 1 item feed \(day) \(day + 40) 40", "a:4 2 feed - \(day + 40) - -",
      ])
    #expect(try rows("SELECT views FROM v_visit ORDER BY began_us") == ["2", "2"])
  }

  @Test func `how long a visit's last screen was seen is unknown without a sign after it`() throws {
    try write([.began(0, "feed"), .decided(60, "item"), .ended(60)])
    #expect(try views() == ["a:1 1 feed item 0 60 60", "a:1 2 item - 60 - -"])
    #expect(
      try rows("SELECT screen, views, avg_dwell_ms FROM v_screen_dwell") == ["feed 1 60000.0"])
  }

  @Test(arguments: [(1_799, 1), (1_800, 2), (1_801, 2)])
  func `thirty minutes of silence part visits, and less does not`(gap: Int64, visits: Int) throws {
    try write([.began(0, "feed"), .decided(10, "item"), .decided(10 + gap, "bag")])
    #expect(try rows("SELECT count(*) FROM v_visit") == ["\(visits)"])
  }
}
