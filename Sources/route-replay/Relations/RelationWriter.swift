import RouteAnalytics
import RouteStore

/// Writes the rows of some base relations, redacted, each into the file of its relation and day.
actor RelationWriter {
  /// The relations.
  let columns: RelationColumns
  private let parts: PartFiles
  private var encoders: [RowEncoder]
  private var pseudonyms: Pseudonyms
  private var funnels = ExportedFunnels()
  /// Whether the rows are written in a random order.
  private let isShuffled: Bool
  private var shuffled: ShuffledRows?

  /// A writer into a folder, which must exist before the first row.
  init(
    _ columns: RelationColumns, in folder: String, as format: RowEncoder.Format,
    _ profile: RedactionProfile, _ pseudonyms: Pseudonyms
  ) {
    self.columns = columns
    self.pseudonyms = pseudonyms
    encoders = BaseRelation.all.map { RowEncoder($0, as: format, profile) }
    parts = PartFiles(in: folder, suffix: format.rawValue)
    isShuffled = profile.rounding != nil
  }

  /// Adds the rows of a journal that no process writes to.
  func add(journalAt path: String) throws {
    try History(path: path).forEachRelationRow(columns) { try add($1, to: $0) }
    funnels.endHistory()
  }

  /// Adds the rows of a file of results of replays; returns their number.
  func add(resultsAt path: String) throws -> Int64 {
    var rows: Int64 = 0
    try ReadableResults(path: path).forEachRow {
      try add($0, to: .replayRun)
      rows += 1
    }
    return rows
  }

  /// Adds a row, unless it is of a funnel whose name an earlier journal has.
  private func add(_ row: [SQLValue], to kind: BaseRelation.Kind) throws {
    guard try kind != .funnelStep || funnels.admits(row) else { return }
    let index = kind.rawValue
    let day = encoders[index].day(of: row)
    guard isShuffled else {
      let part = try parts.part(PartFiles.Key(relation: index, day: day), of: encoders[index])
      encoders[index].append(row, &pseudonyms, to: &part.buffer)
      part.rows += 1
      return try parts.flush(part)
    }
    let rows = try shuffled ?? ShuffledRows()
    shuffled = rows
    var bytes: [UInt8] = []
    encoders[index].append(row, &pseudonyms, to: &bytes)
    try rows.add(bytes, to: index, day)
  }

  private func writeShuffled() throws {
    try shuffled?.forEach { bytes, index, day in
      let part = try parts.part(PartFiles.Key(relation: index, day: day), of: encoders[index])
      part.buffer += bytes
      part.rows += 1
      try parts.flush(part)
    }
    shuffled = nil
  }

  /// Writes all rows; returns the files of each relation, by day. A relation without rows has an
  /// empty file without a day, so that queries over all relations find it.
  func finish() throws -> [BaseRelation.Kind: [ExportManifest.File]] {
    try writeShuffled()
    let found = Set(parts.all.map(\.key.relation))
    for relation in BaseRelation.all where columns.contains(relation.kind) {
      let index = relation.kind.rawValue
      guard !found.contains(index) else { continue }
      _ = try parts.part(PartFiles.Key(relation: index, day: nil), of: encoders[index])
    }
    try parts.finish()
    var files: [BaseRelation.Kind: [ExportManifest.File]] = [:]
    for (key, part) in parts.all {
      let relation = BaseRelation.all[key.relation]
      files[relation.kind, default: []].append(
        ExportManifest.File(
          path: part.path, relation: relation.name, day: part.day, rows: part.rows,
          bytes: part.bytes, digest: part.digestWord))
    }
    return files
  }
}

/// The funnels of an export: if two journals have a funnel of one name, the first one counts, as a
/// whole.
struct ExportedFunnels {
  private var first = FirstFunnels()
  private var steps = 0

  private static let mostSteps = 10_000

  /// Whether a row of `funnel_step` belongs to a funnel that counts; throws when there are too
  /// many.
  mutating func admits(_ row: [SQLValue]) throws(StoreError) -> Bool {
    guard first.admits(row) else { return false }
    steps += 1
    guard steps <= Self.mostSteps else {
      throw .limitReached(reason: "there are more than \(Self.mostSteps) steps of funnels")
    }
    return true
  }

  /// Notes that the following steps belong to another journal.
  mutating func endHistory() { first.endHistory() }
}
