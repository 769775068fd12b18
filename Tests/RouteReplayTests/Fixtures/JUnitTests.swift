import Foundation
import RouteTestSupport
import Testing

@testable import RouteReplayProgram

/// The output of `fixture test -o junit` for CI servers.
@Suite struct `Fixtures as JUnit reports` {
  @Test func `write any text so that it stays text`() {
    #expect(XMLText.content("a<b>&\"]]>") == "a&lt;b&gt;&amp;\"]]&gt;")
    #expect(XMLText.attribute("\"x\"\n\ty") == "&quot;x&quot;&#10;&#9;y")
    #expect(
      XMLText.content("\u{0}\u{1B}\u{FFFE}\u{FFFF}\u{8}ok\r")
        == "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}ok&#13;")
    #expect(XMLText.content("😀é\u{85}") == "😀é\u{85}")
  }

  /// The report on a sound journal, one with hostile links, and a file that is no journal.
  private func report(in place: Workplace) throws -> Workplace.Result {
    let link = #"/products/]]></failure><testcase name=\"x\"/>&amp;\u0001\u001b[31m\ufffe"#
    place.write("hostile.jsonl", #"{"link":"\#(link)"}"# + "\n" + #"{"link":"/products/7"}"# + "\n")
    try place.run(
      "record", "--journal", "hostile.journal", "--routes", "routes.json", "--format", "jsonl",
      "hostile.jsonl"
    ).expect(0)
    try place.run("fixture", "add", "a<b", "app.journal")
    try place.run("fixture", "add", "a<b", "hostile.journal")
    place.write("a<b/]]>&\u{1}.jsonl", "{}\n")
    place.write(
      "next.json",
      Workplace.table.replacing(#""/products/:id""#, with: #""/products/*rest""#)
        .replacing(#"with: { id: ":id" }"#, with: "with: {}"))
    return try place.run("fixture", "test", "a<b", "--routes", "next.json", "-o", "junit")
  }

  @Test func `have a case for each fixture, whatever its journal says`() throws {
    let result = try report(in: Workplace.sample()).expect(
      5, says: #"<testsuite name="a&lt;b" tests="3" failures="2" errors="1" skipped="0">"#,
      "type=\"unreadable\"", "</failure>", lacks: "]]>", "\u{1B}",
      begins: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n")
    #expect(result.output.split(separator: "<testcase ").count == 4, "\(result.output)")
  }

  private static var hasPython: Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/python3")
    }
  }

  @Test(.enabled(if: hasPython, "there is no python3"))
  func `are read by another program, whatever a journal says`() throws {
    let place = Workplace.sample()
    place.write("results.xml", try report(in: place).output)
    try place.shell(
      "python3 -c 'import xml.dom.minidom as d; t=d.parse(\"results.xml\"); "
        + "print(len(t.getElementsByTagName(\"testcase\")))'"
    ).expect(0, prints: "3\n")
  }

  @Test func `say nothing of what is as it was`() throws {
    let place = Workplace.sample()
    try place.run("fixture", "add", "fixtures", "app.journal")
    try place.run("fixture", "test", "fixtures", "-o", "junit").expect(
      0, says: #"<testcase classname="fixtures" name="app"/>"#, #"failures="0" errors="0""#)
  }
}
