import RouteEngine
import RouteReplay
import RouteStore
import TextTerminal

/// The screens that the route tables of journals declare, for comparison with a name that a user
/// types.
struct DeclaredScreens {
  /// The tables of the journals, without duplicates.
  private(set) var tables: [RouteTable] = []
  private var digests: Set<String> = []

  /// Adds the tables of a journal. Throws `StoreError` when one cannot be read.
  mutating func add(_ history: History) throws {
    for digest in try history.routeTableDigests() where digests.insert(digest).inserted {
      // An invalid table is reported by 'verify'.
      guard let json = try history.routeTable(digest: digest),
        let table = try? RouteTable(json: json)
      else { continue }
      tables.append(table)
    }
  }

  /// The tables that declare a screen.
  func tables(with name: String) -> [RouteTable] { tables.filter { $0.screen(name) != nil } }

  /// A question that proposes a similar declared screen; nil when there is none.
  ///
  /// - Parameter isMeant: whether a screen may be proposed.
  func question(about name: String, where isMeant: (ScreenDeclaration) -> Bool) -> String? {
    let kinds = tables.flatMap { $0.definition.screens.filter(isMeant).map(\.kind) }
    return nearestWord(to: name, among: Set(kinds).sorted()).map { "did you mean '\($0)'?" }
  }

  /// Reports on standard error the screens of a condition that no table declares: such a condition
  /// never holds, or always does. Nothing is reported without a table.
  ///
  /// - Parameters:
  ///   - condition: the condition of a search.
  ///   - history: the journal that is searched.
  ///   - table: the table used for its requests in place of its own ones.
  static func check(
    _ condition: StateCondition, in history: History, with table: RouteTable? = nil,
    _ output: Output
  ) {
    var known = DeclaredScreens()
    // This only adds words to an answer; 'verify' reports tables that cannot be read.
    try? known.add(history)
    if let table { known.tables.append(table) }
    guard !known.tables.isEmpty else { return }
    for name in condition.screenKinds where known.tables(with: name).isEmpty {
      let question = known.question(about: name) { _ in true }
      output.problem(
        "route-replay: no table of the journal declares a screen '\(visible(name))'"
          + (question.map { "; \($0)" } ?? ""))
    }
  }
}
