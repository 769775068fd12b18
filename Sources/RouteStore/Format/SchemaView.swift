/// A view of the newest format, as the migrations define it.
///
/// Readers look through these and not through the views of the file: a file of an earlier format
/// has others, and one that a stranger made may have any.
package struct SchemaView: Sendable, Hashable {
  /// Its name.
  package let name: String
  /// The SELECT behind it.
  package let query: String

  /// Every view, each after those that it is made of.
  package static let all = views(of: Migration.all)

  /// Whether it answers a question, over base relations only, in SQL of any engine.
  package var isQuestion: Bool {
    !BaseRelation.between.contains(name) && !BaseRelation.all.contains { $0.name == name }
  }

  /// The statement that makes it for one connection only, where it hides the view or table of its
  /// name that a file has.
  package var temporary: String { "CREATE TEMP VIEW \(name) AS \(query);\n" }

  /// What migrations leave behind.
  static func views(of migrations: [Migration]) -> [SchemaView] {
    var views: [SchemaView] = []
    for migration in migrations {
      for statement in statements(of: String(decoding: migration.sql, as: UTF8.self)) {
        let words = statement.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: true)
        guard words.count > 2, words[1] == "VIEW" else { continue }
        switch words[0] {
        case "CREATE":
          guard let query = statement.split(separator: " AS\n", maxSplits: 1).last else { continue }
          views.append(SchemaView(name: String(words[2]), query: String(query)))
        case "DROP":
          views.removeAll { $0.name == words[2] }
        default: break
        }
      }
    }
    return views
  }

  /// The statements of a migration, which ends each at the end of a line, without the comments
  /// before them.
  private static func statements(of sql: String) -> [Substring] {
    sql.split(separator: ";\n").map { statement in
      var rest = statement
      while let first = rest.first, first == "\n" || first == "-" {
        rest = rest.drop { $0 != "\n" }.dropFirst()
      }
      return rest
    }
  }
}
