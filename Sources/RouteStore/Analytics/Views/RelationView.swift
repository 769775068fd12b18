/// A view that analysts read: a relation over the tables of a journal, or a question over the base
/// relations.
///
/// No journal contains these views: SQLite would parse their 70 kB at each launch of an app, and
/// half of that took 1.2 ms. A reader defines them for its own connection.
package struct RelationView: Sendable, Hashable {
  /// Its name.
  package let name: String
  /// The SELECT behind it.
  package let query: String
  /// The lines before it in its file, each a comment of SQL or empty.
  let comment: String

  /// All views, each after the views that it uses.
  package static let all = relations + questions

  private static let relations = views(in: PackageResources.relations_sql)
  private static let questions =
    views(in: PackageResources.screens_sql) + views(in: PackageResources.requests_sql)
    + views(in: PackageResources.sessions_sql)

  /// The name of the view on which visits and screen views are built; analysts should not use it.
  static let ground = "v_visit_range"

  /// The statement that defines it for one connection only, where it hides a view or table of the
  /// same name in a file.
  package var temporary: String { "CREATE TEMP VIEW \(name) AS\n\(query);\n" }

  /// The statement that defines it in a database.
  package var permanent: String { "CREATE VIEW \(name) AS\n\(query);\n" }

  /// The views that statements define: the first line of each ends with AS, and the last one with a
  /// semicolon.
  ///
  /// Split by bytes: searching for these as texts took 20,000,000 instructions.
  private static func views(in sql: [UInt8]) -> [RelationView] {
    var views: [RelationView] = []
    var name: String?
    var (comment, lines): ([ArraySlice<UInt8>], [ArraySlice<UInt8>]) = ([], [])
    for line in sql.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if let finished = name {
        lines.append(line)
        guard line.last == UInt8(ascii: ";") else { continue }
        lines[lines.count - 1] = line.dropLast()
        let query = RelationMoment.added(to: text(lines), of: finished)
        views.append(RelationView(name: finished, query: query, comment: text(comment) + "\n"))
        (name, comment, lines) = (nil, [], [])
      } else if line.starts(with: "CREATE VIEW ".utf8) {
        name = text([line.dropFirst("CREATE VIEW ".utf8.count).dropLast(" AS".utf8.count)])
      } else if !line.isEmpty || !comment.isEmpty {
        comment.append(line)
      }
    }
    return views
  }

  private static func text(_ lines: [ArraySlice<UInt8>]) -> String {
    String(decoding: Array(lines.joined(separator: [UInt8(ascii: "\n")])), as: UTF8.self)
  }
}
