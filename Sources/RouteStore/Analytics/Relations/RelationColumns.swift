package import RouteStore

/// Columns of base relations: those that questions read, so that nothing else is gathered.
package struct RelationColumns: Sendable {
  private var names: [BaseRelation.Kind: Set<String>]
  /// The columns that compare as in the views over a file, where computed columns have no type; for
  /// the relations that a user's query names.
  private var untyped: [BaseRelation.Kind: Set<String>] = [:]

  /// The relations that are counted during the gathering, in place of their rows.
  private(set) var counted: [CountedRelation] = []

  /// The views that are evaluated once, after the gathering, for all questions that share them.
  private(set) var asked: [RelationView] = []

  /// The names of the indexes for a user's query; nil for those for questions.
  private var wantedIndexes: Set<String>?

  /// Every column of every relation.
  package static let all = RelationColumns(
    Dictionary(
      BaseRelation.all.map { ($0.kind, Set($0.columns.map(\.name))) },
      uniquingKeysWith: { first, _ in first }))

  private init(_ names: [BaseRelation.Kind: Set<String>]) { self.names = names }

  /// The columns that queries read, directly or through questions.
  ///
  /// - Parameters:
  ///   - isCounting: whether the counts that questions use are made during the gathering. Then one
  ///     row of a ``CountedRelation`` may become several, which only questions combine.
  ///   - functions: the functions of queries besides SQLite's.
  ///
  /// Throws `invalidQuery` when a query names anything except base relations and questions, and
  /// otherwise as ``History/query(_:bounds:columns:row:)``.
  package init(
    readBy queries: [String], isCounting: Bool = false, functions: [SQLFunction] = []
  ) throws(StoreError) {
    let connection = try Connection(path: "", mode: .memory)
    try connection.define(functions)
    for relation in BaseRelation.all {
      // Temporary like the views: 'main.' means the content of the file itself.
      let table = relation.table(Array(relation.columns.indices), isTemporary: true)
      try connection.execute(table)
    }
    let countable = isCounting ? CountedRelation.all : []
    for relation in countable { try connection.execute(relation.table(isTemporary: true)) }
    let askable = isCounting ? RelationView.askedOnce : []
    for view in askable { try connection.execute(view.table(isTemporary: true)) }
    let tables = Set(countable.map(\.name) + askable.map(\.name))
    try connection.define(RelationView.all.filter(\.isOverRelations), but: tables)
    var names: [BaseRelation.Kind: Set<String>] = [:]
    var read: Set<String> = []
    var waiting = queries
    while let query = waiting.popLast() {
      for (table, columns) in try connection.columns(readBy: query) {
        // SQLite reports a table's name as the query writes it if none of its columns is read.
        let table = table.lowercased()
        guard !table.hasPrefix("sqlite_") else {
          throw .invalidQuery(message: "no such table: \(table)")
        }
        if read.insert(table).inserted {
          waiting += askable.filter { $0.name == table }.map(\.query)
        }
        guard let relation = BaseRelation.all.first(where: { $0.name == table }) else { continue }
        // Views have no row ids.
        guard !columns.contains("ROWID") else {
          throw .invalidQuery(message: "no such column: rowid")
        }
        names[relation.kind, default: []].formUnion(columns)
      }
    }
    self.names = names
    counted = countable.filter { read.contains($0.name) }
    asked = askable.filter { read.contains($0.name) }
  }

  /// The columns that a user's query reads, with every column of the relations that it names
  /// itself, and the indexes for its joins.
  ///
  /// SQLite does not report the columns that `SELECT *`, `NATURAL` and `USING` mean, so its reports
  /// are only sufficient for relations behind a question.
  ///
  /// Throws as ``init(readBy:isCounting:functions:)``.
  package init(askedBy query: String, functions: [SQLFunction] = []) throws(StoreError) {
    try self.init(readBy: [query], functions: functions)
    let text = Array(query.lowercased().utf8)
    let named = BaseRelation.all.filter { relation in
      let name = Array(relation.name.utf8)
      return text.indices.contains { text[$0...].starts(with: name) }
    }
    if !named.isEmpty {
      let format = try Connection(path: "", mode: .memory)
      try Migrator().migrate(format)
      for view in RelationView.all { try format.execute(view.temporary) }
      for relation in named {
        names[relation.kind] = Set(relation.columns.map(\.name))
        let view = try format.prepare("SELECT * FROM \(relation.name)")
        let places = (0..<view.columnCount).filter { !view.columnHasType($0) }
        untyped[relation.kind] = Set(places.map { view.columnName($0) })
      }
    }
    wantedIndexes = try indexes(wantedBy: query, naming: named.map(\.kind), functions)
  }

  private func indexes(
    wantedBy query: String, naming named: [BaseRelation.Kind], _ functions: [SQLFunction]
  ) throws(StoreError) -> Set<String> {
    let empty = try Connection(path: "", mode: .memory)
    try empty.define(functions)
    var (questions, joins): (Set<String>, Set<String>) = ([], [])
    for relation in relations {
      try empty.execute(table(of: relation))
      for index in possibleIndexes(of: relation) {
        try empty.execute(index.statement(on: relation.name))
      }
      // A relation in a user's query is scanned once if the query has no join.
      let asked = relation.indexes.map { $0.name(on: relation.name) }
      joins.formUnion(named.contains(relation.kind) ? asked : [])
      questions.formUnion(named.contains(relation.kind) ? [] : asked)
      joins.formUnion(relation.joinIndexes.map { $0.name(on: relation.name) })
    }
    try empty.define(RelationView.all.filter(\.isOverRelations), but: [])
    do throws(StoreError) {
      return try WantedIndexes.names(in: empty, for: query, questions: questions, joins: joins)
    } catch {
      return []  // a query with EXPLAIN has no plan
    }
  }

  private func possibleIndexes(of relation: BaseRelation) -> [RelationIndex] {
    (relation.indexes + relation.joinIndexes).filter { index in
      index.columns.allSatisfy { contains($0, of: relation.kind) }
    }
  }

  /// The indexes of a relation that save more time than they cost.
  ///
  /// - Parameter isKept: whether any query may follow later.
  func indexes(of relation: BaseRelation, isKept: Bool = false) -> [RelationIndex] {
    let possible = possibleIndexes(of: relation)
    if let wantedIndexes {
      return possible.filter { wantedIndexes.contains($0.name(on: relation.name)) }
    }
    let kept = Set(
      (relation.indexes + (isKept ? relation.nameIndexes : [])).map {
        $0.name(on: relation.name)
      })
    return possible.filter { kept.contains($0.name(on: relation.name)) }
  }

  /// Whether there are no columns.
  package var isEmpty: Bool { names.isEmpty && counted.isEmpty }

  /// The names of the tables that replace views over relations.
  var tables: [String] { counted.map(\.name) + asked.map(\.name) }

  /// The columns that a pass over a history has to return.
  var passed: RelationColumns {
    var all = self
    for relation in counted { all.names[relation.kind, default: []].formUnion(relation.reads) }
    return all
  }

  /// The relations with columns here, in order.
  var relations: [BaseRelation] { BaseRelation.all.filter { contains($0.kind) } }

  /// Whether there are columns of a relation.
  package func contains(_ kind: BaseRelation.Kind) -> Bool { names[kind] != nil }

  /// Whether there are columns of a relation that is made from entries.
  var isOfEntries: Bool { names.keys.contains { ![.replayRun, .funnelStep].contains($0) } }

  /// Whether a column of a relation is included.
  func contains(_ column: String, of kind: BaseRelation.Kind) -> Bool {
    names[kind]?.contains(column) ?? false
  }

  /// The indices of the columns in a relation; only the first if rows are just counted.
  func places(in relation: BaseRelation) -> [Int] {
    let places = relation.columns.indices.filter {
      contains(relation.columns[$0].name, of: relation.kind)
    }
    return places.isEmpty ? [0] : places
  }

  /// The statement that makes an empty table with the included columns of a relation.
  func table(of relation: BaseRelation, isTemporary: Bool = false) -> String {
    relation.table(
      places(in: relation), untyped: untyped[relation.kind] ?? [], isTemporary: isTemporary)
  }

  /// The relations in two parts that take about equally long to make, for two threads. The
  /// relations of one part are read at one moment.
  private static let parts: [[BaseRelation.Kind]] = [
    [.request, .action, .run, .replayRun], [.screenView, .visit, .funnelStep],
  ]

  /// The columns of each part that has any.
  package var parts: [RelationColumns] {
    Self.parts.map { part in filtered { part.contains($0) } }.filter { !$0.isEmpty }
  }

  /// The columns of all relations except one.
  func without(_ kind: BaseRelation.Kind) -> RelationColumns {
    filtered { $0 != kind }
  }

  private func filtered(_ isWanted: (BaseRelation.Kind) -> Bool) -> RelationColumns {
    var rest = self
    rest.names = names.filter { isWanted($0.key) }
    rest.counted = counted.filter { isWanted($0.kind) }
    rest.asked = asked.filter { _ in isWanted(.screenView) }
    return rest
  }
}
