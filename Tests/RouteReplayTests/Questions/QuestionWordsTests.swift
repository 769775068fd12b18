import RouteStore
import Testing

@testable import RouteReplayProgram

/// The text of `stats` beside its numbers: explanations of the counts, and messages about unknown
/// names.
@Suite struct `Words of the questions` {
  let place = Workplace.sample()

  /// The text with line breaks replaced by spaces.
  private func joined(_ result: Workplace.Result) -> String {
    result.lines.joined(separator: " ")
  }

  @Test func `say below each heading what is counted`() throws {
    let all = joined(try place.run("stats", "app.journal").expect(0))
    for question in NamedQuestion.allCases {
      let heading = "\(question.rawValue): \(question.meaning) (\(question.counted))"
      #expect(all.contains(heading), "\(heading)")
      let alone = joined(try place.run("stats", "app.journal", question.rawValue).expect(0))
      #expect(alone.hasPrefix(heading), "\(alone)")
    }
    try place.run("stats", "app.journal", "link-success", "-o", "csv").expect(
      0, begins: "entry_point,")
    try place.run("stats", "--list", "-o", "json").expect(0, says: "loops overlap")
  }

  @Test func `call shown and already shown together by another name than shown`() throws {
    let result = try place.run("stats", "app.journal", "version-outcomes").expect(0)
    let head = try #require(result.lines.first { $0.hasPrefix("app_version ") })
    #expect(head.contains(" converted ") && !head.contains(" shown "), "\(result)")
  }

  @Test(arguments: [
    NamedQuestion.linkSuccess, .failureReasons, .routingLatency, .dailyRouting, .sessions,
  ])
  func `count requests that are not plain ones`(_ question: NamedQuestion) {
    for word in ["host facts", "superseded", "expired", "duplicate"] {
      #expect(question.counted.contains(word), "\(word)")
    }
  }

  @Test(arguments: [
    (["--entry-point", "ulr"], "no entry point is called 'ulr'; did you mean 'url'?"),
    (["--entry-point", "push"], "no entry point is called 'push'; there are url, "),
    (["--app-version", "9"], "no session is of version '9' of the app; none of them names"),
    (["link-success", "--funnel", "feed > product"], "'--funnel' is for 'funnel' and 'funnel-s"),
    (["funnel"], "there is no funnel: --funnel 'feed > product' asks about one"),
    (["funnel", "--funnel", "feed > prodct"], "did you mean 'product'?"),
  ])
  func `report unknown names`(_ words: [String], _ problem: String) throws {
    try place.run(["stats", "app.journal"] + words).expect(0, notes: problem)
    try place.run(["stats", "app.journal", "-o", "json"] + words).expect(0, notes: problem)
  }

  @Test func `list the existing versions of all files`() throws {
    for (name, version) in [("a", "1.0"), ("b", "1.1")] {
      var batch = JournalBatch()
      batch.entries = [EntryRow(sequence: 1, session: 1, kind: 1)]
      var session = SessionRow(
        number: 1, identifier: name, device: name, beganMicroseconds: 0, firstSequence: 1)
      session.appVersion = version
      batch.session = session
      try Journal.open(.file(place.path(name))).append(&batch)
    }
    try place.run("stats", "a", "b", "sessions", "--app-version", "1.2").expect(
      0, notes: "no session is of version '1.2' of the app; there are 1.0, 1.1")
    try place.run("stats", "a", "b", "sessions", "--app-version", "1.1").expect(
      0, notesLack: "no session")
  }

  @Test func `report no known names`() throws {
    try place.run("stats", "app.journal", "--entry-point", "url").expect(0, notesLack: "called")
    try place.run("stats", "app.journal", "funnel-split", "--funnel", "feed > product").expect(
      0, notesLack: "--funnel")
  }
}
