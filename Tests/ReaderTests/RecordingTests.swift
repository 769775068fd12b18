import Foundation
import RouteTestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// The recording on the documentation's first page: the frames of the reader, which is killed in
/// the middle.
///
/// After an intended change, `RECORDING=write swift test --filter RecordingTests` writes the
/// recording again.
@Suite struct RecordingTests {
  private static let file = "Documentation/site/recording.txt"
  private let folder = TemporaryFolder()

  @Test func `the recording is what the programs print today`() throws {
    let made = try record().map { "== \($0.caption)\n\($0.screen)\n" }.joined(separator: "\n")
    if ProcessInfo.processInfo.environment["RECORDING"] == "write" {
      try made.write(to: PackageFile.url(Self.file), atomically: true, encoding: .utf8)
    }
    #expect(try uncounted(PackageFile.text(Self.file)) == uncounted(made))
  }

  /// The text without the number of entries: a run of more than ten seconds has one more, which
  /// says that the restored place is trusted.
  private func uncounted(_ text: String) -> String {
    text.replacing(/(intact +)\d+/) { $0.1 + "N" }
  }

  private func record() throws -> [(caption: String, screen: String)] {
    let articles = [
      ("bread", "# Bread\n\nFlour, water, salt and time.\n\n- knead\n- wait\n- bake\n"),
      ("salt", "# Salt\n\nTwo per cent of the flour.\n"), ("soup", "# Soup\n\nOnions first.\n"),
    ]
    for (name, text) in articles {
      try text.write(toFile: folder.file("\(name).md"), atomically: true, encoding: .utf8)
    }
    var steps: [(caption: String, screen: String)] = []
    let first = try ProgramOnTerminal(folder)
    try first.wait(for: "› Bread")
    try first.press("/saved/bread", until: "saved/bread")
    steps.append(("A link arrives, here typed by hand.", screen(first)))
    try first.press("\r", until: "reader://saved/bread waits")
    steps.append(("Its route asks for a log-in. The link waits, in the journal.", screen(first)))
    first.end(by: SIGKILL)

    let second = try ProgramOnTerminal(folder)
    try second.wait(for: "reader://saved/bread waits")
    steps.append(
      ("kill -9, and launched again: the same place, and it still waits.", screen(second)))
    try second.press("\r", until: "── Bread ──")
    steps.append(("After the log-in the link goes on, once.", screen(second)))
    second.end(by: SIGTERM)

    let said = try [["verify", "--quiet", "journal"], ["rerun", "journal"]].map { words in
      let lines = try ProgramOnTerminal.lines(of: "route-replay", words, in: folder)
      return (["$ route-replay " + words.joined(separator: " ")] + lines).joined(separator: "\n")
    }
    steps.append(
      (
        "The journal is intact, and its requests, decided again, come out the same.",
        said.joined(separator: "\n\n")
      ))
    return steps
  }

  private func screen(_ program: ProgramOnTerminal) -> String { trimmed(program.frame) }

  /// The text without spaces at the ends of lines and without empty lines at the end.
  private func trimmed(_ text: String) -> String {
    text.split(separator: "\r\n", omittingEmptySubsequences: false)
      .map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
      .joined(separator: "\n").trimmingCharacters(in: .newlines)
  }
}
