import RouteAnalytics
import RouteEngine

/// The description of an export as a Data Package (https://datapackage.org): its files, and the
/// meanings of their columns, for programs that read that form.
struct DataPackage {
  static let name = "datapackage.json"

  private let manifest: ExportManifest
  private let dictionary: RelationDictionary

  init(_ manifest: ExportManifest, _ dictionary: RelationDictionary) {
    (self.manifest, self.dictionary) = (manifest, dictionary)
  }

  var text: String {
    prettyJSON(
      .members([
        "profile": "data-package", "name": "route-export",
        "title": "Relations of journals, profile \(manifest.profile.rawValue)",
        "resources": BaseRelation.all.compactMap { dictionary[$0.name] }.map(json),
      ])) + "\n"
  }

  private func json(_ relation: RelationDictionary.Relation) -> JSON {
    let files = manifest.files.filter { $0.relation == relation.name }.map(\.path)
    return .members([
      "name": relation.name, "title": relation.meaning, "path": files,
      "format": manifest.format, "mediatype": mediaType, "encoding": "utf-8",
      "schema": JSON.members([
        "fields": relation.columns.map(json), "missingValues": [""],
      ]),
    ])
  }

  private var mediaType: String {
    switch manifest.format {
    case RowEncoder.Format.csv.rawValue: "text/csv"
    case RowEncoder.Format.ndjson.rawValue: "application/x-ndjson"
    default: "application/vnd.apache.parquet"
    }
  }

  private func json(_ column: RelationDictionary.Column) -> JSON {
    let types = ["int64": "integer", "double": "number", "timestamp": "datetime"]
    return .members([
      "name": column.name, "type": types[column.type] ?? "string",
      "format": column.type == "timestamp" ? "%Y-%m-%d %H:%M:%S.%f" : "default",
      "description": column.meaning, "example": column.example, "unit": column.unit,
      "null_means": column.null,
    ])
  }
}
