import Foundation
import RouteTestSupport
import Testing

/// `what-if` with other answers, and what its new journals say of where they come from.
@MainActor @Suite struct `What if, of answers and of runs that are kept` {
  let place: Workplace

  init() throws {
    place = try Workplace()
    try place.recordSample()
  }

  /// The sequence of the request for an order, which an interceptor allowed.
  private func order() throws -> Int {
    let log = try place.run("log", "app.journal", "--grep", "/orders/3", "-o", "jsonl")
    let object = try JSONSerialization.jsonObject(with: Data(log.lines[0].utf8)) as? [String: Any]
    return try #require(object?["sequence"] as? Int)
  }

  private func objects(_ text: String) throws -> [[String: Any]] {
    try text.split(separator: "\n").map { line in
      try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  // MARK: Answers

  @Test func `an interceptor had answered otherwise, the request ends otherwise`() throws {
    let id = try order()
    let replies = [
      "deny:not now": "denied", "wait:online": "parked until online", "go:/products/9": "shown",
    ]
    for (reply, word) in replies {
      let result = try place.run("what-if", "app.journal", "--answer", "\(id)/signedIn=\(reply)")
      #expect(result.status == 1, "\(reply): \(result)")
      #expect(result.output.contains("request \(id): /orders/3"), "\(result.output)")
      #expect(reply.hasPrefix("wait") || result.output.contains(word), "\(result.output)")
    }
    let denied = try place.run("what-if", "app.journal", "--answer", "\(id)/signedIn=deny:not now")
    #expect(denied.output.contains("not now"))
    let led = try place.run("what-if", "app.journal", "--answer", "\(id)/signedIn=go:/products/9")
    #expect(led.output.contains("route product, screen product"), "\(led.output)")
    let same = try place.run("what-if", "app.journal", "--answer", "\(id)/signedIn=allow")
    #expect(same.status == 0, "\(same)")
  }

  @Test func `an answer is written as the journal writes it`() throws {
    let id = try order()
    let journaled = #"{"answer":"deny","kind":"interceptor","name":"signedIn","reason":"late"}"#
    let result = try place.run(
      "what-if", "app.journal", "--answer", "\(id)/signedIn=\(journaled)", "--out", "new.journal")
    #expect(result.status == 1 && result.output.contains("late"), "\(result)")
    #expect(try place.run("verify", "new.journal").status == 0)
    #expect(try place.run("rerun", "new.journal").status == 0)
  }

  @Test func `an answer is not asked for, that is said`() throws {
    let result = try place.run("what-if", "app.journal", "--answer", "2/signedIn=deny")
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains("the answer of signedIn to request 2 was not asked for"))
    let json = try place.run(
      "what-if", "app.journal", "--answer", "2/signedIn=deny", "-o", "jsonl")
    let unasked = try objects(json.output)[0]["unasked_answers"] as? [[String: Any]]
    #expect(unasked?.count == 1 && unasked?[0]["request"] as? Int == 2)
  }

  @Test func `an answer cannot be one, the command line is wrong`() throws {
    let id = try order()
    let wrong = [
      "signedIn=deny", "\(id)", "\(id)/signedIn", "\(id)/signedin=deny", "x/signedIn=deny",
      "1/signedIn=deny", "999/signedIn=deny", "\(id)/signedIn=", "\(id)/signedIn=maybe",
      "\(id)/signedIn=wait", "\(id)/signedIn=go:", "\(id)/signedIn=decline",
      "\(id)/signedIn=go:\u{1}", "\(id)/signedIn={}", "\(id)/signedIn={\"answer\":",
    ]
    for word in wrong {
      let result = try place.run("what-if", "app.journal", "--answer", word)
      #expect(result.status == 2 && result.notes.contains("'--answer'"), "\(word): \(result)")
    }
    let twice = try place.run(
      "what-if", "app.journal", "--answer", "\(id)/signedIn=deny", "--answer",
      "\(id)/signedIn=allow")
    #expect(twice.status == 2 && twice.notes.contains("one answer alone"))
    let many = try place.run(
      "what-if", "app.journal", "app.journal", "--answer", "\(id)/signedIn=deny")
    #expect(many.status == 2 && many.notes.contains("belong to one file"))
  }

  // MARK: Parents

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
