import RouteAnalytics
import RouteEngine
import RouteStore

/// The base relations of journals, gathered so that each question is asked once for all of them.
struct GatheredJournals: Sendable {
  private let relations: GatheredRelations

  /// Gathers relations. A file that turns out to be damaged while it is read ends the gathering.
  ///
  /// - Parameters:
  ///   - paths: the journals.
  ///   - columns: the needed columns of the base relations.
  ///   - funnels: the requested funnels; nil for those of the journals.
  ///   - results: files of results of replays.
  ///   - end: the deadline; after it, `limitReached` is thrown.
  ///   - functions: the functions of queries besides SQLite's.
  init(
    of paths: [String], _ columns: RelationColumns,
    choice: HistoryChoice = HistoryChoice(), funnels: [GatheredRelations.Funnel]? = nil,
    results: [String] = [], until end: ContinuousClock.Instant? = nil,
    functions: [SQLFunction] = []
  ) async throws {
    let relations = try GatheredRelations(columns, choice: choice, functions: functions)
    self.relations = relations
    let failures = await inParallel(Array(0..<relations.partCount)) { part -> (any Error)? in
      var path = ""
      do {
        try relations.gather(
          part, from: paths.count, funnels: funnels, results: results, until: end
        ) {
          path = paths[$0]
          return try History(path: path, allowingNewer: true)
        }
        return nil
      } catch StoreError.limitReached(let reason, let advice) {
        return StoreError.limitReached(reason: reason, advice: advice)
      } catch {
        return CommandFailure(of: error).of(path, among: paths.count)
      }
    }
    for case let failure? in failures { throw failure }
  }

  /// Returns the rows of a query.
  func query(
    _ sql: String, _ bounds: SQLBounds, columns: ([String]) throws -> Void,
    row: ([SQLValue]) throws -> Void
  ) throws -> Bool {
    try relations.reader().query(sql, bounds: bounds, columns: columns, row: row)
  }

  /// All rows of several queries, in order. As many queries run in parallel as there are
  /// processors.
  func answers(to queries: [String], _ bounds: SQLBounds) async throws -> [Answer] {
    let results = await inParallel(
      queries,
      by: { [relations] () -> Asker in
        do throws(StoreError) { return .able(try relations.reader()) } catch {
          return .unable(error)
        }
      }
    ) { asker, sql -> Result<Answer, CommandFailure> in
      var answer = Answer()
      do {
        switch asker {
        case .able(let reader):
          try reader.query(sql, bounds: bounds, columns: { answer.columns = $0 }) {
            answer.rows.append($0)
          }
        case .unable(let error): throw error
        }
        return .success(answer)
      } catch {
        return .failure(CommandFailure(of: error))
      }
    }
    return try results.map { try $0.get() }
  }

  /// The reader that asks one question after another, or the error from opening it.
  private enum Asker: ~Copyable {
    case able(GatheredRelations.Reader)
    case unable(StoreError)
  }

  /// The answer to a query.
  struct Answer: Sendable {
    var columns: [String] = []
    var rows: [[SQLValue]] = []
  }
}
