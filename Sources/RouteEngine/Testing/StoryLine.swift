import RouteEngine

/// A line of a story: a word, the labels between it and a colon, and the text after the colon.
struct StoryLine {
  /// Its number in the story, from 1.
  let number: Int
  /// The whole line, as it is written.
  let text: String
  let word: StoryWord
  let labels: [String]
  let rest: String

  var label: String { labels.first ?? "" }

  /// The label of the request to which the newest line `code` without a label belongs. No line can
  /// name it.
  static let answered = "of that code"

  /// The action that takes the result of a line `open`; nil when the line asks for none.
  var resultName: String? {
    let options = Array(labels.dropFirst(labels.count % 2))  // pairs, behind the label
    return stride(from: 0, to: options.count, by: 2).first { options[$0] == "result" }
      .map { options[$0 + 1] }
  }

  /// The words of the text after the colon.
  var words: [String] { rest.split(separator: " ").map(String.init) }

  private init(_ part: Substring, number: Int, of text: String) throws(StoryMistake) {
    let parts = part.split(separator: ":", maxSplits: 1)
    let words = (parts.first ?? "").split(separator: " ").map(String.init)
    guard let word = StoryWord(rawValue: words.first ?? "") else {
      throw Self.unknown(words.first ?? "")
    }
    (self.number, self.text, self.word) = (number, text, word)
    labels = Array(words.dropFirst())
    rest = parts.count > 1 ? Self.trimmed(parts[1]) : ""
    if word.needsColon, !part.contains(":") {
      let text = word.isExpectation ? "what is expected" : "what comes in"
      throw StoryMistake("a colon, and behind it \(text)", "no colon")
    }
    if let most = word.mostLabels, labels.count > most {
      let form = word.hasText ? "'\(word):' and its text" : "'\(word)' alone"
      throw StoryMistake(
        most == 0 ? form : "one word at most between '\(word)' and the colon",
        labels.joined(separator: " "))
    }
    if !word.hasText, !rest.isEmpty { throw StoryMistake("'\(word)' alone", rest) }
    if word == .entries { _ = try firstWord("kinds of entries") }
  }

  /// The expectation of the outcome of a line's request.
  private init(_ outcome: String, of line: StoryLine) throws(StoryMistake) {
    guard line.word.hasRequest else {
      throw StoryMistake("a line with a request before the arrow", "'\(line.word)' has none")
    }
    (number, text, word, rest) = (line.number, line.text, .outcome, outcome)
    // These words name a request opened before; every other line opens its own, the newest.
    labels =
      switch line.word {
      case .cancel: line.labels
      case .code: line.labels.isEmpty ? [Self.answered] : line.labels
      default: []
      }
  }

  /// All lines of a story, in order, and the mistakes in lines that cannot be read.
  ///
  /// A line `LINE -> TEXT` is two lines: the act, and the expected outcome.
  static func all(in story: String) -> (lines: [StoryLine], mistakes: [ScenarioFailure.Mismatch]) {
    var lines: [StoryLine] = []
    var mistakes: [ScenarioFailure.Mismatch] = []
    let texts = story.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in texts.enumerated() {
      let text = trimmed(line)
      guard !text.isEmpty else { continue }
      let parts = text.split(separator: " -> ", maxSplits: 1)
      do throws(StoryMistake) {
        if text.hasSuffix(" ->") { throw StoryMistake("an outcome behind the arrow", "nothing") }
        let line = try StoryLine(parts.first ?? "", number: index + 1, of: text)
        // A link has no such character, so that it is an arrow.
        if parts.count == 1, [.open, .urgent, .offer, .below].contains(line.word),
          line.rest.contains("->")
        {
          throw StoryMistake("a space on both sides of the arrow", line.rest)
        }
        lines.append(line)
        for outcome in parts.dropFirst() {
          lines.append(try StoryLine(trimmed(outcome), of: line))
        }
      } catch {
        mistakes.append(ScenarioFailure.Mismatch(error, line: index + 1, text: text))
      }
    }
    return (lines, mistakes)
  }

  /// The first word after the colon.
  func firstWord(_ what: String) throws(StoryMistake) -> String {
    guard let first = words.first else {
      throw StoryMistake("\(what) behind the colon", "nothing")
    }
    return first
  }

  /// The principal of a line `signal: CONDITION as PRINCIPAL`; nil when it names none.
  func principal() throws(StoryMistake) -> String? {
    let words = words.dropFirst()
    guard !words.isEmpty else { return nil }
    guard words.count > 1, words.first == "as" else {
      throw StoryMistake("'CONDITION' or 'CONDITION as PRINCIPAL' behind the colon", rest)
    }
    return words.dropFirst().joined(separator: " ")
  }

  private static func unknown(_ word: String) -> StoryMistake {
    let typed = Array(word.utf8.prefix(64))
    let nearest = StoryWord.allCases.map { (word: $0.rawValue, bytes: Array($0.rawValue.utf8)) }
      .map { (word: $0.word, distance: editDistance($0.bytes, typed), bytes: $0.bytes) }
      .min {
        // Two swapped letters count twice: among equal distances, prefer a word of equal length.
        ($0.distance, abs($0.bytes.count - typed.count))
          < ($1.distance, abs($1.bytes.count - typed.count))
      }
    let hint = nearest.flatMap { $0.distance <= 2 ? "; did you mean '\($0.word)'?" : nil }
    return StoryMistake("a line of a story", "no line begins with '\(word)'\(hint ?? "")")
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

/// The reason why a line cannot be run.
struct StoryMistake: Error {
  let expected: String
  let found: String

  init(_ expected: String, _ found: String) { (self.expected, self.found) = (expected, found) }
}
