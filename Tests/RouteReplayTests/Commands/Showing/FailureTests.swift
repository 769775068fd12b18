import Foundation
import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

@testable import RouteReplayProgram

/// The requests that count as failed: the same ones everywhere.
@Suite struct `Failures of requests` {
  @Test func `of summaries and reports are those of question 8`() throws {
    let place = Workplace()
    var (batch, counts) = (JournalBatch(), EntryCounts())
    for (index, outcome) in Outcome.words.enumerated() {
      var entry = EntryRow(sequence: Int64(index + 1), session: 1, kind: 4)
      (entry.request, entry.outcome) = (entry.sequence, outcome)
      batch.entries.append(entry)
      counts.follow(entry)
    }
    batch.session = SessionRow(
      number: 1, identifier: "a", device: "d", beganMicroseconds: 0, firstSequence: 1)
    do { try Journal.open(.file(place.path("a"))).append(&batch) }
    let answer = try place.run("stats", "a", "failure-reasons", "-o", "jsonl").expect(0)
    let reasons = try objects(answer.output).compactMap { $0["reason"] as? String }
    #expect(reasons.count == 7)
    #expect(reasons.sorted() == counts.failures.keys.sorted())
    #expect(reasons.sorted() == Outcome.words.filter { Outcome.isFailure($0) }.sorted())
    #expect(!Outcome.words.contains { Outcome.isFailure($0) && Outcome.isSuccess($0) })
    for word in ["superseded", "expired", "duplicate"] {
      #expect(!Outcome.isFailure(word) && !Outcome.isSuccess(word), "\(word)")
    }
  }

  @Test func `of a fact has the screen that it named`() throws {
    let (waiting, shop) = (GoldenStory.waiting.journal.path, GoldenStory.shop.journal.path)
    try Workplace().run("show", waiting, "9").expect(
      0, says: "wants    popped screen 99\n", lacks: "popped catalog")
    try Workplace().run("diff", waiting, shop).expect(
      1, says: "request 9: popped screen 99\n", lacks: "popped catalog")
    try Workplace().run("log", waiting, "--from", "9", "--to", "9").expect(
      0, says: "popped screen 99: there is no screen 99")
  }
}
