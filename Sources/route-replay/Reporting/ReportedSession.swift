import RouteEngine
import RouteStore

/// One session of a report. Texts are indices in its `ReportTexts`.
struct ReportedSession {
  let number: Int64
  let beganMicroseconds: Int64
  let endedMicroseconds: Int64?
  /// Whether another session followed although no end is recorded.
  let isCutOff: Bool
  let beginning: Int
  let ending: Int
  let appVersion: Int
  let build: Int
  let system: Int
  let device: Int
  let table: Int
  let identifier: Int

  /// - Parameters:
  ///   - newest: the newest session of the journal.
  ///   - texts: collects all texts.
  init(_ row: SessionRow, among newest: Int64?, _ texts: inout ReportTexts) {
    number = row.number
    beganMicroseconds = row.beganMicroseconds
    endedMicroseconds = row.endedMicroseconds
    let word = row.ending(among: newest)
    isCutOff = word == "cut off"
    beginning = texts.place(of: row.beginning)
    ending = texts.place(of: word)
    appVersion = texts.place(of: row.appVersion)
    build = texts.place(of: row.build)
    system = texts.place(of: row.system)
    device = texts.place(of: row.device)
    table = texts.place(of: row.tableDigest)
    identifier = texts.place(of: row.identifier)
  }

  /// The app and the system of the newest session, and the number of other ones.
  static func placeWords(of rows: [SessionRow]) -> String {
    let places = rows.map(\.place).filter { !$0.isEmpty }
    guard let newest = places.last else { return "" }
    let others = Set(places).count - 1
    return others > 0 ? "\(newest), and \(counted(others, "other")) before" : newest
  }
}

extension SessionRow {
  fileprivate var place: String {
    [appVersion.map { "version \($0)" }, build.map { "build \($0)" }, system]
      .compactMap(\.self).joined(separator: ", ")
  }
}
