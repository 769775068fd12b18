/// Breaks text at spaces so that no line is wider than `width` columns; a longer word has a line of
/// its own. Empty lines between paragraphs are kept.
package func wrapped(_ text: String, width: Int) -> [String] {
  var lines: [String] = []
  for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
    var line = ""
    for word in paragraph.split(separator: " ") {
      if !line.isEmpty, displayWidth(line) + 1 + displayWidth(String(word)) > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " " + word
    }
    lines.append(line)
  }
  return lines
}

/// Breaks a line into pieces of at most `width` columns, at spaces if possible, and inside a word
/// that is wider.
///
/// - Returns: each piece with the number of characters before it; at least one piece.
package func brokenAtSpaces(_ line: String, width: Int) -> [(offset: Int, text: String)] {
  let characters = Array(line)
  var pieces: [(offset: Int, text: String)] = []
  var start = 0
  repeat {
    var (end, used) = (start, 0)
    while end < characters.count, used + displayWidth(characters[end]) <= width {
      used += displayWidth(characters[end])
      end += 1
    }
    if end < characters.count {
      let space = characters[start...end].lastIndex(of: " ")
      end = space.map { $0 > start ? $0 : end } ?? end
      end = max(end, start + 1)  // even when one character is wider than the line
    }
    pieces.append((start, String(characters[start..<end])))
    start = characters[end...].firstIndex { $0 != " " } ?? characters.count
  } while start < characters.count
  return pieces
}

/// Breaks a line of data, such as a link or a tree, into pieces of at most `width` columns: after a
/// space, a bracket or a slash if there is one in the second half of the line, otherwise anywhere.
package func brokenBehindMarks(_ text: String, width: Int) -> [String] {
  guard displayWidth(text) > width else { return [text] }
  var lines: [String] = []
  var line: [Character] = []
  var used = 0
  var place: Int?
  for character in text {
    let next = displayWidth(character)
    if used + next > width {
      let end = place ?? line.count
      lines.append(String(line[..<end]))
      line.removeFirst(end)
      (used, place) = (line.reduce(0) { $0 + displayWidth($1) }, nil)
    }
    line.append(character)
    used += next
    if " [](),/;".contains(character), used > width / 2 { place = line.count }
  }
  return lines + [String(line)]
}
