import RouteAnalytics
import RouteEngine
import RouteStore

/// The description of an export, for the programs that read it. It is written last: an export
/// without a manifest was interrupted.
struct ExportManifest {
  /// A source journal of rows.
  struct Source {
    let name: String
    let format: Int64
    let anchor: JournalAnchor

    /// A journal as it is at one moment, and the path by which it was named.
    init(_ history: History, of path: String) throws {
      (name, format) = (FilePath.split(path).name, history.format)
      anchor = try history.head()
    }
  }

  /// A source file of rows with results of replays.
  struct Results {
    let name: String
    let rows: Int64
  }

  /// A file of rows.
  struct File {
    let path: String
    let relation: String
    let day: String?
    let rows: Int64
    let bytes: Int64
    let digest: String
  }

  static let name = "manifest.json"
  static let version = "route-export/1"

  let profile: RedactionProfile
  /// The word of the format on the command line.
  let format: String
  var sources: [Source] = []
  var results: [Results] = []
  /// The files of rows; none for a database.
  var files: [File] = []
  /// The number of rows of each relation that has any.
  var rows: [String: Int64] = [:]

  /// The total number of rows.
  var rowCount: Int64 { rows.values.reduce(0, +) }

  var text: String {
    prettyJSON(
      .members([
        "format": Self.version, "program": ReplayProgram.version, "rows_as": format,
        "profile": profile.rawValue, "times": times,
        "sources": sources.map(json) + results.map(json),
        "relations": BaseRelation.all.map(json), "files": files.map(Self.json),
        "left_out": profile.leftOut,
      ])) + "\n"
  }

  /// The rounding of times.
  private var times: JSON? {
    profile.rounding.map {
      .members(["rounded_to": $0.unit.rawValue, "digits_of_lengths": Int64($0.digits)])
    }
  }

  /// A file's name may show its owner, and two exports of one journal have the same anchor.
  private func json(_ source: Source) -> JSON {
    .members([
      "file": profile == .full ? source.name : nil, "journal_format": source.format,
      "anchor": profile == .full ? source.anchor.description : nil,
    ])
  }

  private func json(_ results: Results) -> JSON {
    .members([
      "file": profile == .full ? results.name : nil, "results_format": ReplayResults.format,
      "rows": results.rows,
    ])
  }

  private func json(_ relation: BaseRelation) -> JSON {
    .members([
      "name": relation.name, "day_of": relation.time,
      "rows": rows[relation.name, default: 0],
      "columns": relation.columns.map { column in
        JSON.members([
          "name": column.name,
          "type": column.type.word,
          "values": profile.treatment(of: column).rawValue,
        ])
      },
    ])
  }

  private static func json(_ file: File) -> JSON {
    .members([
      "path": file.path, "relation": file.relation,
      "day": file.day, "rows": file.rows,
      "bytes": file.bytes, "sha256": file.digest,
    ])
  }
}
