import RouteEngine
import RouteReplay

/// Which requests are meant, as somebody types it: the one that an entry belongs to, or all that
/// went along a route, asked for a link that a pattern takes, or came to an end of a kind.
enum RequestChoice: Sendable {
  /// A sequence, which is one of one file alone.
  case entry(String)
  /// The recorded route.
  case route(String)
  case link(PathPattern)
  /// The word of an outcome, or the one for requests that have none yet.
  case outcome(String)

  /// The grammar of the words that choose requests of any file.
  static let grammar = "route=NAME, link=PATTERN or outcome=WORD"
  private static let names = ["route", "link", "outcome"]
  private static let outcomes = Outcome.words + [waiting]
  private static let waiting = "waiting"

  /// Cuts a word into its choice and the link behind it; the link is nil where there is none.
  static func parts(of word: String) -> (choice: String, link: String?) {
    let parts = word.split(separator: "=", maxSplits: 2, omittingEmptySubsequences: false)
    let isNamed = parts.count > 1 && names.contains(String(parts[0]))
    let choice = parts.prefix(isNamed ? 2 : 1).joined(separator: "=")
    let rest = word.dropFirst(choice.count + 1)
    return (choice, choice.count == word.count ? nil : String(rest))
  }

  /// Reads a choice; what names nothing is taken for a sequence.
  ///
  /// - Parameter option: the option that it belongs to, for messages.
  /// - Throws: `CommandFailure` for a pattern that is none, and an outcome that there is not.
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

  /// Whether it is one of one file alone.
  var isOfOneFile: Bool { if case .entry = self { true } else { false } }

  /// Whether a request of any file is meant. What the user did by hand has an outcome too, and is
  /// not meant by it: leaving that out would tell of other screens than there were.
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
