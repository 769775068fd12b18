import RouteEngine
import RouteReplay

/// The link that `--edit` opens in place of others: one for all of them or, where they are chosen
/// by a pattern, one with what the pattern captures of each: `link=/orders/:id=/products/:id`.
/// What is captured as a token stays that token, as one does that is typed.
struct EditedLink: Sendable {
  private let text: String
  /// The pattern that captures, the one that takes the values, and what comes behind the path.
  private let made: (from: PathPattern, path: PathPattern, rest: String)?

  /// Reads a link.
  ///
  /// - Throws: `CommandFailure` when it wants a value that the pattern does not capture.
  init(_ text: String, for choice: RequestChoice) throws(CommandFailure) {
    self.text = text
    guard case .link(let pattern) = choice, text.hasPrefix("/"), text.contains(where: ":*".contains)
    else {
      made = nil
      return
    }
    let end = text.firstIndex(where: "?#".contains) ?? text.endIndex
    let path: PathPattern
    do throws(PathPattern.ParseError) {
      path = try PathPattern(String(text[..<end]))
    } catch {
      throw CommandFailure.usage("'--edit': '\(text)' is no link: \(error)")
    }
    for name in path.names where !pattern.names.contains(name) {
      throw CommandFailure.usage(
        "'--edit': '\(pattern)' captures no '\(name)' for '\(text)'; write a backslash before what "
          + "stands for itself")
    }
    made = (pattern, path, String(text[end...]))
  }

  /// The link in place of what a request asked for, its tokens as in a journal.
  ///
  /// - Throws: `CommandFailure` when what was captured of it makes no link.
  func text(for request: RecordedInput.Request) throws(CommandFailure) -> String {
    guard let made, case .link(let link) = request.request.target,
      let captures = made.from.match(link)
    else { return text }
    do throws(PathPattern.BuildError) {
      let path = try made.path.path { name in
        made.from.names.firstIndex(of: name).flatMap { captures[$0] }.map(link.decoded)
      }
      return Self.text(path, withTokensOf: link.text + " " + text) + made.rest
    } catch {
      throw CommandFailure.usage(
        "'--edit': what '\(made.from)' captures of '\(link)' makes no link of '\(text)'")
    }
  }

  /// A text in which tokens that another one has are tokens again, and not what only looks so.
  private static func text(_ text: String, withTokensOf other: String) -> String {
    var result = text
    _ = TokenSearch.replacingTokens(in: other) { token in
      result = result.replacing("%7E\(token.dropFirst())", with: token)
      return token
    }
    return result
  }
}
