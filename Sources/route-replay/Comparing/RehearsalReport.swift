import RouteEngine
import RouteReplay
import TextTerminal

/// The result of a rehearsal, by route and outcome: each request that was dropped, was edited or
/// ends differently, and each session that ends with other screens.
@MainActor
struct RehearsalReport {
  let rehearsal: Rehearsal
  let path: String
  /// The written journal; nil when there is none.
  let written: String?
  let most: Int

  /// The output of the command.
  var report: Report {
    var report = Report()
    report.margin.nameWidth = 6
    report.add(["file": path])
    let again = """
      \(counted(rehearsal.opened, "request")) run again in \
      \(counted(rehearsal.sessions, "session"))
      """
    if rehearsal.isIdentical {
      report.result("identical", .green, again)
    } else {
      report.result("different", .red, ([again] + numbers).joined(separator: ", "))
      report.lines(endings)
    }
    for note in notes { report.paragraph(note) }
    var shifts = OutcomeShifts()
    shifts.add(rehearsal)
    report.add([
      "written": written, "run": rehearsal.opened, "left_out": rehearsal.leftOut,
      "supposed_answers": rehearsal.supposed,
      "unasked_answers": rehearsal.unasked.map { id, given in
        JSON.members(["request": id?.rawValue, "name": given.name])
      },
      "outcome_shifts": shifts.json(files: false, routeNow: true),
    ])
    shifts.tell(&report, files: false, routeNow: true)
    report.sections("requests", rehearsal.changes.prefix(most).map(Self.describe))
    report.sections("endings", rehearsal.endings.prefix(most).map(Self.describe))
    report.hidden(
      max(0, rehearsal.changes.count - most) + max(0, rehearsal.endings.count - most))
    if !next.isEmpty { report.space() }
    report.next(next)
    return report
  }

  /// The number of sessions that end differently, and the differences.
  private var endings: [String] {
    let ready = rehearsal.endings.count(where: \.part.isOfReadiness)
    func words(_ count: Int, _ screens: String) -> String? {
      count == 0
        ? nil : "\(counted(count, "session")) \(count == 1 ? "ends" : "end") on \(screens)"
    }
    return [
      words(rehearsal.endings.count - ready, "other screens"),
      words(ready, "the same screens, of which others are ready"),
    ].compactMap(\.self)
  }

  /// All facts about one request.
  static func describe(_ change: Rehearsal.Change) -> Report {
    let edit = change.edit.map { " as \($0)" } ?? ""
    var report = describe(
      "request \(change.id): \(change.target)\(edit)", change.recorded.words,
      change.now?.words ?? "dropped")
    report.add([
      "request": change.id.rawValue, "target": change.target, "edit": change.edit,
      "route": change.recorded.route, "recorded": change.recorded.word,
      "screen": change.recorded.screen, "visible": change.recorded.visible,
      "route_replayed": change.now?.route, "replayed": change.now?.word ?? "dropped",
      "screen_replayed": change.now?.screen, "visible_replayed": change.now?.visible,
    ])
    return report
  }

  private static func describe(_ ending: Rehearsal.Ending) -> Report {
    let part = ending.part
    var report = describe(
      "session \(ending.session) ends in \(part.place.joined(separator: " > ")) on",
      part.recorded ?? "nothing", part.replayed ?? "nothing")
    report.add([
      "session": ending.session, "place": part.place, "recorded": part.recorded,
      "replayed": part.replayed,
    ])
    return report
  }

  private static func describe(_ head: String, _ recorded: String, _ now: String) -> Report {
    var report = Report()
    report.margin = .init(indentation: 2, nameWidth: 10)
    report.heading(head)
    report.field("recorded", DivergenceReport.cut(recorded), .red)
    report.field("now", DivergenceReport.cut(now), .green)
    return report
  }

  /// The numbers of requests that were dropped, were edited, and end differently, without zeros.
  private var numbers: [String] {
    let otherwise = rehearsal.changes.count(where: \.endsOtherwise)
    return Self.words(dropped: rehearsal.dropped, edited: rehearsal.edited)
      + (otherwise > 0 ? ["\(otherwise) \(otherwise == 1 ? "ends" : "end") otherwise"] : [])
  }

  static func words(dropped: Int, edited: Int) -> [String] {
    [dropped > 0 ? "\(dropped) dropped" : nil, edited > 0 ? "\(edited) edited" : nil]
      .compactMap(\.self)
  }

  /// Notes for judging the numbers.
  private var notes: [String] {
    Self.notes(leftOut: rehearsal.leftOut, supposed: rehearsal.supposed)
      + rehearsal.unasked.map { id, given in Self.words(unasked: given.name, of: id) }
  }

  static func notes(leftOut: Int, supposed: Int) -> [String] {
    let left =
      leftOut == 0
      ? nil
      : "\(counted(leftOut, "request")) left out: no link, over a limit, cut off before an "
        + "answer, refused or superseded because of others, or about screens that could not be "
        + "shown and are not reached now"
    return [left, Rehearsal.supposition(supposed)].compactMap(\.self)
  }

  /// The words for a given answer that no question asked for.
  static func words(unasked name: String, of id: RequestID?) -> String {
    visible("the answer of \(name)\(id.map { " to request \($0)" } ?? "") was not asked for")
  }

  private var next: [String] {
    if let written { return ["route-replay \(pathForShell(written))"] }
    guard let first = rehearsal.changes.first else { return [] }
    return ["route-replay show \(pathForShell(path)) \(first.id)"]
  }
}

extension Rehearsal {
  /// The note on assumed answers; nil when there were none.
  nonisolated static func supposition(_ count: Int) -> String? {
    guard count > 0 else { return nil }
    return "\(counted(count, "answer")) not recorded for the request: the newest answer to "
      + "another one is used, or allow"
  }
}
