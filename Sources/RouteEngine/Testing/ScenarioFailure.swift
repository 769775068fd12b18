/// A story with another result than written, or another requirement of a test that is not met: each
/// line that differs, with the expected and the actual value.
///
/// Its description is for people, in lines of at most 80 columns:
///
/// ```
/// ShopTests.swift:12: the story does not come out as written
///
/// line 3: open: /orders/7 -> shown
///   expected  shown
///   found     denied: closed
/// ```
public struct ScenarioFailure: Error, Hashable, Sendable {
  /// One difference.
  public struct Mismatch: Hashable, Sendable {
    /// The number of the line in the story, from 1; nil for a requirement of every story (its
    /// journal restores, is intact, and decides the same again), and for requirements outside a
    /// story.
    public let line: Int?
    /// The line as it is written, or the requirement.
    public let text: String
    /// The expected value.
    public let expected: String
    /// The actual value.
    public let found: String
  }

  /// The mismatches, in the order of the story.
  public let mismatches: [Mismatch]
  /// The place of the story or of the requirement, such as `ShopTests.swift:12`.
  public let place: String
  private let summary: String

  init(
    _ mismatches: [Mismatch], _ summary: String = "the story does not come out as written",
    fileID: String, line: Int
  ) {
    (self.mismatches, self.summary) = (mismatches, summary)
    place = "\(fileID.split(separator: "/").last ?? "story"):\(line)"
  }
}

extension ScenarioFailure: CustomStringConvertible {
  private static var mostShown: Int { 10 }

  /// The whole failure for people, with the first ten mismatches in full.
  public var description: String {
    let shown = mismatches.prefix(Self.mostShown).map(\.description)
    let rest = mismatches.count - shown.count
    let more = rest > 0 ? ["and \(rest) more"] : []
    return (["\(place): \(summary)"] + shown + more)
      .joined(separator: "\n\n")
  }
}

extension ScenarioFailure.Mismatch: CustomStringConvertible {
  /// A few lines for people: the line, the expected value, and the actual value.
  public var description: String {
    (Wrapped.lines(of: text, after: line.map { "line \($0): " } ?? "", margin: "  ")
      + Wrapped.lines(of: told(expected), after: "  expected  ", margin: "            ")
      + Wrapped.lines(of: told(found), after: "  found     ", margin: "            "))
      .joined(separator: "\n")
  }

  private func told(_ value: String) -> String { value.isEmpty ? "nothing" : value }

  init(_ mistake: StoryMistake, line: Int?, text: String) {
    self.init(line: line, text: text, expected: mistake.expected, found: mistake.found)
  }
}

/// Text in lines of at most 80 columns.
enum Wrapped {
  private static var columns: Int { 80 }

  /// - Parameters:
  ///   - text: the text, wrapped at spaces; a longer word is cut.
  ///   - start: the text before its first line.
  ///   - margin: the text before the other lines.
  static func lines(of text: String, after start: String, margin: String) -> [String] {
    var lines: [String] = []
    for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var line = lines.isEmpty ? start : margin
      var isEmpty = true
      for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
        var word = word
        if !isEmpty, line.count + 1 + word.count > columns {
          lines.append(line)
          (line, isEmpty) = (margin, true)
        }
        while line.count + word.count > columns {
          let part = word.prefix(max(1, columns - line.count))
          lines.append(line + part)
          word = word.dropFirst(part.count)
          line = margin
        }
        line += (isEmpty ? "" : " ") + word
        isEmpty = false
      }
      lines.append(line)
    }
    return lines
  }
}
