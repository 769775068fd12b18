package import RouteStore

/// The meaning of every relation that analysts read, and of its columns: one source for the
/// commands that list it, for the comments in printed SQL, and for the files of exports.
///
/// The texts are in `Views/dictionary.txt`; the names and types of columns come from the relations.
/// A test compares the two.
package struct RelationDictionary: Sendable {
  /// A column.
  package struct Column: Sendable {
    /// Its name.
    package let name: String
    /// `int64`, `double`, `text` or `timestamp`.
    package let type: String
    /// The unit of its numbers, or the things that they count; nil without a unit.
    package let unit: String?
    /// The meaning of NULL; nil if no journal of a session has NULL there.
    package let null: String?
    /// An example value.
    package let example: String
    /// Its meaning; empty when none is declared.
    package let meaning: String
  }

  /// A relation.
  package struct Relation: Sendable {
    /// Its name.
    package let name: String
    /// The meaning of a row, or of the answer; empty when none is declared.
    package let meaning: String
    /// Its columns, in order.
    package let columns: [Column]
  }

  /// Base relations first, then counts for questions, questions, and relations that only a journal
  /// has.
  package private(set) var relations: [Relation]
  /// Declarations without a column, as `relation.column` or `everywhere.column`.
  package let unused: [String]

  /// The dictionary of this version.
  ///
  /// Throws `outOfMemory` and the errors of opening a database in memory.
  package init() throws(StoreError) {
    var words = Words(PackageResources.dictionary_txt)
    let views = RelationView.all.filter { $0.name != RelationView.ground }
    let known = Set(BaseRelation.all.map(\.name))
    let names =
      BaseRelation.all.map(\.name)
      + views.filter { $0.isOverRelations }.map(\.name)
      + views.filter { !$0.isOverRelations && !known.contains($0.name) }.map(\.name)
    let format = try Connection(path: "", mode: .memory)
    try Migrator().migrate(format)
    for view in RelationView.all { try format.execute(view.temporary) }
    relations = try names.map { name throws(StoreError) in
      let statement = try format.prepare("SELECT * FROM \(name)")
      let columns = (0..<statement.columnCount).map { statement.columnName($0) }
      return Relation(
        name: name, meaning: words.meanings[name] ?? "",
        columns: columns.map { words.column($0, of: name) })
    }
    unused = words.unused
  }

  /// The treatment of a column's values in an output.
  package enum Note: Sendable {
    /// They are replaced by NULL, for this reason.
    case null(String)
    /// They are replaced by other values, in this way.
    case treated(String)
  }

  /// The dictionary of base relations with these treatments of columns; nil: no treatment.
  package func noting(_ note: (BaseRelation.Column) -> Note?) -> RelationDictionary {
    var noted = self
    for relation in BaseRelation.all {
      guard let place = relations.firstIndex(where: { $0.name == relation.name }) else { continue }
      let columns = zip(relations[place].columns, relation.columns).map { column, declared in
        column.noting(note(declared))
      }
      noted.relations[place] = Relation(
        name: relation.name, meaning: relations[place].meaning, columns: columns)
    }
    return noted
  }

  /// The relation of that name.
  package subscript(name: String) -> Relation? { relations.first { $0.name == name } }
}

extension RelationDictionary {
  /// The declarations of the file.
  private struct Words {
    private struct Line {
      let unit, null, example, meaning: String
      var isUsed = false
    }

    private(set) var meanings: [String: String] = [:]
    private var lines: [String: Line] = [:]

    private static let everywhere = "everywhere"

    init(_ bytes: [UInt8]) {
      let sections = String(decoding: bytes, as: UTF8.self).split(separator: "\n\n").dropFirst()
      for section in sections {
        let rows = section.split(separator: "\n")
        let heading = rows[0].split(separator: ": ", maxSplits: 1).map(String.init)
        if heading.count == 2 { meanings[heading[0]] = heading[1] }
        for row in rows.dropFirst() {
          let parts = row.split(separator: "|", omittingEmptySubsequences: false).map {
            String($0.trimmingSpaces)
          }
          guard parts.count == 5 else { continue }
          lines["\(heading[0]).\(parts[0])"] = Line(
            unit: parts[1], null: parts[2], example: parts[3], meaning: parts[4])
        }
      }
    }

    var unused: [String] { lines.filter { !$0.value.isUsed }.map(\.key).sorted() }

    mutating func column(_ name: String, of relation: String) -> Column {
      let moments = RelationMoment.columns(of: relation)
      if let source = moments.first(where: { RelationMoment.name(of: $0) == name }) {
        let column = self.column(source, of: relation)
        let example = Int64(column.example).flatMap(RelationMoment.text) ?? ""
        return Column(
          name: name, type: "timestamp", unit: "UTC",
          null: (column.null.map { "\($0), or it is" } ?? "it is") + " outside the years 1 to 9999",
          example: example, meaning: "\(source) in the type that databases have for it")
      }
      let places = ["\(relation).\(name)", "\(Self.everywhere).\(name)"]
      guard let place = places.first(where: { lines[$0] != nil }), let line = lines[place] else {
        return Column(name: name, type: "", unit: nil, null: nil, example: "", meaning: "")
      }
      lines[place]?.isUsed = true
      let base = BaseRelation.all.first { $0.name == relation }
      let declared = base?.columns.first { $0.name == name }
      return Column(
        name: name, type: declared?.type.word ?? Self.type(of: line.example),
        unit: line.unit.isEmpty ? nil : line.unit, null: line.null == "never" ? nil : line.null,
        example: line.example, meaning: line.meaning)
    }

    private static func type(of example: String) -> String {
      if Int64(example) != nil { return "int64" }
      return Double(example) != nil ? "double" : "text"
    }
  }
}

extension Substring {
  fileprivate var trimmingSpaces: Substring {
    var rest = self
    while rest.first == " " { rest.removeFirst() }
    while rest.last == " " { rest.removeLast() }
    return rest
  }
}

extension BaseRelation.ColumnType {
  /// Its word in the dictionary and in manifests.
  package var word: String {
    switch self {
    case .integer: "int64"
    case .text: "text"
    case .moment: "timestamp"
    }
  }
}

extension RelationDictionary.Column {
  /// The column with the treatment of its values.
  fileprivate func noting(_ note: RelationDictionary.Note?) -> Self {
    var (null, meaning) = (null, meaning)
    switch note {
    case .null(let reason)?: null = reason
    case .treated(let way)?: meaning += " (\(way))"
    case nil: break
    }
    return Self(
      name: name, type: type, unit: unit, null: null, example: example, meaning: meaning)
  }

  /// Its meaning and the meaning of NULL, as SQL comments indented by two spaces.
  package var comment: String {
    let unit = unit.map { " (\($0))" } ?? ""
    let null = null.map { ". NULL: \($0)" } ?? ""
    var lines = ["  --"]
    for word in "\(name)\(unit): \(meaning)\(null)".split(separator: " ") {
      if lines[lines.count - 1].count + word.count >= 100 { lines.append("  --  ") }
      lines[lines.count - 1] += " \(word)"
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension RelationDictionary.Relation {
  /// The rows of a table about it, with these columns: relation, column, type, unit, meaning of
  /// NULL, example, meaning. The first row, about the relation itself, has only the first and the
  /// last.
  package var rows: [[String?]] {
    [[name, nil, nil, nil, nil, nil, meaning]]
      + columns.map { [name, $0.name, $0.type, $0.unit, $0.null, $0.example, $0.meaning] }
  }
}

extension RelationView {
  /// The statements that define all views for one connection, with the meanings of views and
  /// columns as comments: for programs that read SQLite.
  ///
  /// Throws as ``RelationDictionary/init()``.
  package static func temporaryDefinitions() throws(StoreError) -> String {
    let dictionary = try RelationDictionary()
    return all.map { $0.comment + $0.described(by: dictionary, isTemporary: true) }
      .joined(separator: "\n")
  }

  /// The statements that define the relations in a copy of a journal, with the same comments.
  ///
  /// Throws as ``RelationDictionary/init()``.
  package static func relationDefinitions() throws(StoreError) -> String {
    let dictionary = try RelationDictionary()
    return all.filter { !$0.isOverRelations }
      .map { $0.comment + $0.described(by: dictionary) }.joined(separator: "\n")
  }

  /// The statement that defines it, with the meanings of its columns as comments.
  package func described(by dictionary: RelationDictionary, isTemporary: Bool = false) -> String {
    let comments = dictionary[name]?.columns.map(\.comment).joined() ?? ""
    return "CREATE \(isTemporary ? "TEMP " : "")VIEW \(name) AS\n\(comments)\(query);\n"
  }
}
