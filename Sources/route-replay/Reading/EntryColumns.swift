import RouteEngine
import RouteStore

/// How an entry is listed.
enum EntryColumns {
  static let columns = [
    Column("sequence", .number), Column("at", .time), Column("session", .number, isDetail: true),
    Column("kind"), Column("outcome", ink: Outcome.ink), Column("route", isSpare: true),
    Column("link", isDetail: true), Column("what", .middle), Column("reason", isDetail: true),
    Column("request", .number, isDetail: true),
    Column("cause", .number, isDetail: true), Column("entry_point", isDetail: true),
    Column("duration_us", .number, isDetail: true), Column("screen_before", isDetail: true),
    Column("screen_after", isDetail: true), Column("action", .number, isDetail: true),
    Column("attempt", .number, isDetail: true), Column("scene", isDetail: true),
    Column("route_version", .number, isDetail: true), Column("router", isDetail: true),
    Column("variant", isDetail: true), Column("state_digest", isDetail: true),
    Column("chain_digest", isDetail: true),
  ]

  static func cells(
    _ row: EntryRow, _ reading: inout EntryReading
  ) throws(StoreError) -> [Cell] {
    let link = try reading.link(of: row)
    let what = try reading.what(row)
    return [
      .integer(row.sequence), .time(row.atMicroseconds), .integer(row.session),
      .text(kind(row.kind)), .text(row.outcome), .text(row.route), .text(link),
      .text(what), .text(row.reason), .integer(row.request), .integer(row.cause),
      .text(row.entryPoint),
      .integer(row.durationMicroseconds), .text(row.screenBefore), .text(row.screenAfter),
      .integer(row.action), .integer(row.attempt), .text(row.scene), .integer(row.routeVersion),
      .text(row.router), .text(row.variant),
      .text(row.stateDigest.map(Digest64.hex)), .text(row.chainDigest.description),
    ]
  }

  /// A kind's word; a number that only a newer version knows stays one.
  static func kind(_ number: Int64) -> String {
    EntryKind(rawValue: number)?.word ?? "kind \(number)"
  }
}
