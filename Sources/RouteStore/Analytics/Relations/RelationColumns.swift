package import RouteStore

/// Columns of base relations: what questions read, so that nothing else is gathered for them.
package struct RelationColumns: Sendable {
  private var names: [BaseRelation.Kind: Set<String>]
  /// The columns that compare as those of the views over a file, which have no type where they are
  /// computed; of the relations that somebody's query names.
  private var untyped: [BaseRelation.Kind: Set<String>] = [:]

  /// The relations that are counted while others are gathered, in place of their rows.
  private(set) var counted: [CountedRelation] = []

  /// The views that are asked once, when the rows are there, for all questions that share them.
  private(set) var asked: [RelationView] = []

  /// The names of the indexes that a user's query wants; nil for those that questions want.
  private var wantedIndexes: Set<String>?

  /// Every column of every relation.
  package static let all = RelationColumns(
    Dictionary(
      BaseRelation.all.map { ($0.kind, Set($0.columns.map(\.name))) },
      uniquingKeysWith: { first, _ in first }))

  private init(_ names: [BaseRelation.Kind: Set<String>]) { self.names = names }

  /// The columns that queries read, through whatever questions.
  ///
  /// - Parameters:
  ///   - isCounting: whether what questions count first is counted as it is gathered. A row of a
  ///     ``CountedRelation`` may then be in several, which only questions take together.
  ///   - functions: those that queries have beside SQLite's.
  ///
  /// Throws `invalidQuery` when one names anything but base relations and questions, and as
  /// ``History/query(_:bounds:columns:row:)`` otherwise.
  package init(
    readBy queries: [String], isCounting: Bool = false, functions: [SQLFunction] = []
  ) throws(StoreError) {
    let connection = try Connection(path: "", mode: .memory)
    try connection.define(functions)
    for relation in BaseRelation.all {
      // Temporary as the views are: 'main.' asks for what the file itself has.
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
        // SQLite names a table as the query writes it where it reads none of its columns.
        let table = table.lowercased()
        guard !table.hasPrefix("sqlite_") else {
          throw .invalidQuery(message: "no such table: \(table)")
        }
        if read.insert(table).inserted {
          waiting += askable.filter { $0.name == table }.map(\.query)
        }
        guard let relation = BaseRelation.all.first(where: { $0.name == table }) else { continue }
        // Views have none.
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
  /// itself, and the indexes that its joins want.
  ///
  /// `SELECT *`, `NATURAL` and `USING` mean columns that SQLite does not report, so those that it
  /// reports do only for a relation behind a question.
  ///
  /// Throws as ``init(readBy:)``.
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
      // One that a user's query names is looked through once where it wants no join.
      let asked = relation.indexes.map { $0.name(on: relation.name) }
      joins.formUnion(named.contains(relation.kind) ? asked : [])
      questions.formUnion(named.contains(relation.kind) ? [] : asked)
      joins.formUnion(relation.joinIndexes.map { $0.name(on: relation.name) })
    }
    try empty.define(RelationView.all.filter(\.isOverRelations), but: [])
    do throws(StoreError) {
      return try WantedIndexes.names(in: empty, for: query, questions: questions, joins: joins)
    } catch {
      return []  // a query that explains another one has no plan
    }
  }

  private func possibleIndexes(of relation: BaseRelation) -> [RelationIndex] {
    (relation.indexes + relation.joinIndexes).filter { index in
      index.columns.allSatisfy { contains($0, of: relation.kind) }
    }
  }

  /// The indexes of a relation that save more time than they cost.
  ///
  /// - Parameter isKept: whether any query may come later.
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

  /// Whether there is nothing.
  package var isEmpty: Bool { names.isEmpty && counted.isEmpty }

  /// The names of the tables that are there in place of views over relations.
  var tables: [String] { counted.map(\.name) + asked.map(\.name) }

  /// The columns that a way through a history has to hand over.
  var passed: RelationColumns {
    var all = self
    for relation in counted { all.names[relation.kind, default: []].formUnion(relation.reads) }
    return all
  }

  /// The relations that have any, in order.
  var relations: [BaseRelation] { BaseRelation.all.filter { contains($0.kind) } }

  /// Whether there is anything of a relation.
  package func contains(_ kind: BaseRelation.Kind) -> Bool { names[kind] != nil }

  /// Whether there is anything of a relation that is made of entries.
  var isOfEntries: Bool { names.keys.contains { ![.replayRun, .funnelStep].contains($0) } }

  /// Whether a column of a relation is among them.
  func contains(_ column: String, of kind: BaseRelation.Kind) -> Bool {
    names[kind]?.contains(column) ?? false
  }

  /// The places of the columns in a relation: the first one where rows are only counted.
  func places(in relation: BaseRelation) -> [Int] {
    let places = relation.columns.indices.filter {
      contains(relation.columns[$0].name, of: relation.kind)
    }
    return places.isEmpty ? [0] : places
  }

  /// The statement that makes an empty table of what there is of a relation.
  func table(of relation: BaseRelation, isTemporary: Bool = false) -> String {
    relation.table(
      places(in: relation), untyped: untyped[relation.kind] ?? [], isTemporary: isTemporary)
  }

  /// The relations in two parts that take about as long to make, for two threads. Those of one part
  /// are of one moment.
  private static let parts: [[BaseRelation.Kind]] = [
    [.request, .action, .run, .replayRun], [.screenView, .visit, .funnelStep],
  ]

  /// Those of each part of the relations that has any.
  package var parts: [RelationColumns] {
    Self.parts.map { part in filtered { part.contains($0) } }.filter { !$0.isEmpty }
  }

  /// Those of all relations but one.
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
