/// Columns of base relations: what questions read, so that nothing else is gathered for them.
package struct RelationColumns: Sendable {
  private let names: [BaseRelation.Kind: Set<String>]

  /// Every column of every relation.
  package static let all = RelationColumns(
    Dictionary(
      BaseRelation.all.map { ($0.kind, Set($0.columns.map(\.name))) },
      uniquingKeysWith: { first, _ in first }))

  private init(_ names: [BaseRelation.Kind: Set<String>]) { self.names = names }

  /// What queries read, through whatever questions.
  ///
  /// Throws `invalidQuery` when one names anything but base relations and questions, and as
  /// ``History/query(_:bounds:columns:row:)`` otherwise.
  package init(readBy queries: [String]) throws(StoreError) {
    let connection = try Connection(path: "", mode: .memory)
    for relation in BaseRelation.all {
      try connection.execute(relation.table(Array(relation.columns.indices)))
    }
    for view in SchemaView.all where view.isQuestion { try connection.execute(view.temporary) }
    var names: [BaseRelation.Kind: Set<String>] = [:]
    for query in queries {
      for (table, columns) in try connection.columns(readBy: query) {
        guard !table.hasPrefix("sqlite_") else {
          throw .invalidQuery(message: "no such table: \(table)")
        }
        guard let relation = BaseRelation.all.first(where: { $0.name == table }) else { continue }
        names[relation.kind, default: []].formUnion(columns)
      }
    }
    self.names = names
  }

  /// Whether there is nothing.
  package var isEmpty: Bool { names.isEmpty }

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

  /// The relations in two parts that take about as long to make, for two threads. Those of one part
  /// are of one moment.
  private static let parts: [[BaseRelation.Kind]] = [
    [.request, .action, .run, .replayRun, .funnelStep], [.screenView, .visit],
  ]

  /// Those of each part of the relations that has any.
  package var parts: [RelationColumns] {
    Self.parts.map { part in RelationColumns(names.filter { part.contains($0.key) }) }
      .filter { !$0.isEmpty }
  }

  /// Those of all relations but one.
  func without(_ kind: BaseRelation.Kind) -> RelationColumns {
    RelationColumns(names.filter { $0.key != kind })
  }
}
