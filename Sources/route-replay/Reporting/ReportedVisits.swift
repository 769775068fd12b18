import RouteAnalytics
import RouteEngine
import RouteStore

/// The paths of visits in the entries of a report: the answers of the questions
/// `screen-transitions`, `top-paths` and `funnel`, in this order, as on the page. Texts are indices
/// in its `ReportTexts`.
struct ReportedVisits: JSONValue {
  /// The first of many, and their number.
  private struct Listed: JSONValue {
    var first: [JSON] = []
    var count = 0

    var json: JSON { .members(["count": count, "first": first]) }

    mutating func add(_ element: () -> JSON) {
      count += 1
      if first.count < ReportedJournal.mostListed { first.append(element()) }
    }
  }

  /// The most funnels; the number of further funnels is shown.
  static let mostFunnels = 25
  /// The columns of the base relations that the answers need.
  static var columns: RelationColumns {
    get throws { try RelationColumns(readBy: questions.map(query), isCounting: true) }
  }

  /// A screen, the next screen of its visits, and the share of that one: `(exit)` when there was no
  /// next screen.
  private var transitions = Listed()
  /// Consecutive screens, and how often a visit went through them.
  private var paths = Listed()
  /// The screens of funnels, in order.
  private var funnels: [(name: Int, screens: [JSON])] = []
  private var funnelCount = 0
  /// The problems of the screen names in funnels.
  private var funnelProblems: [Int] = []
  /// The reason why there is no answer; nil when there is one.
  private var problem: String?

  var json: JSON {
    let named = funnels.map { JSON.members(["name": $0.name, "screens": $0.screens]) }
    return .members([
      "transitions": transitions, "paths": paths,
      "funnels": Listed(first: named, count: funnelCount), "funnel_problems": funnelProblems,
      "problem": problem,
    ])
  }

  /// No visits: there are no entries.
  init() {}

  /// Asks the questions.
  ///
  /// - Parameters:
  ///   - texts: collects all texts.
  ///   - room: the capacity.
  ///   - path: the journal, whose route tables have the names of screens.
  ///   - gather: returns the relations for the questions. Its errors are shown in the report.
  /// - Throws: a `CommandFailure` when there is more than a page can hold.
  init(
    into texts: inout ReportTexts, _ room: ReportedJournal.Room, of path: String,
    gather: () async throws -> GatheredJournals
  ) async throws(CommandFailure) {
    do {
      let relations = try await gather()
      try Self.ask(relations, .screenTransitions) { row in
        transitions.add {
          .members([
            "from": texts.place(of: row.text("from_screen")),
            "to": texts.place(of: row.text("to_screen")),
            "count": row.integer("transitions") ?? 0, "share": row.real("probability"),
          ])
        }
        try room.check(texts)
      }
      try Self.ask(relations, .topPaths) { row in
        paths.add {
          .members([
            "screens": texts.place(of: row.text("path")),
            "occurrences": row.integer("occurrences") ?? 0,
          ])
        }
        try room.check(texts)
      }
      var newest: String?
      try Self.ask(relations, .funnel) { row in
        let name = row.text("funnel")
        if newest?.utf8.elementsEqual(name.utf8) != true { funnelCount += 1 }
        newest = name
        guard funnelCount <= Self.mostFunnels else { return }
        if funnels.count < funnelCount { funnels.append((texts.place(of: name), [])) }
        funnels[funnels.count - 1].screens.append(Self.screen(row, &texts))
        try room.check(texts)
      }
      funnelProblems = try FunnelScreens.problems(of: relations, in: [path])
        .map { texts.place(of: $0) }
      try room.check(texts)
    } catch {
      let failure = CommandFailure(of: error)
      guard failure.status != .usage else { throw failure }
      self = ReportedVisits()
      problem = failure.message
    }
  }

  /// One screen of a funnel: how many visits reached it, their share of those that reached the
  /// screen before it and the first, and how many were lost on the way.
  private static func screen(_ row: Row, _ texts: inout ReportTexts) -> JSON {
    .members([
      "name": texts.place(of: row.text("screen")), "visits": row.integer("visits") ?? 0,
      "of_previous": row.real("step_conversion"), "of_first": row.real("total_conversion"),
      "lost": row.integer("drop_off"),
    ])
  }

  private static let questions: [NamedQuestion] = [.screenTransitions, .topPaths, .funnel]

  private static func query(_ question: NamedQuestion) -> String {
    question.sql(for: .json, rows: nil)
  }

  private static func ask(
    _ relations: GatheredJournals, _ question: NamedQuestion, _ take: (Row) throws -> Void
  ) throws {
    var columns: [String] = []
    _ = try relations.query(query(question), .ofQuestions, columns: { columns = $0 }) {
      try take(Row(columns: columns, values: $0))
    }
  }

  /// A row of an answer, by the names of its columns.
  private struct Row {
    let columns: [String]
    let values: [SQLValue]

    private subscript(name: String) -> SQLValue {
      columns.firstIndex(of: name).map { values[$0] } ?? .null
    }

    func text(_ name: String) -> String { self[name].text }

    func integer(_ name: String) -> Int64? {
      if case .integer(let number) = self[name] { number } else { nil }
    }

    func real(_ name: String) -> Double? {
      if case .real(let number) = self[name] { number } else { nil }
    }
  }
}
