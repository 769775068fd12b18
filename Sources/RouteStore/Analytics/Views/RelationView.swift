/// A view that analysts read: a relation over the tables of a journal, or a question over the base
/// relations.
///
/// No journal contains these views: SQLite would parse their 35 kB at each launch of an app, which
/// takes 1.2 ms. A reader defines them for its own connection.
package struct RelationView: Sendable, Hashable {
  /// Its name.
  package let name: String
  /// The SELECT behind it.
  package let query: String

  /// Every view, each after those that it is made of.
  package static let all = views(in: definitions)

  /// The statements that define all views for one connection, with their comments: for programs
  /// that read SQLite.
  package static var temporaryDefinitions: String {
    String(definitions.replacing("CREATE VIEW ", with: "CREATE TEMP VIEW "))
  }

  /// The statements that define the relations in a copy of a journal, with their comments.
  package static var relationDefinitions: String {
    String(decoding: PackageResources.relations_sql, as: UTF8.self)
  }

  private static let definitions =
    relationDefinitions
    + [PackageResources.screens_sql, PackageResources.requests_sql, PackageResources.sessions_sql]
    .map { "\n" + String(decoding: $0, as: UTF8.self) }.joined()

  /// The statement that defines it for one connection only, where it hides the view or table of its
  /// name that a file has.
  package var temporary: String { "CREATE TEMP VIEW \(name) AS\n\(query);\n" }

  /// The statement that defines it in a database.
  package var permanent: String { "CREATE VIEW \(name) AS\n\(query);\n" }

  /// The views that statements define, each of which ends at the end of a line.
  private static func views(in sql: String) -> [RelationView] {
    sql.split(separator: ";\n").compactMap { text in
      guard let start = text.firstRange(of: "CREATE VIEW "),
        let middle = text[start.upperBound...].firstRange(of: " AS\n")
      else { return nil }
      return RelationView(
        name: String(text[start.upperBound..<middle.lowerBound]),
        query: String(text[middle.upperBound...]))
    }
  }
}
