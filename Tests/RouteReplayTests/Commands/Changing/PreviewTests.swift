import Foundation
import RouteEngine
import RouteTestSupport
import Testing

@testable import RouteReplayProgram

/// The preview of what is removed: it is shown before the change, and every reader has the same
/// counts afterwards.
@MainActor
@Suite struct `Pruning and redacting` {
  let place = Workplace()

  init() throws {
    place.write(
      "plain.json",
      """
      { format: "route-table/1", tree: "main/stack[feed]",
        screens: { product: { parameters: { id: "int" } } },
        routes: [
          { id: "product", patterns: ["/products/:id"], interceptors: ["gate"],
            destination: [{ push: "product" }] }
        ] }
      """)
    for day in 1...3 {
      place.write("\(day).txt", (1...20).map { "/products/\(day)\($0)?who=s3cr3t\n" }.joined())
      try place.run("record", "--journal", "app.journal", "--routes", "plain.json", "\(day).txt")
    }
  }

  private func object(_ words: [String]) throws -> [String: Any] {
    let result = try place.run(words + ["-o", "jsonl"]).expect(0)
    return try jsonObject(result.output)
  }

  @Test(arguments: [["--entries", "30"], ["--bytes", "60000"], ["--entries", "1000"]])
  func `without --write list what is then removed`(bounds: [String]) throws {
    let before = try place.contents()
    let told = try place.run(["prune", "app.journal"] + bounds).expect(0)
    let nothing = bounds.contains("1000")
    #expect(told.output.hasPrefix(nothing ? "nothing to remove" : "would remove "), "\(told)")
    #expect(nothing || told.notes.contains("nothing was changed; --write does it"))
    var preview = try object(["prune", "app.journal"] + bounds)
    #expect(try place.contents() == before)
    #expect(preview["written"] as? Bool == false)
    var done = try object(["prune", "app.journal", "--write"] + bounds)
    #expect(done["written"] as? Bool == true)
    #expect(nothing || done["entries"] as? Int ?? 0 > 0)
    for name in ["file", "written"] { (preview[name], done[name]) = (nil, nil) }
    #expect(NSDictionary(dictionary: preview) == NSDictionary(dictionary: done))
    try place.run("verify", "app.journal", "-q").expect(0)
  }

  /// Shell commands that send a signal to a preview as soon as it has made its copy.
  private static func cuttingShort(by signal: String) -> String {
    Workplace.cuttingShort("prune app.journal --entries 1", by: signal)
  }

  /// An interrupt that comes too late finds no copy either.
  @Test(arguments: ["INT", "TERM", "HUP"])
  func `leave no copy behind that an interrupt cuts short`(signal: String) throws {
    let ended = try place.shell(Self.cuttingShort(by: signal) + "\nls copies")
    ended.expect(0, prints: "")
  }

  @Test func `come to their end where a hangup is ignored`() throws {
    let ended = try place.shell("trap '' HUP\n" + Self.cuttingShort(by: "HUP"))
    ended.expect(0)
    try place.shell("cat told").expect(says: "would remove ")
  }

  @Test func `of private values have a preview as well`() throws {
    let before = try place.contents()
    try place.run("redact", "app.journal", "--all").expect(
      0, notes: "nothing was changed; --write does it",
      prints: "would redact 1 private value and 1 key\n")
    #expect(try object(["redact", "app.journal", "--nobody"])["written"] as? Bool == false)
    try place.run("redact", "app.journal", "--value", "x").expect(begins: "nothing to redact")
    #expect(try place.contents() == before)
    try place.run("redact", "app.journal", "--all", "--write").expect(
      prints: "redacted 1 private value and 1 key\n")
  }

  @Test(arguments: [("", 0), ("; DELETE FROM checkpoint", 3)] as [(String, Int32)])
  func `of a damaged journal have a preview that equals the result`(more: String, status: Int32)
    throws
  {
    try Tampering.run(
      "UPDATE journal SET link = '/x' WHERE sequence = 2\(more)", on: place.path("app.journal"))
    let told = try place.run("redact", "app.journal", "--all").expect(status)
    let done = try place.run("redact", "app.journal", "--all", "--write").expect(status)
    #expect(status == 0 || told.notes == done.notes, "\(told) \(done)")
  }

  @Test func `of a journal of a newer format are refused as --write refuses them`() throws {
    try Tampering.run("PRAGMA user_version = 99", on: place.path("app.journal"))
    let told = try place.run("redact", "app.journal", "--all").expect(4, prints: "")
    let done = try place.run("redact", "app.journal", "--all", "--write").expect(4)
    #expect(told.notes == done.notes)
  }

  @Test func `leave sessions that every command counts alike`() throws {
    try place.run("prune", "app.journal", "--write", "--entries", "25")
    let verified = try object(["verify", "app.journal"])
    let summary = try object(["summary", "app.journal"])
    #expect(summary["sessions"] as? Int == verified["sessions"] as? Int)
    let sessions = try place.run("sessions", "app.journal")
    let listed = try place.run("sessions", "app.journal", "-o", "jsonl").lines
    let gone = listed.filter { $0.contains(#""pruned":"whole""#) }
    #expect(listed.count - gone.count == summary["sessions"] as? Int, "\(listed)")
    #expect(gone.count == summary["pruned_sessions"] as? Int)
    #expect(listed.contains { $0.contains(#""pruned":"part""#) })
    #expect(sessions.output.contains(" was pruned through entry "), "\(sessions.output)")
  }

  @Test func `that leave the host's last session only its row say so`() throws {
    try place.run("prune", "app.journal", "--write", "--entries", "0")
    try place.run("sessions", "app.journal").expect(
      says: "session 3 was pruned: no entry of it is left")
    try place.run("app.journal").expect(says: "in 1 session (and 1 pruned), 0 requests")
    #expect(try object(["verify", "app.journal"])["sessions"] as? Int == 1)
  }

  @Test func `leave an outcome that names the pruned request`() throws {
    let rows = try place.run("log", "app.journal", "--kind", "decided", "-o", "jsonl").lines
    let digits = rows[40].drop { !$0.isNumber }.prefix { $0.isNumber }
    let decided = try #require(Int(digits))
    try place.run("prune", "app.journal", "--write", "--entries", "\(try head() - decided + 1)")
    let log = try place.run("log", "app.journal", "--kind", "decided", "-o", "jsonl").lines
    #expect(log[0].contains(#""sequence":\#(decided),"#))
    #expect(log[0].contains(#""what":"request \#(decided - 1)""#), "\(log[0])")
  }

  private func head() throws -> Int {
    let summary = try object(["verify", "app.journal"])
    return try #require(
      (summary["anchor"] as? String)?.split(separator: ":").first.flatMap { Int($0) })
  }

  @Test func `are told in words by the entries that say so`() throws {
    try place.run("prune", "app.journal", "--write", "--entries", "25")
    try place.run("redact", "app.journal", "--write", "--all")
    let log = try place.run("log", "app.journal", "-o", "jsonl").lines
    func sequence(_ kind: String) throws -> String {
      let line = try #require(log.last { $0.contains(#""kind":"\#(kind)""#) })
      let digits = line.drop { !$0.isNumber }.prefix { $0.isNumber }
      return String(digits)
    }
    let pruned = try place.run("show", "app.journal", try sequence("pruned")).expect(
      says: "\n  pruned   all through entry ", "\n  left     the state "
    ).output
    let redacted = try place.run("show", "app.journal", try sequence("redacted")).expect(
      says: "\n  redacted 1 value, 1 key by all\n"
    ).output
    let began = try place.run("show", "app.journal", try sequence("began")).expect(
      says: "\n  start    maintenance\n"
    ).output
    for text in [pruned, redacted, began] { #expect(!text.contains("note  "), "\(text)") }
    #expect(log.contains { $0.contains("began") && $0.contains(#""what":"maintenance""#) })
  }
}
