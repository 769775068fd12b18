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

  /// The views that statements define: the first line of each ends with AS, the last one with a
  /// semicolon.
  ///
  /// Split by bytes: to look for these as texts took 20,000,000 instructions.
  private static func views(in sql: String) -> [RelationView] {
    var views: [RelationView] = []
    var name: String?
    var lines: [Substring.UTF8View] = []
    for line in sql.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if name == nil, line.starts(with: "CREATE VIEW ".utf8) {
        name = String(
          Substring(line.dropFirst("CREATE VIEW ".utf8.count).dropLast(" AS".utf8.count)))
      } else if let finished = name {
        lines.append(line)
        guard line.last == UInt8(ascii: ";") else { continue }
        lines[lines.count - 1] = line.dropLast()
        let query = lines.map { String(Substring($0)) }.joined(separator: "\n")
        views.append(RelationView(name: finished, query: query))
        (name, lines) = (nil, [])
      }
    }
    return views
  }
}
