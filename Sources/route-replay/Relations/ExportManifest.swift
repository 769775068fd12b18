import RouteAnalytics
import RouteEngine
import RouteStore

/// The description of an export, for the program that reads it. It is written last: an export
/// without a manifest was cut off.
struct ExportManifest {
  /// A journal that rows came from.
  struct Source {
    let name: String
    let format: Int64
    let anchor: JournalAnchor

    /// A journal as it is at one moment, and the path that it was named by.
    init(_ history: History, of path: String) throws {
      (name, format) = (FilePath.split(path).name, history.format)
      anchor = try history.head()
    }
  }

  /// A file of results of replays that rows came from.
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
  /// The word of the command line for the format of the files.
  let format: String
  var sources: [Source] = []
  var results: [Results] = []
  /// The files of rows; none of a database.
  var files: [File] = []
  /// How many rows there are of each relation that has some.
  var rows: [String: Int64] = [:]

  /// How many rows there are.
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

  /// How times are rounded.
  private var times: JSON? {
    profile.rounding.map {
      .members(["rounded_to": $0.unit.rawValue, "digits_of_lengths": Int64($0.digits)])
    }
  }

  /// A file's name may tell whose it is, and two exports of one journal have one anchor.
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
