import RouteEngine
import RouteReplay
import TextTerminal

enum ExplainCommand {
  static let link = Argument.one("LINK", "the link, as it would arrive")
  static let routes = Option.required(
    "routes", value: "TABLE", kind: .file,
    "the route table to decide with; 'route-replay routes JOURNAL' writes that of a journal")
  static let tree = Option.text(
    "tree", value: "NOTATION", "the screens at that moment; by default the table's own tree")

  static let answers = Option.list(
    "answer", value: "NAME=REPLY",
    "what host code replies: \(GivenAnswer.grammar(of: GivenAnswer.kindsInTables))")

  static let all = Option.flag("all", "every pattern of the table, not only the nearest")
  private static let nearest = 5

  static let command = Command(
    name: "explain",
    summary: "shows which route takes a link and why the others do not; runs no app code",
    discussion: """
      Without --answer, every interceptor is assumed to allow the request, and an interceptor that \
      may rewrite the link is assumed to leave it as it is. A rewritten link is matched in place \
      of the given one. The notation of --tree is that of route tables and of 'tree --diagram'. \
      The exit status is 1 when the link does not reach the destination of its route.
      """,
    isEveryday: true, arguments: [link],
    options: [routes, tree, answers, all, CommonOptions.report],
    example: Command.Example(
      "route-replay explain --routes routes.json 'https://shop.example/orders/7'")
  ) { arguments, output in
    let table = try RouteTable.read(arguments[routes])
    let state = try state(arguments[tree], table)
    let given = try GivenAnswer.all(arguments[answers], among: GivenAnswer.names(in: table))
    let link: RouteLink
    do throws(RouteLink.ParseError) {
      link = try RouteLink(arguments[Self.link])
    } catch {
      let text = truncated(arguments[Self.link], toWidth: 80)
      throw CommandFailure.usage("'\(text)' is no link: \(error)")
    }
    let explanation = Explanation(table, link, state, given)
    let verdicts = explanation.matched.map { table.verdicts(on: $0, shown: state.tree) } ?? []
    var report = explanation.report(from: arguments[Self.link], verdicts)
    report.space()
    report.line(.init("routes", .bold))
    if let matched = explanation.matched {
      list(verdicts, on: matched, all: arguments[all], &report)
    } else {
      report.line("  the text is no link, so it is compared with no pattern")
    }
    return try output.print(report, arguments[CommonOptions.report])
  }

  private static func list(
    _ verdicts: [RouteTable.PatternVerdict], on link: RouteLink, all: Bool, _ report: inout Report
  ) {
    if verdicts.isEmpty { report.line("  none of the table's routes has a pattern") }
    let listed = all ? verdicts : nearest(of: verdicts, to: link)
    if listed.isEmpty, !verdicts.isEmpty { report.line("  no pattern is close to it") }
    report.items(listed.map(item))
    if listed.count < verdicts.count {
      report.line("  … and \(verdicts.count - listed.count) more, with --all")
    }
  }

  /// The pattern that matches the link and the most similar other ones, nearest first.
  private static func nearest(
    of verdicts: [RouteTable.PatternVerdict], to link: RouteLink
  ) -> [RouteTable.PatternVerdict] {
    var ranked: [(verdict: RouteTable.PatternVerdict, rank: Int, place: Int)] = []
    // If one pattern matches, the others are examples, however different they are.
    let unlike = verdicts.contains { $0.verdict == .taken } ? Int.max : nil
    for (place, verdict) in verdicts.enumerated() {
      if let rank = rank(verdict, link) ?? unlike { ranked.append((verdict, rank, place)) }
    }
    return ranked.sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }
      .prefix(nearest).map(\.verdict)
  }

  /// The distance of a pattern from matching the link; nil when they have nothing in common.
  private static func rank(_ verdict: RouteTable.PatternVerdict, _ link: RouteLink) -> Int? {
    switch verdict.verdict {
    case .taken: -3
    case .behind, .behindRouter: -2
    case .refused, .illTyped, .unreadable: -1
    case .differs: verdict.distance(from: link)
    }
  }

  private static func item(_ verdict: RouteTable.PatternVerdict) -> Report.Item {
    let isTaken = verdict.verdict == .taken
    return Report.Item(
      mark: isTaken ? "> " : "  ", name: "\(verdict.route) \(verdict.pattern)",
      text: reason(verdict.verdict), ink: isTaken ? .green : nil)
  }

  /// The state in which to decide: these screens and nothing else.
  private static func state(_ notation: String?, _ table: RouteTable) throws -> RouteState {
    do {
      let scenes =
        try notation.map { try TreeNotation($0, containers: table.container) }
        ?? table.initialScenes
      return try RouteState(scenes: scenes, counter: 0)
    } catch let error as TreeNotation.ParseError {
      throw CommandFailure.usage("'--tree' cannot be read \(error)")
    } catch let error as ChangeError {
      throw CommandFailure.usage("'--tree' does not hold: \(error)")
    }
  }

  fileprivate static func reason(_ verdict: RouteTable.Verdict) -> String {
    switch verdict {
    case .taken: "takes it"
    case .behind: "fits too, but a more specific pattern or a higher priority comes first"
    case .behindRouter(let asked): "fits too, but the router \(asked) is asked first"
    case .differs(let difference): reason(difference)
    case .refused(let difference): reason(difference)
    case .illTyped(let name, let text, let type): ":\(name) would be '\(text)', \(misfit(type))"
    case .unreadable(let name, let text, let type):
      "'\(name)' is \(text.map { "'\($0)'" } ?? "private"), \(misfit(type)); the rule 'unreadable' "
        + "passes such a link on to the next route"
    }
  }

  private static func misfit(_ type: ParameterType) -> String {
    if case .oneOf = type { "expected \(type)" } else { "which is no \(type)" }
  }

  private static func reason(_ difference: LinkTest.Difference) -> String {
    func choice(_ texts: [String]) -> String {
      texts.map { $0.isEmpty ? "none" : "'\($0)'" }.joined(separator: " or ")
    }
    switch difference {
    case .scheme(let given?, let wanted): return "the scheme is '\(given)', not \(choice(wanted))"
    case .scheme(nil, let wanted): return "there is no scheme, and it should be \(choice(wanted))"
    case .host(let given?, let wanted): return "the host is '\(given)', not \(choice(wanted))"
    case .host(nil, let wanted): return "there is no host, and it should be \(choice(wanted))"
    case .item(let name, let given, let wanted?):
      return "'\(name)' in the query is \(given.map { "'\($0)'" } ?? "private"), not '\(wanted)'"
    case .item(let name, _, nil): return "'\(name)' is in the query, and should not be"
    case .noItem(let name, let wanted?):
      return "'\(name)' is not in the query, and should be '\(wanted)'"
    case .noItem(let name, nil): return "'\(name)' is not in the query"
    case .fragment(_, isWanted: false): return "there is a fragment, and should be none"
    case .fragment(nil, isWanted: true): return "there is no fragment"
    case .fragment(let wanted?, isWanted: true): return "the fragment is not '\(wanted)'"
    case .path(let item?, let pattern): return "'\(item)' in the query is no path \(pattern)"
    case .path(nil, let pattern): return "the fragment is no path \(pattern)"
    }
  }

  private static func reason(_ difference: RouteTable.PathDifference) -> String {
    switch difference {
    case .noSlash: "the path does not begin with a slash"
    case .segment(let place, let given, let wanted):
      "segment \(place) is '\(given)', not '\(wanted)'"
    case .emptySegment(let place): "segment \(place) is empty"
    case .continues(_, let given): "the path goes on with '\(given)'"
    case .count(let given, let wanted):
      "the path has \(counted(given, "segment")), not \(wanted)"
    case .expression(let place, let given, let wanted):
      "segment \(place) is '\(given)', which \(wanted) does not take"
    case .pattern(let place): "does not match from segment \(place) on"
    }
  }
}

/// The decision that a link would lead to in a state, as the command prints it.
private struct Explanation {
  private let table: RouteTable
  private let link: RouteLink
  private let before: RouteState
  private let match: Match?
  private let explained: ExplainedDecision

  private let given: [GivenAnswer]
  /// The link that is matched: the result of rewriting the given one. Nil when that is not a link.
  let matched: RouteLink?

  init(
    _ table: RouteTable, _ link: RouteLink, _ state: RouteState, _ given: [GivenAnswer]
  ) {
    (self.table, self.link, before, self.given) = (table, link, state, given)
    explained = ExplainedDecision(of: link, by: table, in: state, given: given)
    let target = explained.rewritten ?? .link(link)
    match = table.match(target, shown: state.tree)
    matched = if case .link(let link) = target { link } else { nil }
  }

  /// The output of the command, with every pattern of the table for programs.
  func report(from given: String, _ verdicts: [RouteTable.PatternVerdict]) -> Report {
    var report = Report()
    let parameters = match?.parameters ?? [:]
    let onScreen = table.notation(of: before.tree)
    let version = match?.route.map { _ in match?.version ?? 1 }
    report.field("link", link.text)
    var readings: [String] = []
    if !given.utf8.elementsEqual(link.text.utf8) {
      readings.append("in its one form, from '\(given)'")
      report.field("read", readings[0])
    }
    let rewritten = explained.rewritten?.summary
    if let rewritten { report.field("becomes", "\(rewritten), before the match") }
    let liberties = matched.map { table.liberties(with: $0, shown: before.tree) } ?? []
    for words in liberties.map(\.words) {
      readings.append(words)
      report.field("read", words)
    }
    report.field("on screen", onScreen)
    report.field("route", match?.route.map { "\($0) version \(version ?? 1)" } ?? "none")
    for element in parameters { report.field("", "\(element.name): \(element.value.notation)") }
    let leftOut = match?.leftOut ?? []
    for name in leftOut { report.field("", "\(name): left out, it cannot be read") }
    if let problem = match?.problem {
      report.field("", "\(problem), and 'unreadable' makes the request fail", .yellow)
    }
    let redirect = match?.compiled.redirect?.words
    if let redirect { report.field("redirects", "to \(redirect)") }
    report.add([
      "link": link.text, "becomes": rewritten, "read": readings, "on_screen": onScreen,
      "route": match?.route, "version": version,
      "parameters": JSON.object(
        parameters.map { .init(name: $0.name, value: .string($0.value.notation)) }),
      "left_out": leftOut, "redirects_to": redirect,
    ])
    tellWay(&report)
    tellDecision(&report)
    report.add([
      "patterns": verdicts.map { verdict in
        JSON.members([
          "route": verdict.route, "pattern": verdict.pattern,
          "takes": verdict.verdict == .taken, "reason": ExplainCommand.reason(verdict.verdict),
        ])
      }
    ])
    return report
  }

  /// Adds the given link, and the links to which the request was sent on.
  private func tellWay(_ report: inout Report) {
    let asks = tellQuestions(&report)
    let redirects = explained.redirects
    for redirect in redirects {
      report.field("sent on", "to \(redirect.to.summary), by \(redirect.by.words)")
    }
    var end: JSON?
    if case .decided(let decided) = explained.decision, let route = decided.route,
      route != match?.route
    {
      let version = decided.routeVersion ?? 1
      report.field("ends at", "\(route) version \(version)")
      end = .members(["route": route, "version": version])
    }
    if explained.isOfTokens {
      report.field("", "the journal has tokens in this link, and with them it ends so", .yellow)
    }
    report.add([
      "asks": asks, "sent_on": redirects.map(\.to.summary), "ends_at": end,
      "ends_by_tokens": explained.isOfTokens,
    ])
  }

  /// Adds the questions with their answers; returns them as JSON.
  private func tellQuestions(_ report: inout Report) -> [JSON] {
    var asked: [JSON] = []
    for answer in explained.answers {
      let question = answer.question
      let isGiven = given.answer(to: question) != nil
      let supposed = question.moment == .match ? "leave the link as it is" : "allow"
      let words = [question.name, question.moment.words].compactMap(\.self).joined(separator: " ")
      report.field(
        "asks",
        isGiven
          ? "\(question.words): \(answer.answer.summary)" : "\(words), assumed to \(supposed)")
      asked.append(json(of: question, answer.answer, isGiven: isGiven))
    }
    if case .asks(let asking) = explained.decision {
      let question = asking.question
      report.field(
        "asks", "\(question.kind.words) \(question.name), which only the app has", .yellow)
      asked.append(json(of: question, nil, isGiven: false))
    }
    return asked
  }

  private func json(of question: Question, _ answer: Answer?, isGiven: Bool) -> JSON {
    .members([
      "kind": question.kind.rawValue, "name": question.name,
      "moment": question.kind == .interceptor ? question.moment.rawValue : nil,
      "answer": answer?.summary, "given": isGiven,
    ])
  }

  /// Adds the steps and their result; the status says whether the link ends on a screen.
  private func tellDecision(_ report: inout Report) {
    let steps = explained.steps.map(\.words)
    var actions: [Decision.ActionDraft] = []
    var (outcome, then): (Outcome?, ScreenTree?)
    var waits: String?
    report.status = .difference
    if case .decided(let decided) = explained.decision {
      actions = decided.actions
      for (index, line) in steps.enumerated() { report.field("step \(index + 1)", line) }
      if case .parked = decided.resolution {
        waits = decided.resolution.summary
        report.field("outcome", decided.resolution.summary, .yellow)
      }
      if case .ended(let end) = decided.resolution {
        outcome = end
        report.field("outcome", end.description, end.isSuccess ? .green : .red)
        for action in actions {
          let parameters = action.parameters.isEmpty ? "" : "(\(action.parameters.notation))"
          report.field("action", "\(action.name)\(parameters), when \(action.moment)")
        }
        if end.isSuccess {
          then = decided.state.tree
          report.status = .expected
          report.fields("then", TreeDrawing.rows(of: decided.state.tree).map(\.text))
        }
      }
    }
    report.add([
      "steps": steps, "outcome": outcome?.word, "waits": waits, "reason": outcome?.reason,
      "actions": actions.map(\.name), "then": then.map { table.notation(of: $0) },
    ])
  }
}

extension RouteTable.Liberty {
  /// The tolerance of the match, in words.
  fileprivate var words: String {
    switch self {
    case .hostIsSegment(let host): "the host '\(host)' as the first segment"
    case .endSlash: "without regard to a slash at the end"
    case .letterCase: "without regard to letter case"
    }
  }
}

extension Route.Redirect {
  /// The target in words.
  fileprivate var words: String {
    switch self {
    case .route(let identifier, _): identifier
    case .link(let parameter): "the link in \(parameter)"
    }
  }
}

extension ExplainedDecision.Step {
  /// The step and its fate, in one line.
  var words: String {
    let what =
      switch fate {
      case .notReached: "not reached"
      case .notNeeded: "not needed"
      case .failed(let reason): "failed: \(reason)"
      case .built: "built"
      case .found: "found, was there already"
      case .carriedOut: "carried out"
      }
    return "\(verb.word)\(name.isEmpty ? "" : " " + name): \(what)"
  }
}
