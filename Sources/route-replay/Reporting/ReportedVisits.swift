import RouteEngine
import RouteStore

/// What visits went through, of the entries of a report: the answers of the questions
/// `screen-transitions`, `top-paths` and `funnel`, in their order. Texts are places in its
/// `ReportTexts`.
struct ReportedVisits {
  /// A screen, and what its visits showed next.
  struct Transition: Equatable {
    let from: Int
    /// `(exit)` where they showed no more.
    let to: Int
    let count: Int64
    /// Its share of all that left the screen.
    let share: Double?
  }

  /// Screens in a row.
  struct Path: Equatable {
    /// Their names, as the question writes them.
    let screens: Int
    /// How often a visit went through them.
    let occurrences: Int64
  }

  /// Screens that visits ought to get to, one after another.
  struct Funnel: Equatable {
    let name: Int
    var screens: [Screen] = []
  }

  /// One of them.
  struct Screen: Equatable {
    let name: Int
    /// How many visits got to it.
    let visits: Int64
    /// Their share of those that got to the screen before it; nil where none did.
    let ofPrevious: Double?
    /// Their share of those that got to the first; nil where none did.
    let ofFirst: Double?
    /// How many got to the screen before it and not to this one; nil for the first.
    let lost: Int64?
  }

  /// More funnels than anybody looks at; how many more there are is told.
  static let mostFunnels = 25
  /// What of the base relations the answers are made of.
  static var columns: RelationColumns {
    get throws { try RelationColumns(readBy: questions.map(query)) }
  }

  /// The most frequent ones.
  private(set) var transitions: [Transition] = []
  private(set) var transitionCount = 0
  /// The most frequent ones.
  private(set) var paths: [Path] = []
  private(set) var pathCount = 0
  private(set) var funnels: [Funnel] = []
  private(set) var funnelCount = 0
  /// What is wrong with the names of the funnels' screens.
  private(set) var funnelProblems: [Int] = []
  /// Why there is no answer; nil where there is.
  private(set) var problem: String?

  /// Nothing: no entry, no visit.
  init() {}

  /// Asks.
  ///
  /// - Parameters:
  ///   - texts: takes all that is text.
  ///   - room: how much there may be.
  ///   - path: the journal, whose route tables know the names of screens.
  ///   - gather: hands over the relations to ask. What it throws is told in the report.
  /// - Throws: a `CommandFailure` when there is more than a page can hold.
  init(
    into texts: inout ReportTexts, _ room: ReportedJournal.Room, of path: String,
    gather: () async throws -> GatheredJournals
  ) async throws(CommandFailure) {
    do {
      let relations = try await gather()
      try Self.ask(relations, .screenTransitions) { try take(transition: $0, &texts, room) }
      try Self.ask(relations, .topPaths) { try take(path: $0, &texts, room) }
      var newest: String?
      try Self.ask(relations, .funnel) { row in
        let name = row.text("funnel")
        if newest?.utf8.elementsEqual(name.utf8) != true { funnelCount += 1 }
        newest = name
        guard funnelCount <= Self.mostFunnels else { return }
        try take(screen: row, of: name, &texts, room)
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

  private mutating func take(
    transition row: Row, _ texts: inout ReportTexts, _ room: ReportedJournal.Room
  ) throws(CommandFailure) {
    transitionCount += 1
    guard transitions.count < ReportedJournal.mostListed else { return }
    transitions.append(
      Transition(
        from: texts.place(of: row.text("from_screen")), to: texts.place(of: row.text("to_screen")),
        count: row.integer("transitions") ?? 0, share: row.real("probability")))
    try room.check(texts)
  }

  private mutating func take(
    path row: Row, _ texts: inout ReportTexts, _ room: ReportedJournal.Room
  ) throws(CommandFailure) {
    pathCount += 1
    guard paths.count < ReportedJournal.mostListed else { return }
    paths.append(
      Path(
        screens: texts.place(of: row.text("path")), occurrences: row.integer("occurrences") ?? 0))
    try room.check(texts)
  }

  private mutating func take(
    screen row: Row, of funnel: String, _ texts: inout ReportTexts, _ room: ReportedJournal.Room
  ) throws(CommandFailure) {
    if funnels.count < funnelCount { funnels.append(Funnel(name: texts.place(of: funnel))) }
    funnels[funnels.count - 1].screens.append(
      Screen(
        name: texts.place(of: row.text("screen")), visits: row.integer("visits") ?? 0,
        ofPrevious: row.real("step_conversion"), ofFirst: row.real("total_conversion"),
        lost: row.integer("drop_off")))
    try room.check(texts)
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

extension ReportedVisits {
  /// As it stands on the page.
  var json: JSON {
    .members([
      "transitions": Self.list(transitions.map(\.json), of: transitionCount),
      "paths": Self.list(paths.map(\.json), of: pathCount),
      "funnels": Self.list(funnels.map(\.json), of: funnelCount), "funnel_problems": funnelProblems,
      "problem": problem,
    ])
  }

  private static func list(_ first: [JSON], of count: Int) -> JSON {
    .members(["count": count, "first": first])
  }
}

extension ReportedVisits.Transition {
  fileprivate var json: JSON {
    .members([
      "from": from, "to": to, "count": count, "share": share,
    ])
  }
}

extension ReportedVisits.Path {
  fileprivate var json: JSON {
    .members(["screens": screens, "occurrences": occurrences])
  }
}

extension ReportedVisits.Funnel {
  fileprivate var json: JSON {
    .members(["name": name, "screens": screens.map(\.json)])
  }
}

extension ReportedVisits.Screen {
  fileprivate var json: JSON {
    .members([
      "name": name, "visits": visits, "of_previous": ofPrevious, "of_first": ofFirst, "lost": lost,
    ])
  }
}
