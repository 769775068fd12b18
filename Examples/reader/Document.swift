import Foundation
import TextTerminal

/// A row of a screen or of a frame: its text, its position in the document, and the article to
/// which it leads.
struct Row: Hashable {
  var text = ""
  var place = 0
  var ink = Ink.plain
  var article: String?
}

/// A Markdown text for reading: paragraphs, without most of their markup.
struct Document: Sendable {
  private enum Kind { case heading, text, item, cells, code }

  let name: String
  /// The paragraphs, each with the number of characters before it: a position that does not depend
  /// on the window's width.
  private var paragraphs: [(kind: Kind, place: Int, text: String)] = []
  var isEmpty: Bool { paragraphs.isEmpty }
  var title: String {
    (paragraphs.first { $0.kind == .heading }?.text ?? visible(name)).replacing("`", with: "")
  }

  init(_ name: String, markdown: String) {
    self.name = name
    var (isCode, goesOn) = (false, false)
    for line in markdown.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let text = line.trimmingCharacters(in: .whitespaces)
      if text.hasPrefix("```") {
        (isCode, goesOn) = (!isCode, false)
      } else if isCode {
        add(.code, visible(String(line)))
      } else if text.isEmpty || text.hasPrefix("|-") {
        goesOn = false
      } else if text.hasPrefix("#") {
        add(.heading, plain(text.drop { $0 == "#" || $0 == " " }))
      } else if text.hasPrefix("|") {
        add(.cells, plain(text.dropFirst().dropLast()).replacing(" | ", with: " · "))
      } else if goesOn, !text.hasPrefix("- ") {
        paragraphs[paragraphs.count - 1].text += " " + plain(text[...])
      } else {
        let isItem = text.hasPrefix("- ") || text.first?.isNumber == true
        add(isItem ? .item : .text, plain(text[...]))
        goesOn = true
      }
    }
  }

  private mutating func add(_ kind: Kind, _ text: String) {
    let place = paragraphs.last.map { $0.place + $0.text.count + 1 } ?? 0
    paragraphs.append((kind, place, text))
  }

  private func plain(_ text: Substring) -> String {
    visible(text.trimmingCharacters(in: .whitespaces)).replacing("``", with: "`")
      .replacing("**", with: "").replacing(/<doc:(?:\/\w+\/)?([\w-]+)>/) { "→" + $0.1 }
      .replacing(/\)-(?:enum\.case|\([^)]*\))/) { _ in ")" }
  }

  /// The position of the first match of a text, ignoring case; nil when there is none.
  func place(of wanted: String) -> Int? {
    for (_, place, text) in paragraphs {
      guard let found = text.range(of: wanted, options: .caseInsensitive) else { continue }
      return place + text.distance(from: text.startIndex, to: found.lowerBound)
    }
    return nil
  }

  /// The text in rows of the given number of columns.
  func rows(width: Int) -> [Row] {
    var rows: [Row] = []
    var last = Kind.heading
    for (kind, place, text) in paragraphs {
      if place > 0, kind != last || kind == .text { rows.append(Row(place: place - 1)) }
      last = kind
      let ink: Ink = kind == .heading ? .bold : kind == .code ? .dim : .plain
      let hang = kind == .text || kind == .heading ? "" : "  "
      for (offset, line) in brokenAtSpaces(text, width: width - hang.count) {
        let link = line.firstMatch(of: /→([\w-]+)/).map { String($0.1) }
        let text = offset > 0 ? hang + line : line
        rows.append(Row(text: text, place: place + offset, ink: ink, article: link))
      }
    }
    return rows
  }
}
