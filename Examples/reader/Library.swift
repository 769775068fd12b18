import Foundation
import TextTerminal

/// The articles of a folder, in the order of their names.
struct Library: Sendable {
  let articles: [Document]

  /// Reads the folder's Markdown files: at most a thousand, and the first 256 kB of each.
  ///
  /// - Throws: Foundation's error when the folder cannot be read.
  init(folder: String) throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    articles = files.filter { $0.hasSuffix(".md") }.sorted().prefix(1_000).map { name in
      let file = FileHandle(forReadingAtPath: folder + "/" + name)
      let text = (try? file?.read(upToCount: 1 << 18)).map { String(decoding: $0, as: UTF8.self) }
      return Document(String(name.dropLast(3)), markdown: text ?? "This file cannot be read.")
    }
  }

  subscript(name: String) -> Document? { articles.first { $0.name == name } }
}

/// A text in a file beside the journal: the names of the saved articles, and the notes. The notes
/// are a screen of which the engine knows only that it exists.
@MainActor final class Paper {
  private let file: String?
  private(set) var text: String
  /// Whether the file has the present text.
  private(set) var isWritten = true

  /// Reads the text of the file; without a file the text is lost when the program ends.
  init(file: String?) {
    self.file = file
    text = file.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) } ?? ""
  }

  var lines: [String] { text.split(separator: "\n").map(String.init) }

  /// Writes a line, once: an earlier attempt that died may have written it.
  ///
  /// - Returns: whether the line is in the file.
  func keep(line: String) -> Bool {
    if !lines.contains(line) { write(text + line + "\n") }
    return isWritten
  }

  /// Handles a key; returns whether it did.
  func take(_ key: Key) -> Bool {
    switch key {
    case .text(let character): write(text + String(character))
    case .enter: write(text + "\n")
    case .erase: write(String(text.dropLast()))
    default: return false
    }
    return true
  }

  private func write(_ text: String) {
    self.text = text
    guard let file else { return }
    isWritten = (try? text.write(toFile: file, atomically: true, encoding: .utf8)) != nil
  }
}
