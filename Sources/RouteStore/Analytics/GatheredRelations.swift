import CSQLite

/// The base relations of one or several histories as tables of private files, so that questions
/// about all of them are asked at once, and of what is read once.
///
/// The relations lie in as many files as there are parts: one thread gathers each, and as many ask.
/// The files are gone with the value.
package final class GatheredRelations: Sendable {
  /// A step of a funnel that an analyst asks about.
  package struct FunnelStep: Sendable {
    /// The name of the funnel.
    package let funnel: String
    /// The kinds of its screens, in order.
    package let screens: [String]

    /// A funnel of screens, at most ``mostSteps``.
    package init(_ funnel: String, through screens: [String]) {
      (self.funnel, self.screens) = (funnel, screens)
    }

    /// How many steps `v_funnel` looks at.
    package static let mostSteps = 8
  }

  private let folder: String
  private let parts: [[BaseRelation]]
  private let choice: HistoryChoice

  /// How many files there are to gather into.
  package var partCount: Int { parts.count }

  /// Makes room for relations, in two parts where that pays.
  ///
  /// Throws `cannotOpen` or `inputOutput` when there can be no temporary folder.
  package init(_ names: Set<String>, choice: HistoryChoice = HistoryChoice()) throws(StoreError) {
    let wanted = BaseRelation.all.filter { names.contains($0.name) }
    // Screens and visits take about as long to gather as all the rest.
    let seen = wanted.filter { ["v_screen_view", "v_visit"].contains($0.name) }
    let rest = wanted.filter { relation in !seen.contains { $0.name == relation.name } }
    parts = [rest, seen].filter { !$0.isEmpty }
    self.choice = choice
    folder = try FilePath.makeTemporaryFolder()
  }

  deinit {
    for part in parts.indices { FilePath.remove(path(part)) }
    FilePath.removeFolder(folder)
  }

  private func path(_ part: Int) -> String { "\(folder)/\(part)" }

  /// Gathers what belongs to a part from histories, one after another, which `open` opens; what it
  /// throws ends the gathering. To be called once for each part, on any thread.
  ///
  /// - Parameter funnels: the funnels to ask about; nil for those that the histories have.
  /// - Parameter results: files of results of replays.
  package func gather(
    _ part: Int, from count: Int, funnels: [FunnelStep]? = nil, results: [String] = [],
    open: (Int) throws -> History
  ) throws {
    let connection = try Connection(path: path(part), mode: .create)
    try connection.becomeGatherer()
    for relation in parts[part] { try connection.execute(relation.table) }
    for view in SchemaView.all where !view.isQuestion { try connection.execute(view.temporary) }
    for index in 0..<count {
      let history = try open(index)
      try history.withAttachable { uri in
        try connection.attached(uri) { () throws(StoreError) in
          try copy(part, withFunnels: funnels == nil, on: connection)
        }
      }
    }
    for relation in parts[part] {
      if relation.name == "funnel_step", let funnels { try connection.add(funnels) }
      if relation.name == "v_replay_run" {
        for result in results { try connection.add(resultsIn: result, relation) }
      }
      for index in relation.indexes { try connection.execute(index) }
    }
  }

  /// Copies the rows of the attached history.
  private func copy(
    _ part: Int, withFunnels: Bool, on connection: borrowing Connection
  ) throws(StoreError) {
    let kept = parts[part].contains { $0.name == "v_visit" } ? SchemaView.shared : []
    for view in kept { try connection.keepRows(of: view) }
    for relation in parts[part] where withFunnels || relation.name != "funnel_step" {
      let insert = try connection.prepare(relation.insertion + choice.condition(for: relation))
      choice.bind(to: insert)
      try insert.run()
    }
    for view in kept { try connection.forgetRows(of: view) }
  }

  /// Asks one question of everything that was gathered, as
  /// ``History/query(_:bounds:columns:row:)`` does; on any thread, when every part is gathered.
  @discardableResult
  package func query(
    _ sql: String, bounds: SQLBounds = SQLBounds(), columns: ([String]) throws -> Void = { _ in },
    row: ([SQLValue]) throws -> Void
  ) throws -> Bool {
    let connection = try Connection(path: parts.isEmpty ? "" : path(0), mode: .readImmutable)
    for part in parts.indices.dropFirst() {
      try connection.attach("file:\(path(part))?immutable=1", as: "part_\(part)")
    }
    for view in SchemaView.all where view.isQuestion { try connection.execute(view.temporary) }
    try connection.becomeReader()
    return try connection.query(sql, bounds: bounds, columns: columns, row: row)
  }

  /// Which base relations a query reads when it is asked of gathered ones. Throws `invalidQuery`
  /// when it names anything else, and as ``History/query(_:bounds:columns:row:)`` otherwise.
  package static func relations(readBy sql: String) throws(StoreError) -> Set<String> {
    let connection = try Connection(path: "", mode: .memory)
    for relation in BaseRelation.all { try connection.execute(relation.table) }
    for view in SchemaView.all where view.isQuestion { try connection.execute(view.temporary) }
    let known = Set(BaseRelation.all.map(\.name))
    return try connection.tables(readBy: sql).intersection(known)
  }
}

extension Connection {
  /// Prepares a connection for filling a private database from files that anybody may have made. A
  /// failure or an interruption leaves nothing that is of use, so nothing is done to survive it.
  fileprivate borrowing func becomeGatherer() throws(StoreError) {
    try execute(
      """
      PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA locking_mode=EXCLUSIVE;
      PRAGMA cache_size=-65536;
      """)
    distrustFile()
    waitForLocks(milliseconds: Self.lockPatience)
  }

  fileprivate borrowing func attach(_ uri: String, as name: String) throws(StoreError) {
    let attach = try prepare("ATTACH ?1 AS \(name)")
    attach.bind(uri, at: 1)
    try attach.run()
  }

  /// Does something while another file is attached.
  fileprivate borrowing func attached(
    _ uri: String, _ body: () throws(StoreError) -> Void
  ) throws(StoreError) {
    try attach(uri, as: "history")
    do {
      try transaction(body)
    } catch {
      try? execute("DETACH history")
      throw error
    }
    try execute("DETACH history")
  }

  fileprivate borrowing func add(_ funnels: [GatheredRelations.FunnelStep]) throws(StoreError) {
    let insert = try prepare("INSERT INTO funnel_step VALUES (?1, ?2, ?3)")
    for funnel in funnels {
      for (index, screen) in funnel.screens.enumerated() {
        insert.bind(funnel.funnel, at: 1)
        insert.bind(Int64(index + 1), at: 2)
        insert.bind(screen, at: 3)
        try insert.run()
      }
    }
  }

  fileprivate borrowing func add(
    resultsIn path: String, _ relation: BaseRelation
  ) throws(StoreError) {
    guard FileFacts(path: path) != nil else { throw .missing(path: path) }
    let columns = relation.columns.map(\.name).joined(separator: ", ")
    try attached("file:\(Self.escaped(path))?mode=ro") { () throws(StoreError) in
      try execute(
        "INSERT INTO main.\(relation.name) SELECT \(columns) FROM history.replay_run")
    }
  }
}

extension BaseRelation {
  /// The statement that makes an empty table of it.
  fileprivate var table: String {
    let list = columns.map { "\($0.name) \($0.type == .integer ? "INTEGER" : "TEXT")" }
    let key = name == "funnel_step" ? ", PRIMARY KEY (funnel, step)" : ""
    return "CREATE TABLE \(name) (\(list.joined(separator: ", "))\(key));"
  }

  /// The statement that fills it from the attached history. Of two histories' funnels of one name
  /// the first counts.
  fileprivate var insertion: String {
    let list = columns.map(\.name).joined(separator: ", ")
    let source = name == "funnel_step" ? "history.\(name)" : "temp.\(name)"
    return "INSERT OR IGNORE INTO main.\(name) SELECT \(list) FROM \(source)"
  }

  /// What makes several questions quicker than it costs.
  fileprivate var indexes: [String] {
    switch name {
    case "v_screen_view":
      ["CREATE INDEX main.view_of_visit ON v_screen_view (visit_id, view_id, screen)"]
    case "v_request":
      ["CREATE INDEX main.request_latency ON v_request (entry_point, duration_us, outcome)"]
    default: []
    }
  }
}
