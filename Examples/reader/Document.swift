import Foundation

/// A row of a screen: its text, its place in the whole, and the article that it leads to.
struct Row: Hashable {
  var text: String
  var place: Int
  var ink = Ink.plain
  var article: String?
}

/// A Markdown text as it is read: paragraphs, without most of their markup.
struct Document: Sendable {
  private enum Kind { case heading, text, item, cells, code }

  let name: String
  /// Each with the characters before it: a place that is the same in a window of any width.
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
      .replacing("**", with: "").replacing(/<doc:([\w-]+)>/) { "→" + $0.1 }
  }

  /// Where the first text is that reads so, whatever the case; nil when there is none.
  func place(of wanted: String) -> Int? {
    for (_, place, text) in paragraphs {
      guard let found = text.range(of: wanted, options: .caseInsensitive) else { continue }
      return place + text.distance(from: text.startIndex, to: found.lowerBound)
    }
    return nil
  }

  /// The text in rows of so many columns.
  func rows(width: Int) -> [Row] {
    var rows: [Row] = []
    var last = Kind.heading
    for (kind, place, text) in paragraphs {
      if place > 0, kind != last || kind == .text { rows.append(Row(text: "", place: place - 1)) }
      last = kind
      let ink: Ink = kind == .heading ? .bold : kind == .code ? .dim : .plain
      let hang = kind == .text || kind == .heading ? "" : "  "
      for (offset, line) in wrapped(text, width: width - hang.count) {
        let link = line.firstMatch(of: /→([\w-]+)/).map { String($0.1) }
        let text = offset > 0 ? hang + line : line
        rows.append(Row(text: text, place: place + offset, ink: ink, article: link))
      }
    }
    return rows
  }
}

/// Breaks text into lines of so many columns, at spaces where it can; each with what is before it.
func wrapped(_ text: String, width: Int, atSpaces: Bool = true) -> [(offset: Int, text: String)] {
  let characters = Array(text)
  var lines: [(offset: Int, text: String)] = []
  var start = 0
  repeat {
    var (end, used) = (start, 0)
    while end < characters.count, used + columns(characters[end]) <= width {
      used += columns(characters[end])
      end += 1
    }
    if end < characters.count {
      let space = atSpaces ? characters[start...end].lastIndex(of: " ") : nil
      end = space.map { $0 > start ? $0 : end } ?? end
      end = max(end, start + 1)  // even when one character is wider than the line
    }
    lines.append((start, String(characters[start..<end])))
    start = atSpaces ? characters[end...].firstIndex { $0 != " " } ?? characters.count : end
  } while start < characters.count
  return lines
}

/// The columns that a character takes: two for East Asian ones and pictures.
func columns(_ character: Character) -> Int {
  guard let scalar = character.unicodeScalars.first, scalar.value >= 0x1100 else { return 1 }
  let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF,
    0x20000...0x3FFFD,
  ]
  let isPicture =
    scalar.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}")
  return isPicture || wide.contains { $0.contains(scalar.value) } ? 2 : 1
}

/// Text in which nothing acts on a terminal or turns the direction of reading: what would is shown
/// by its number.
func visible(_ text: String) -> String {
  text.unicodeScalars.reduce(into: "") { shown, scalar in
    switch scalar.properties.generalCategory {
    case .format where scalar.value == 0x200D:  // joins pictures
      shown.unicodeScalars.append(scalar)
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned:
      shown += "\\u{\(String(scalar.value, radix: 16))}"
    default: shown.unicodeScalars.append(scalar)
    }
  }
}
