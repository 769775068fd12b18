import Foundation
import RouteTestSupport
import TextTerminal

@testable import reader

/// A user of the reader, in this process: presses keys and reads frames.
@MainActor final class Sitting {
  let reader: Reader
  let told: Told

  /// The inputs that the reader has not taken yet.
  final class Told { var inputs: [Input] = [] }

  init(_ folder: TemporaryFolder, journal: String? = nil, width: Int = 40, height: Int = 12) throws
  {
    let told = Told()
    self.told = told
    reader = try Reader(Library(folder: folder.path), journal: journal) { told.inputs.append($0) }
    reader.size = (width, height)
    press("")
  }

  /// Presses keys as a terminal would send them, and lets the reader process them as the program
  /// does.
  func press(_ keys: String) {
    told.inputs += Key.keys(in: keys).map { .terminal(.key($0)) } + [.redraw]
    while !told.inputs.isEmpty {
      reader.take(told.inputs.removeFirst())
      reader.hasShown()
    }
  }

  /// The frame's lines.
  var lines: [String] { reader.frame().map(\.text) }

  /// The frame without spaces at the ends of lines, and without empty lines.
  var frame: String {
    let lines = lines.map { String($0.reversed().drop { $0 == " " }.reversed()) }
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }
}

extension TemporaryFolder {
  /// A folder with three short articles.
  static func ofArticles() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    let lines = (1...40).map { "line \($0)\n\n" }.joined()
    for (name, text) in [
      (
        "bread",
        "# Bread\n\nFlour, **water** and time.\nThen <doc:salt>.\n\n- knead\n- bake it all\n"
      ),
      ("salt", "# Salt\n\n" + lines),
      ("world", "# 世界世界世界世界世界世界世界世界世界世界\n\n| 世 | 👍🏽 |\n|--|--|\n| \u{1B}[2J | \u{202E}x |\n"),
    ] { try text.write(toFile: folder.file("\(name).md"), atomically: true, encoding: .utf8) }
    return folder
  }
}
