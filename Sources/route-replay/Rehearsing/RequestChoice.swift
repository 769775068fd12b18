import RouteEngine
import RouteReplay

/// The selected requests, as they are typed: the request of an entry, or all with a recorded route,
/// with a link that matches a pattern, or with an outcome.
enum RequestChoice: Sendable {
  /// A sequence, which is valid in one file only.
  case entry(String)
  /// The recorded route.
  case route(String)
  case link(PathPattern)
  /// The word of an outcome, or the word for requests without one.
  case outcome(String)

  /// The grammar of selections for any file.
  static let grammar = "route=NAME, link=PATTERN or outcome=WORD"
  private static let names = ["route", "link", "outcome"]
  private static let outcomes = Outcome.words + [waiting]
  private static let waiting = "waiting"

  /// Splits a word into its selection and the link after it; the link is nil when there is none.
  static func parts(of word: String) -> (choice: String, link: String?) {
    let parts = word.split(separator: "=", maxSplits: 2, omittingEmptySubsequences: false)
    let isNamed = parts.count > 1 && names.contains(String(parts[0]))
    let choice = parts.prefix(isNamed ? 2 : 1).joined(separator: "=")
    let rest = word.dropFirst(choice.count + 1)
    return (choice, choice.count == word.count ? nil : String(rest))
  }

  /// Reads a selection; a word without a name is taken as a sequence.
  ///
  /// - Parameter option: the option that it belongs to, for messages.
  /// - Throws: `CommandFailure` for an invalid pattern and an unknown outcome.
  init(_ word: String, of option: String) throws(CommandFailure) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      self = .entry(word)
      return
    }
    let value = String(parts[1])
    switch parts[0] {
    case "route": self = .route(value)
    case "outcome":
      guard Self.outcomes.contains(value) else {
        throw CommandFailure.usage(
          "'\(option)': there is no outcome '\(value)' but \(Self.outcomes.joined(separator: ", "))"
        )
      }
      self = .outcome(value)
    case "link":
      do throws(PathPattern.ParseError) {
        self = .link(try PathPattern(value))
      } catch {
        throw CommandFailure.usage("'\(option)': '\(value)' is no pattern: \(error)")
      }
    default:
      throw CommandFailure.usage(
        "'\(option)' takes the SEQUENCE of an entry, \(Self.grammar), not '\(word)'")
    }
  }

  /// Whether it is only valid for one file.
  var isOfOneFile: Bool { if case .entry = self { true } else { false } }

  /// Whether a request of any file is selected. The user's own actions also have outcomes, but an
  /// outcome does not select them: without them, the screens would differ from the real ones.
  func takes(_ recorded: RecordedInput.Request) -> Bool {
    switch (self, recorded.request.target) {
    case (.entry, _), (.outcome, .fact): false
    case (.route(let name), _): recorded.end.route?.utf8.elementsEqual(name.utf8) ?? false
    case (.link(let pattern), .link(let link)): pattern.match(link) != nil
    case (.link, _): false
    case (.outcome(let word), _): recorded.end.outcome?.word ?? Self.waiting == word
    }
  }
}
