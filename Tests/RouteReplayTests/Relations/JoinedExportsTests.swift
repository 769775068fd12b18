import Foundation
import RouteAnalytics
import RouteStore
import RouteTestSupport
import Testing

@testable import RouteReplayProgram

/// Two exports of one history, and an attacker who has both: columns that join their rows, and
/// columns that do not.
///
/// The devices do the same things within an hour, each at its own moments and with its own
/// durations: everything that links them is a fault of the export. One more device does what no
/// other does.
@Suite struct `Joining two exports of one history` {
  let place = Workplace()

  private static let devices = 36
  /// 2026-11-22 23:00.
  private static let hour: Int64 = 1_795_388_400_000_000
  /// This many rows are in their places by chance once in a thousand million times.
  private static let chance = 13

  private func record(rare: Bool = false) throws {
    let journal = try Journal.open(.file(place.path("a")))
    var last: Int64 = 0
    for number in 0..<Self.devices {
      var batch = JournalBatch()
      let began = Self.hour + Int64(number) * 97_000_003
      var device = Device(number: Int64(number + 1), began: began, last: last)
      device.act(isRare: rare && number == 7)
      batch.entries = device.entries
      batch.session = device.session
      try journal.append(&batch)
      last = device.last
    }
  }

  private struct Device {
    let number, began: Int64
    let session: SessionRow
    private(set) var last: Int64
    private(set) var entries: [EntryRow] = []

    init(number: Int64, began: Int64, last: Int64) {
      (self.number, self.began, self.last) = (number, began, last)
      var session = SessionRow(
        number: number, identifier: "session-\(number)", device: "device-\(number)",
        beganMicroseconds: began, firstSequence: last + 1)
      (session.appVersion, session.build, session.beginning) = ("1.0", "7", "clean")
      (session.ending, session.endedMicroseconds) = ("ended", began + 30_000_000 + number * 1_009)
      self.session = session
    }

    mutating func act(isRare: Bool) {
      add(1, 0) { $0.screenAfter = "feed" }
      let request = add(4, 4_000_000) {
        ($0.entryPoint, $0.link, $0.route) = ("url", "https://shop.example/new", "item")
        ($0.outcome, $0.screenBefore, $0.screenAfter) = ("shown", "feed", "item")
      }
      let mark = Array(#"{"action":{"name":"mark"}}"#.utf8)
      let action = add(17, 4_000_100) { ($0.request, $0.payload) = (request, mark) }
      add(18, 4_100_000) { ($0.action, $0.attempt) = (action, 1) }
      add(20, 4_800_000) { ($0.action, $0.attempt) = (action, 1) }
      add(4, 10_000_000) {
        ($0.entryPoint, $0.outcome, $0.reason) = ("push", "denied", "no \(isRare)")
        ($0.link, $0.route) = ("https://shop.example/mine", isRare ? "gift" : "mine")
        ($0.screenBefore, $0.screenAfter) = ("item", "item")
      }
      add(4, 20_000_000) {
        ($0.entryPoint, $0.outcome) = ("hostFact", "shown")
        ($0.screenBefore, $0.screenAfter) = ("item", "feed")
      }
      add(31, 30_000_000) { _ in }
    }

    /// Adds an entry at that many microseconds after the beginning, plus the device's own offset.
    @discardableResult
    private mutating func add(
      _ kind: Int64, _ after: Int64, _ change: (inout EntryRow) -> Void
    ) -> Int64 {
      last += 1
      let own = after > 0 ? number * 1_009 : 0
      var entry = EntryRow(
        sequence: last, session: number, kind: kind, atMicroseconds: began + after + own)
      if kind == 4 {
        (entry.request, entry.scene) = (last, "main")
        entry.durationMicroseconds = 2_000 + number
      }
      if kind == 17 { entry.action = last }
      change(&entry)
      entries.append(entry)
      return last
    }
  }

  // MARK: Two exports

  private func export(_ name: String, _ profile: RedactionProfile) throws {
    var words = ["export", "a", "--format", "ndjson", "--out", name, "--profile", profile.rawValue]
    if profile != .full {
      place.write("\(name).key", Data(name.utf8) + Data(count: 32))
      words += ["--pseudonyms", "\(name).key"]
    }
    try place.run(words).expect(0)
  }

  /// The rows of a relation, in the order of its files.
  private func rows(_ name: String, _ relation: String) throws -> [JoinAttack.Row] {
    let folder = place.folder.appending(path: "\(name)/\(relation)")
    let days = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    return try days.flatMap { day in
      let bytes = try #require(place.bytes("\(name)/\(relation)/\(day)/rows.ndjson"))
      return try objects(String(decoding: bytes, as: UTF8.self)).map { object in
        object.compactMapValues { $0 is NSNull ? nil : "\($0)" }
      }
    }
  }

  /// The relations with rows, with their key columns.
  private static let keys = [
    "v_request": "request_id", "v_screen_view": "view_id", "v_action": "action_id",
    "v_visit": "visit_id", "v_run": "session_id",
  ]

  /// Both exports, each row with its row number in the journal.
  private func attack(_ one: RedactionProfile, _ other: RedactionProfile) throws -> JoinAttack {
    try export("truth", .full)
    try export("one", one)
    try export("other", other)
    return JoinAttack(
      relations: try Self.keys.sorted { $0.key < $1.key }.map { relation, key in
        let base = try #require(BaseRelation.all.first { $0.name == relation })
        let truth = try rows("truth", relation)
        #expect(truth.count >= Self.devices)
        func numbered(
          _ name: String, _ profile: RedactionProfile
        ) throws -> [JoinAttack.Numbered] {
          var names: [String: Int] = [:]
          for (number, row) in truth.enumerated() {
            names[try exported(row, key, as: name, profile)] = number
          }
          return try rows(name, relation).map { row in
            let number = names[row[key] ?? ""]
            return (coarse(row, of: base, [one, other]), try #require(number))
          }
        }
        // The text of a time has the same content as its number, which is rounded below.
        let columns = base.columns.filter { $0.type != .moment || one == other }
        return try JoinAttack.Relation(
          name: relation, columns: columns.map(\.name), one: numbered("one", one),
          other: numbered("other", other))
      })
  }

  /// A row with its times rounded as in the coarser of two profiles: two digits imply one, and the
  /// hour implies the day.
  private func coarse(
    _ row: JoinAttack.Row, of relation: BaseRelation, _ profiles: [RedactionProfile]
  ) -> JoinAttack.Row {
    guard profiles.contains(.minimal), let rounding = RedactionProfile.minimal.rounding,
      let start = relation.time.flatMap({ row[$0] }).flatMap(Int64.init)
    else { return row }
    var row = row
    for column in relation.columns {
      guard let value = row[column.name].flatMap(Int64.init) else { continue }
      switch column.content {
      case .moment: row[column.name] = "\(rounding.moment(value, after: start))"
      case .length: row[column.name] = "\(rounding.length(value))"
      default: break
      }
    }
    return row
  }

  private func exported(
    _ row: JoinAttack.Row, _ key: String, as name: String, _ profile: RedactionProfile
  ) throws -> String {
    let value = try #require(row[key])
    guard profile != .full else { return value }
    var names = try Pseudonyms(keyIn: place.path("\(name).key"))
    guard let number = Int64(value) else { return text(names.pseudonym(of: Array(value.utf8))) }
    let device = try #require(row["device_id"])
    let pseudonym = names.pseudonym(ofSequence: number, of: Array(device.utf8))
    return "\(try #require(pseudonym))"
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// The devices that the patterns of both exports link.
  private func linkedDevices(_ attack: JoinAttack) throws -> Set<String> {
    var devices: [String: String] = [:]
    for export in ["one", "other"] {
      var names = try Pseudonyms(keyIn: place.path("\(export).key"))
      for number in 1...Self.devices {
        devices[text(names.pseudonym(of: Array("device-\(number)".utf8)))] = "device-\(number)"
      }
    }
    return attack.linkedDevices { devices[$0] }
  }

  // MARK: Attacks

  @Test(
    arguments: [(.standard, .standard), (.standard, .minimal), (.minimal, .minimal)]
      as [(RedactionProfile, RedactionProfile)])
  func `finds no two rows that are one, by any column, columns, order or pattern`(
    one: RedactionProfile, other: RedactionProfile
  ) throws {
    try record()
    let attack = try attack(one, other)
    for relation in attack.relations {
      let (columns, rows) = JoinAttack.mostLinked(relation)
      #expect(rows == 0, "\(relation.name) by \(columns)")
      let (column, places) = JoinAttack.mostInPlace(relation)
      #expect(places < Self.chance, "\(relation.name) in order of \(column ?? "the file")")
    }
    #expect(try linkedDevices(attack).isEmpty)
  }

  @Test func `finds every row where nothing is hidden, so it is an attack`() throws {
    try record()
    for relation in try attack(.full, .full).relations {
      #expect(JoinAttack.mostLinked(relation).rows == relation.one.count, "\(relation.name)")
      #expect(JoinAttack.mostInPlace(relation).rows == relation.one.count)
    }
  }

  @Test func `shares no identifier and no sequence`() throws {
    try record()
    for relation in try attack(.standard, .standard).relations {
      let base = try #require(BaseRelation.all.first { $0.name == relation.name })
      let shared = Set(JoinAttack.shared(relation))
      for column in base.columns where [.identifier, .sequence].contains(column.content) {
        #expect(!shared.contains(column.name), "\(relation.name).\(column.name)")
      }
    }
    let digests = try ["one", "other"].map { name -> Set<String> in
      let bytes = try #require(place.bytes("\(name)/manifest.json"))
      #expect(String(decoding: bytes, as: UTF8.self).contains("\"anchor\": null"))
      let manifest = try JSONSerialization.jsonObject(with: bytes) as? [String: Any]
      let files = try #require(manifest?["files"] as? [[String: Any]])
      return Set(
        files.filter { $0["rows"] as? Int != 0 }.compactMap { $0["sha256"] as? String })
    }
    #expect(digests[0].count == Self.keys.count && digests[0].isDisjoint(with: digests[1]))
  }

  @Test func `finds a device that did what no other did, as the guide says`() throws {
    try record(rare: true)
    let found = try linkedDevices(attack(.standard, .minimal))
    #expect(found == ["device-8"])
    let told = try PackageFile.text("Sources/RouteEngine/Replay/RouteReplay.docc/replaying.md")
    #expect(told.contains("A device that did what no other did in its hours is found"))
  }

  @Test func `finds no row of a database by its place`() throws {
    try record()
    var order: [[String]] = []
    for name in ["one", "other"] {
      place.write("\(name).key", Data(name.utf8) + Data(count: 32))
      try place.run(
        "export", "a", "--format", "sqlite", "--out", name, "--pseudonyms", "\(name).key"
      ).expect(0)
      var names = try Pseudonyms(keyIn: place.path("\(name).key"))
      var devices: [String: String] = [:]
      for number in 1...Self.devices {
        devices[text(names.pseudonym(of: Array("device-\(number)".utf8)))] = "\(number)"
      }
      var found: [String] = []
      let database = try Connection(path: place.path(name), mode: .read)
      let rows = try database.prepare("SELECT device_id FROM v_run ORDER BY rowid")
      while try rows.step() {
        let device = rows.text(0)
        found.append(devices[device] ?? device)
      }
      #expect(found.count == Self.devices && Set(found).count == Self.devices)
      order.append(found)
    }
    #expect(zip(order[0], order[1]).count { $0 == $1 } < Self.chance)
    #expect(order[0] != (1...Self.devices).map { "\($0)" })
  }

  @Test func `finds no span of a trace in another's`() throws {
    try record()
    var identifiers: [Set<String>] = []
    var traces: [[String]] = []
    for _ in 0..<2 {
      let lines = try place.run("export", "a", "--format", "otlp").expect(0).output
      let words = lines.split(separator: "\"").map(String.init)
      identifiers.append(Set(words.filter { $0.count > 9 && $0.allSatisfy(\.isHexDigit) }))
      let times = words.filter { $0.count == 19 && $0.allSatisfy(\.isNumber) }
      #expect(!times.isEmpty)
      // Durations have two digits; everything begins with the hour.
      #expect(times.allSatisfy { $0.hasPrefix("17953884") } && Set(times).count < 12)
      traces.append(words.filter { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
    }
    #expect(identifiers.allSatisfy { $0.count > 4 * Self.devices })
    // Times are the only numbers that both have.
    #expect(identifiers[0].intersection(identifiers[1]).allSatisfy { $0.hasPrefix("17953884") })
    #expect(traces[0].count == traces[1].count)
  }
}
