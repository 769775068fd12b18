import RouteAnalytics
import RouteStore

/// Options that select the part of the histories for a question.
enum QuestionOptions {
  static let from = Option.text(
    "from", value: "TIME", "only what is at TIME or later: 2026-11-23, 2026-11-23T10:05, UTC")
  static let before = Option.text("before", value: "TIME", "only what is before TIME")
  static let appVersion = Option.text(
    "app-version", value: "VERSION", "only sessions of this version of the app")
  static let entryPoint = Option.text(
    "entry-point", value: "NAME", "only requests that came by it, and what they led to")
  static let funnels = Option.list(
    "funnel", value: "SCREENS", "a funnel to ask about, such as 'feed > product > bagContents'")
  static let results = Option.list(
    "results", value: "FILE", kind: .file, "results of replays, from 'rerun --results'")

  static let all: [any DeclaredOption] = [
    from, before, appVersion, entryPoint, funnels, results,
  ]

  /// The part of the history that the options select.
  static func choice(_ arguments: ParsedArguments) throws(CommandFailure) -> HistoryChoice {
    var choice = HistoryChoice()
    choice.from = try moment(arguments[from], from)
    choice.before = try moment(arguments[before], before)
    if let from = choice.from, let before = choice.before, from >= before {
      throw CommandFailure.usage(
        "no time is in the range: --from is not before --before; change one")
    }
    choice.appVersion = arguments[appVersion]
    choice.entryPoint = arguments[entryPoint]
    return choice
  }

  /// The options that select a part, as they are typed; none when everything is selected.
  static func words(_ arguments: ParsedArguments) -> [String] {
    let choices: [Option<String?>] = [from, before, appVersion, entryPoint]
    return choices.compactMap { option in
      arguments[option].map { "\(option.shape.dashed) \($0)" }
    }
  }

  /// The moment of an option, in microseconds since 1970; nil when it was not given.
  static func moment(
    _ word: String?, _ option: Option<String?>
  ) throws(CommandFailure) -> Int64? {
    guard let word else { return nil }
    guard let moment = Moment(word) else {
      throw CommandFailure.usage(
        "'\(option.shape.dashed)' takes a time in UTC such as 2026-11-23 or 2026-11-23T10:05:03, "
          + "not '\(word)'")
    }
    return moment.microseconds
  }

  /// The funnels of the command line, named as they are typed; nil without any.
  static func funnels(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> [GatheredRelations.Funnel]? {
    let words = arguments[funnels]
    guard !words.isEmpty else { return nil }
    var found: [GatheredRelations.Funnel] = []
    for word in words {
      let screens = word.split(separator: ">").map { part in
        String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }
      let most = GatheredRelations.Funnel.mostSteps
      guard (2...most).contains(screens.count), !screens.contains("") else {
        throw CommandFailure.usage(
          "'--funnel' takes 2 to \(most) screens with '>' between them, such as "
            + "'feed > product > bagContents', not '\(word)'")
      }
      let name = screens.joined(separator: " > ")
      guard !found.contains(where: { $0.name == name }) else { continue }
      found.append(GatheredRelations.Funnel(name, through: screens))
    }
    return found
  }
}
