import RouteEngine
import RouteReplay
import RouteStore

/// An answer as it is typed: `SEQUENCE/NAME=REPLY`, or `NAME=REPLY` for all requests.
extension GivenAnswer {
  /// The replies of these kinds of host code, for a user who has to type one.
  static func grammar(of kinds: some Collection<Question.Kind>) -> String {
    let written = forms.filter { $0.kinds.contains(where: kinds.contains) }.map(\.written)
    return (written + ["or an answer as the journal writes it"]).joined(separator: ", ")
  }

  /// The replies by their words, with their notation and the kinds of host code that can give them.
  private static let forms: [(word: String, written: String, kinds: [Question.Kind])] = [
    ("allow", "allow", [.interceptor, .task]), ("deny", "deny, deny:REASON", [.interceptor]),
    ("wait", "wait, wait:CONDITION", [.interceptor]), ("go", "go:LINK", [.interceptor]),
    ("means", "means:LINK", [.translator]), ("draw", "draw:VARIANT", [.variant]),
    ("decline", "decline", [.step, .router]),
    ("fail", "fail:REASON", [.step, .adapter, .task, .variant]),
  ]

  /// The kinds of host code that a table can name: those that are asked about links.
  static let kindsInTables = Question.Kind.allCases.filter { $0 != .translator }

  /// The host code that a table names, by kind.
  static func names(in table: RouteTable) -> [Question.Kind: Set<String>] {
    Dictionary(
      uniqueKeysWithValues: kindsInTables.map { ($0, Set(table.hostCode($0))) })
  }

  /// Reads the answers for all requests: at most one for each host code.
  ///
  /// - Parameter otherwise: another way to give a second answer, for the message about it.
  static func all(
    _ words: [String], among names: [Question.Kind: Set<String>], otherwise: String = ""
  ) throws(CommandFailure) -> [GivenAnswer] {
    var answers: [GivenAnswer] = []
    for word in words {
      let given = try GivenAnswer(word, among: names, .standard)
      try given.check(isFirstOf: answers, otherwise: otherwise)
      answers.append(given)
    }
    return answers
  }

  /// Throws when another answer of this host code was given.
  func check(
    isFirstOf others: [GivenAnswer], of receiver: String = "", otherwise: String = ""
  ) throws(CommandFailure) {
    guard others.contains(where: { $0.name == name && $0.kind == kind }) else { return }
    throw CommandFailure.usage(
      "'--answer': there are two answers of '\(name)'\(receiver); give one of them\(otherwise)")
  }

  /// Reads the text after the sequence.
  ///
  /// - Parameters:
  ///   - text: `NAME=REPLY`.
  ///   - names: the host code that can be asked.
  ///   - limits: the bounds of links.
  /// - Throws: `CommandFailure` for an unknown name, and for a reply that this host code cannot
  ///   give.
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
    let reply = try Self.reply(parts[1], of: name, known, limits)
    guard let kind = known.first(where: reply.kinds.contains) else {
      throw Self.misfit(parts[1], of: name, known)
    }
    self.init(name: name, kind: kind, answer: reply.answer)
  }

  private typealias Reply = (answer: Answer, kinds: [Question.Kind])

  private static func reply(
    _ text: String, of name: String, _ known: [Question.Kind], _ limits: RouteLimits
  ) throws(CommandFailure) -> Reply {
    if text.hasPrefix("{") { return try journaled(text) }
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    let word = parts.first ?? ""
    let answer: Answer
    switch (word, parts.count == 2 ? parts[1] : nil) {
    case ("allow", nil): answer = .allow
    case ("deny", let reason): answer = .deny(reason: reason ?? "denied by --answer")
    case ("wait", let condition): answer = .wait(condition: condition ?? name)
    case ("go", let link?): answer = .redirect(try target(link, limits))
    case ("means", let link?): answer = .translated([try target(link, limits)])
    case ("draw", let variant?): answer = .variant(variant)
    case ("decline", nil): answer = .declined
    case ("fail", let reason?): answer = .failed(reason: reason)
    default: throw misfit(text, of: name, known)
    }
    return (answer, forms.first { $0.word == word }?.kinds ?? [])
  }

  private static func misfit(
    _ text: String, of name: String, _ known: [Question.Kind]
  ) -> CommandFailure {
    let words = known.map(\.phrase).joined(separator: " and ")
    return CommandFailure.usage(
      "'--answer': '\(name)' is \(words), which replies \(grammar(of: known)), not '\(text)'")
  }

  /// Reads an answer in the form of an entry's payload.
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
    if let link = RouteLink(typedWithTokens: link) { return .link(link) }
    do {
      return .link(
        try RouteLink(
          link, maximumLength: limits.linkBytes, maximumQueryItems: limits.queryItems))
    } catch {
      throw CommandFailure.usage("'--answer': '\(link)' is no link: \(error)")
    }
  }
}
