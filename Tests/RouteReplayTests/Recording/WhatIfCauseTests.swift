import Foundation
import Testing

/// The causes of other outcomes, and their counts.
@Suite struct `What if, and why` {
  let place = Workplace()

  /// Today's table: a log-in may not be interrupted.
  private static let table = """
    { format: "route-table/1", tree: "main/tabs[home/stack*[feed] shop/stack[catalog]]",
      screens: { product: { parameters: { id: "int" } }, login: { dismissible: false }, note: {} },
      routes: [
        { id: "product", patterns: ["/products/:id"],
          destination: [{ select: "shop" }, { push: "product" }] },
        { id: "login", patterns: ["/login"], destination: [{ present: "login" }] },
        { id: "lost", patterns: ["/lost"], destination: [{ dismiss: "all" }, { popTo: "note" }] },
      ] }
    """

  init() throws {
    place.write("today.json", Self.table)
    place.write(
      "tomorrow.json", Self.table.replacing("login: { dismissible: false }", with: "login: {}"))
    try place.record(
      "/products/1\n/login\n/lost\n/products/2\n/products/3\n", into: "app.journal",
      routes: "today.json")
  }

  @Test func `a screen may be dismissed now, it is named as the cause`() throws {
    let result = try place.run("what-if", "app.journal", "--routes", "tomorrow.json")
    #expect(result.status == 1 && result.lines.first?.contains("3 differ") == true, "\(result)")
    let explained = result.lines.filter { $0.contains("explained") }
    #expect(explained.count == 3, "\(result.output)")
    for line in explained { #expect(line.contains("screen login changed"), "\(line)") }
  }

  @Test func `a reason that ends with the number of a request is counted with a sign for it`()
    throws
  {
    place.write(
      "twice.jsonl",
      #"{"link":"/products/1","id":"a"}"# + "\n" + #"{"link":"/products/2","id":"a"}"# + "\n")
    try place.run(
      "record", "--journal", "twice.journal", "--routes", "today.json", "--format", "jsonl",
      "twice.jsonl"
    ).expect(0)
    try place.run("what-if", "twice.journal", "--edit", "link=/products/:id=/login").expect(
      1, says: "other content by request N ")
  }

  @Test func `another way to read links is named as the cause`() throws {
    try place.record("/PRODUCTS/1\n", into: "capital.journal", routes: "today.json")
    place.write(
      "ignored.json",
      Self.table.replacing("screens:", with: "links: { letterCase: \"ignored\" }, screens:"))
    let result = try place.run("what-if", "capital.journal", "--routes", "ignored.json")
    let explained = result.lines.filter { $0.contains("explained") }
    #expect(explained.count == 1, "\(result.output)")
    #expect(explained.first?.contains("the table reads links otherwise") == true, "\(result)")
  }

  @Test func `both sides have a reason`() throws {
    for words in [[], ["--out", "new.journal"]] {
      let result = try place.run(["what-if", "app.journal", "--routes", "tomorrow.json"] + words)
      let row = result.lines.first { $0.contains(" lost ") }
      #expect(row?.contains("failed at step 1: login may not be dismissed") == true, "\(result)")
      #expect(row?.contains("failed at step 2: there is no note") == true, "\(result)")
    }
  }

  @Test func `every difference is counted, one in screens or actions alone too`() throws {
    place.write(
      "other.json",
      Self.table.replacing(
        #"destination: [{ select: "shop" }, { push: "product" }]"#,
        with: #"destination: [{ select: "home" }, { push: "product" }], "#
          + #"actions: [{ perform: "track" }]"#))
    let result = try place.run("what-if", "app.journal", "--routes", "other.json", "-o", "jsonl")
    let object = try jsonObject(result.output)
    let shifts = try #require(object["outcome_shifts"] as? [[String: Any]])
    #expect(object["differing"] as? Int == 1, "\(object)")
    #expect(shifts.compactMap { $0["requests"] as? Int }.reduce(0, +) == 1)
    #expect(shifts.first?["recorded"] as? String == "shown")
    #expect(shifts.first?["replayed"] as? String == "shown, other screens, other actions")
    for table in ["tomorrow.json", "other.json"] {
      let whole = try place.run(
        "what-if", "app.journal", "--routes", table, "--out", "\(table).journal", "-o", "jsonl")
      let run = try jsonObject(whole.output)
      let counted = (run["outcome_shifts"] as? [[String: Any]])?
        .compactMap { $0["requests"] as? Int }.reduce(0, +)
      #expect(counted == (run["requests"] as? [Any])?.count, "\(whole.output)")
    }
  }
}
