import Foundation
import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

/// The longest prefix of a journal that every check accepts.
@MainActor
struct SalvagedCopyTests {
  let journal: TestJournal

  init() throws {
    journal = try TestJournal(
      Scenario(
        screens: [ScottyScenarioTests.product], routes: [ScottyScenarioTests.products]))
    let session = journal.launch()
    for number in 1...3 { session.open("/products/\(number)") }
  }

  @Test func `fault 15: an entry that only its meaning gives away is not taken over either`()
    throws
  {
    let history = try journal.forged("UPDATE journal SET cause = 9 WHERE sequence = 3")
    #expect(try Verification(of: history).findings.map(\.sequence) == [3])
    let path = journal.file("copy.sqlite")
    let copy = try SalvagedCopy(of: history, to: path)
    #expect(copy.end.sequence == 2 && copy.verification.isIntact)
    #expect(try Verification(of: History(path: path)).findings == [])
    #expect(try Rerun(of: History(path: path)).isIdentical)
  }

  @Test func `fault 15: what has the name already stays as it is`() throws {
    let path = journal.file("there.sqlite")
    try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
    let history = try History(path: journal.killed(as: "killed.sqlite"))
    #expect(throws: StoreError.alreadyExists(path: path)) {
      try SalvagedCopy(of: history, to: path)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("mine".utf8))
  }
}
