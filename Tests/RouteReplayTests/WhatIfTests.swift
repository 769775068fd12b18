import Foundation
import RouteTestSupport
import Testing

/// What the new journals of `what-if` say of where they come from.
@MainActor @Suite struct `What if, of runs that are kept` {
  let place: Workplace

  init() throws {
    place = try Workplace()
    try place.recordSample()
  }

  private func objects(_ text: String) throws -> [[String: Any]] {
    try text.split(separator: "\n").map { line in
      try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  @Test func `a run is kept, it says which session of which journal it repeats`() throws {
    let before = try objects(try place.run("sessions", "app.journal", "-o", "jsonl").output)
    let identifier = try #require(before[0]["identifier"] as? String)
    let anchor = try objects(try place.run("verify", "app.journal", "-o", "jsonl").output)[0]
    let result = try place.run("what-if", "app.journal", "--drop", "2", "--out", "new.journal")
    #expect(result.status == 1)
    let after = try objects(try place.run("sessions", "new.journal", "-o", "jsonl").output)
    #expect(after[0]["parent"] as? String == anchor["anchor"] as? String)
    #expect(after[0]["parent_session"] as? String == identifier)
    #expect(before[0]["parent"] is NSNull)
    let words = "session \(identifier) of a journal with entry "
    #expect(try place.run("show", "new.journal", "1").output.contains("repeats  \(words)"))
    #expect(try place.run("new.journal").output.contains("repeats    \(words)"))
    #expect(try place.run("verify", "new.journal").status == 0)
    try place.run("minimize", "app.journal", "--until", "screen order", "--out", "few.journal")
    let few = try objects(try place.run("sessions", "few.journal", "-o", "jsonl").output)
    #expect(few[0]["parent_session"] as? String == identifier)
  }
}
