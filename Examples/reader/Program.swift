import Foundation
import RouteEngine
import TextTerminal

/// The program around the reader: the arguments, the terminal, and a loop that handles one input
/// after the other.
@main @MainActor enum Program {
  static let usage = """
    usage: reader [FOLDER [JOURNAL]]

    Reads the Markdown files of FOLDER; without one, the guide of the library, from its own folder.
    JOURNAL (reader.sqlite without one) is made when missing; beside it lie what was saved
    (JOURNAL.saved) and noted (JOURNAL.notes). Kill the program and start it again: it is where it
    was. It needs a terminal, and shows no colour when NO_COLOR is set.
    \(Reader.help)
    """

  static func main() async {
    let words = CommandLine.arguments.dropFirst()
    if words.contains(where: { $0 == "--help" || $0 == "-h" }) { return print(usage) }
    guard words.count <= 2, !words.contains(where: { $0.hasPrefix("-") }) else { fail(usage) }
    guard FullScreen.isPossible else {
      fail("reader: needs a terminal to draw on and to take keys from")
    }
    let folder = words.first ?? "Sources/RouteEngine/RouteEngine.docc"
    let (inputs, told) = AsyncStream.makeStream(of: Input.self)
    let reader: Reader
    do {
      reader = try Reader(
        Library(folder: folder), journal: words.dropFirst().first ?? "reader.sqlite",
        tell: { told.yield($0) })
    } catch {
      let reason = error.localizedDescription
      fail(
        "reader: '\(visible(folder))' cannot be read: \(reason) Name a folder of Markdown files.")
    }
    let isColored = Terminal.of(STDOUT_FILENO).usesColor
    // The session's own timers and the terminal's input all run on the main queue.
    let terminal = FullScreen { told.yield(.terminal($0)) }
    for await input in inputs {
      reader.size = FullScreen.size
      reader.take(input)
      if reader.isOver { break }
      terminal.show(reader.frame().map { isColored ? $0.ink.paint($0.text) : $0.text })
      reader.hasShown()
    }
    reader.session.end()  // without it the end counts as a crash
    terminal.leave()
  }

  private static func fail(_ reason: String) -> Never {
    try? FileHandle.standardError.write(contentsOf: Data((reason + "\n").utf8))
    exit(2)
  }
}
