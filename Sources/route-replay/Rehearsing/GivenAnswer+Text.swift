import RouteEngine
import RouteReplay
import RouteStore

/// An answer as somebody types it: `SEQUENCE/NAME=REPLY`, or `NAME=REPLY` for all requests.
extension GivenAnswer {
  /// How `--answer` is written, for the message to a user who wrote it otherwise.
  static let grammar =
    "allow, deny, deny:REASON, wait, wait:CONDITION, go:LINK, means:LINK, draw:VARIANT, decline, "
    + "fail:REASON, or an answer as the journal writes it"

  /// The host code that a table names, by kind.
  static func names(
    in table: RouteTable, _ kinds: [Question.Kind] = Question.Kind.allCases
  ) -> [Question.Kind: Set<String>] {
    Dictionary(uniqueKeysWithValues: kinds.map { ($0, Set(table.hostCode($0))) })
  }

  /// Reads the answers that all requests get: one for each host code.
  static func all(
    _ words: [String], among names: [Question.Kind: Set<String>]
  ) throws(CommandFailure) -> [GivenAnswer] {
    var answers: [GivenAnswer] = []
    for word in words {
      let given = try GivenAnswer(word, among: names, .standard)
      try given.check(isFirstOf: answers, for: "all requests")
      answers.append(given)
    }
    return answers
  }

  /// Throws when another answer of the same host code was given.
  func check(
    isFirstOf others: [GivenAnswer], for receiver: String
  ) throws(CommandFailure) {
    guard others.contains(where: { $0.name == name && $0.kind == kind }) else { return }
    throw CommandFailure.usage("'--answer': '\(name)' can give \(receiver) one answer alone")
  }

  /// Reads what follows the sequence.
  ///
  /// - Parameters:
  ///   - text: `NAME=REPLY`.
  ///   - names: the host code that can be asked.
  ///   - limits: the bounds of links.
  /// - Throws: `CommandFailure` for a name that nothing has, and a reply that cannot be its.
  init(
    _ text: String, among names: [Question.Kind: Set<String>], _ limits: RouteLimits
  ) throws(CommandFailure) {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2 else {
      throw CommandFailure.usage(
        "'--answer' takes NAME=REPLY, not '\(text)'")
    }
    let name = parts[0]
    let known = Question.Kind.allCases.filter { names[$0]?.contains(parts[0]) ?? false }
    guard !known.isEmpty else {
      let all = Set(names.values.joined()).sorted()
      let there =
        all.isEmpty
        ? "nothing is asked there" : "asked there: \(all.prefix(12).joined(separator: ", "))"
      throw CommandFailure.usage("'--answer': no host code is called '\(name)'; \(there)")
    }
    let reply = try Self.reply(parts[1], of: name, limits)
    guard let kind = known.first(where: reply.kinds.contains) else {
      let words = known.map(\.words).joined(separator: " or ")
      throw CommandFailure.usage(
        "'--answer': '\(name)' is no host code that replies '\(parts[1])' but a \(words)")
    }
    self.init(name: name, kind: kind, answer: reply.answer)
  }

  private typealias Reply = (answer: Answer, kinds: [Question.Kind])

  private static func reply(
    _ text: String, of name: String, _ limits: RouteLimits
  ) throws(CommandFailure) -> Reply {
    if text.hasPrefix("{") { return try journaled(text) }
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    switch (parts.first ?? "", parts.count == 2 ? parts[1] : nil) {
    case ("allow", nil): return (.allow, [.interceptor, .task])
    case ("deny", let reason):
      return (.deny(reason: reason ?? "denied by --answer"), [.interceptor])
    case ("wait", let condition):
      return (.wait(condition: condition ?? name), [.interceptor])
    case ("go", let link?): return (.redirect(try target(link, limits)), [.interceptor])
    case ("means", let link?): return (.translated([try target(link, limits)]), [.translator])
    case ("draw", let variant?): return (.variant(variant), [.variant])
    case ("decline", nil): return (.declined, [.step, .router])
    case ("fail", let reason?):
      return (.failed(reason: reason), [.step, .adapter, .task, .variant])
    default: throw CommandFailure.usage("'--answer' takes \(grammar), not '\(text)'")
    }
  }

  /// Reads an answer in the form that it has in an entry's payload.
  private static func journaled(_ text: String) throws(CommandFailure) -> Reply {
    do {
      let recorded = try RehearsedSession.Reply(journaled: text).recorded
      return (recorded.answer, [recorded.question.kind])
    } catch {
      throw CommandFailure.usage("'--answer': \(error)")
    }
  }

  private static func target(
    _ link: String, _ limits: RouteLimits
  ) throws(CommandFailure) -> RouteRequest.Target {
    do {
      return .link(
        try RouteLink(
          link, maximumLength: limits.linkBytes, maximumQueryItems: limits.queryItems))
    } catch {
      throw CommandFailure.usage("'--answer': '\(link)' is no link: \(error)")
    }
  }
}
