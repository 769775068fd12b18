import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// One summary over several journals.
@MainActor
struct SurveyTests {
  private let shop = Scenario.shop()

  private func journal(_ links: String..., of scenario: Scenario? = nil) throws -> TestJournal {
    let journal = try TestJournal(scenario ?? shop)
    let session = journal.launch()
    for link in links { session.open(link) }
    session.end()
    return journal
  }

  /// A table that shows products at home.
  private func otherTable() throws -> RouteTable {
    var route = shop.routes[0]
    route.destination = Destination([Step(.select, "home"), Step(.push, "product")])
    return try RouteTable(
      RouteTableDefinition(tree: Scenario.tree, screens: shop.screens, routes: [route]))
  }

  @Test func `another table is counted by file, session and decision`() throws {
    let journals = [
      try journal("/products/1", "/nowhere"), try journal("/nowhere"),
      try journal("/products/1", "/products/2"),
    ]
    var (survey, proposal) = (RerunSurvey(), AcceptedProposal())
    for (index, journal) in journals.enumerated() {
      let history = try History(path: journal.path)
      let rerun = try Rerun(of: history, with: otherTable())
      try survey.add(rerun, of: "\(index)", history)
      proposal.add(rerun, of: "\(index)")
    }
    survey.miss()
    #expect(survey.verdict == .different && survey.unread == 1)
    #expect(survey.differing == 3 && survey.differingFiles == 2)
    #expect(survey.sum(\.sessions) == 3 && survey.sum(\.rerun.differingSessions) == 2)
    let shifts = survey.shifts.sorted
    #expect(shifts.map(\.requests) == [3] && shifts.map(\.files) == [2])
    #expect(shifts.first?.shift.route == "product")
    let examples = survey.examples(2)
    #expect(examples.map(\.file.path) == ["0", "2"])
    #expect(examples.reduce(0) { $0 + $1.divergences.count } == 2)
    #expect(proposal.entries.map(\.link) == ["/products/1", "/products/2"])
    #expect(proposal.entries.map(\.count) == [2, 1] && proposal.entries.map(\.path) == ["0", "2"])
  }

  @Test func `runs without a request are counted by file and request`() throws {
    let journals = [try journal("/products/1", "/products/2"), try journal("/nowhere")]
    var survey = RehearsalSurvey(most: 3)
    for (index, journal) in journals.enumerated() {
      let run = try RecordedRun(History(path: journal.path))
      let drop = Set(run.input.order.prefix(index == 0 ? 1 : 0))
      let rehearsal = Rehearsal(run, with: nil, host: nil, drop: drop)
      try rehearsal.run(into: Journal.open(.memory))
      survey.add(rehearsal, of: "\(index)")
    }
    #expect(survey.sum(\.dropped) == 1 && survey.sum(\.edited) == 0 && survey.sum(\.opened) == 2)
    #expect(survey.changed.map(\.path) == ["0"] && survey.unaskedByAll.isEmpty)
    #expect(survey.examples.map(\.path) == ["0"] && survey.examples[0].changes.count == 1)
    #expect(survey.shifts.sorted.map(\.shift.now) == ["dropped"])
  }

  @Test func `each kind is among the examples before a second of any`() throws {
    let both = Scenario(
      screens: [.product, .order],
      routes: [.product, Route("order", "/orders/:id", to: .inShop("order"))])
    let journals = [
      try journal("/products/1", "/products/2", "/orders/3", of: both),
      try journal("/products/1", "/products/2", of: both),
    ]
    var survey = RerunSurvey()
    for (index, journal) in journals.enumerated() {
      let history = try History(path: journal.path)
      let rerun = try Rerun(of: history, with: otherTable(), most: 2)
      #expect(rerun.divergences.map(\.target) == ["/products/1", "/products/2"])
      try survey.add(rerun, of: "\(index)", history)
    }
    func targets(_ most: Int) -> [[String]] {
      survey.examples(most).map { $0.divergences.map(\.target) }
    }
    #expect(targets(2) == [["/products/1", "/orders/3"]])
    #expect(targets(4) == [["/products/1", "/products/2", "/orders/3"], ["/products/1"]])
  }

  @Test func `each kind is among the examples of a run before a second of any`() throws {
    let journal = try journal("/products/1", "/products/2", "/products/2")
    var survey = RehearsalSurvey(most: 2)
    try withExtendedLifetime(journal) {
      let run = try RecordedRun(History(path: journal.path))
      let drop = Set(run.input.order.prefix(2))
      let rehearsal = Rehearsal(run, with: nil, host: nil, drop: drop)
      try rehearsal.run(into: Journal.open(.memory))
      survey.add(rehearsal, of: "0")
    }
    #expect(survey.examples.flatMap(\.changes).map(\.now?.word) == [nil, "shown"])
  }

  @Test func `an unused answer is reported, beside a used one of its name`() throws {
    let journal = try journal("/nowhere")
    var survey = RehearsalSurvey(most: 1)
    try withExtendedLifetime(journal) {
      let answers = [Question.Kind.interceptor, .task].map {
        GivenAnswer(name: "gate", kind: $0, answer: .allow)
      }
      let run = try RecordedRun(History(path: journal.path))
      let rehearsal = Rehearsal(run, with: nil, host: nil, drop: [], toAll: answers)
      try rehearsal.run(into: Journal.open(.memory))
      survey.add(rehearsal, of: "0")
    }
    #expect(survey.unaskedByAll == ["gate"])
  }
}
