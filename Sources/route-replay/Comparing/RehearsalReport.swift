import RouteEngine
import TextTerminal

/// What a rehearsal found: by route and outcome, each request that was dropped, was edited or ends
/// otherwise, and each session that ends on other screens.
@MainActor
struct RehearsalReport {
  let rehearsal: Rehearsal
  let path: String
  /// The journal that was written; nil for none.
  let written: String?
  let most: Int

  func write(to output: Output) throws {
    let again = """
      \(counted(rehearsal.opened, "request")) run again in \
      \(counted(rehearsal.sessions, "session"))
      """
    if rehearsal.isIdentical {
      try output.line(output.painted("identical", .green) + ": \(again)")
    } else {
      let line = ([again] + numbers).joined(separator: ", ")
      try output.line(output.painted("different", .red) + ": \(line)")
      for words in endings { try output.line(words) }
    }
    for line in notes { try output.line(line) }
    try shifts.write(to: output)
    for change in rehearsal.changes.prefix(most) {
      try output.line()
      try Self.write(change, output)
    }
    for ending in rehearsal.endings.prefix(most) {
      try output.line()
      let place = ending.part.place.joined(separator: " > ")
      try output.heading("session \(ending.session) ends in \(place) on")
      try Self.field("recorded", ending.part.recorded ?? "nothing", .red, output)
      try Self.field("now", ending.part.replayed ?? "nothing", .green, output)
    }
    let hidden =
      max(0, rehearsal.changes.count - most) + max(0, rehearsal.endings.count - most)
    try output.hidden(hidden)
    if let next {
      try output.line()
      try output.line(output.painted("next", .bold) + "  " + output.painted(visible(next), .cyan))
    }
  }

  /// How many sessions end otherwise, and in what.
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

  /// All about one request.
  static func write(_ change: Rehearsal.Change, _ output: Output) throws {
    let edit = change.edit.map { " as \($0)" } ?? ""
    let head = "request \(change.id): \(change.target)\(edit)"
    try output.heading(head)
    try field("recorded", change.recorded.words, .red, output)
    try field("now", change.now?.words ?? "dropped", .green, output)
  }

  private static func field(
    _ name: String, _ text: String, _ ink: Ink, _ output: Output
  ) throws {
    try output.field(
      name, elided(visible(text), toWidth: DivergenceReport.longestText), ink: ink, indentation: 2,
      nameWidth: 10)
  }

  /// How many requests were dropped, were edited, and end otherwise, without those that are none.
  private var numbers: [String] {
    let otherwise = rehearsal.changes.count(where: \.endsOtherwise)
    return Self.words(dropped: dropped, edited: edited)
      + (otherwise > 0 ? ["\(otherwise) \(otherwise == 1 ? "ends" : "end") otherwise"] : [])
  }

  /// How many requests were left out.
  var dropped: Int { rehearsal.changes.count { $0.now == nil } }
  /// How many others were opened with another link.
  var edited: Int { rehearsal.changes.count { $0.edit != nil && $0.now != nil } }

  static func words(dropped: Int, edited: Int) -> [String] {
    [dropped > 0 ? "\(dropped) dropped" : nil, edited > 0 ? "\(edited) edited" : nil]
      .compactMap(\.self)
  }

  /// What one has to know to judge the numbers.
  private var notes: [String] {
    Self.notes(leftOut: rehearsal.leftOut, supposed: rehearsal.supposed)
      + rehearsal.unasked.map { id, given in Self.words(unasked: given.name, of: id) }
  }

  static func notes(leftOut: Int, supposed: Int) -> [String] {
    let left =
      leftOut == 0
      ? nil
      : "\(counted(leftOut, "request")) left out: no link, over a limit, or cut off before an "
        + "answer"
    return [left, Rehearsal.supposition(supposed)].compactMap(\.self)
  }

  /// That nobody asked for an answer that was given.
  static func words(unasked name: String, of id: RequestID?) -> String {
    visible("the answer of \(name)\(id.map { " to request \($0)" } ?? "") was not asked for")
  }

  /// What became of each request that is different. Where outcome and route are the same, the rest
  /// is told with them.
  var changesOfOutcome: [(shift: OutcomeShifts.Shift, count: Int)] {
    rehearsal.changes.filter(\.isDifferent).map { change in
      var (recorded, now) = (change.recorded.word, change.now?.word ?? "dropped")
      if recorded == now, change.recorded.route == change.now?.route {
        if change.recorded.screen != change.now?.screen {
          recorded += change.recorded.screen.map { ", screen \($0)" } ?? ""
          now += change.now?.screen.map { ", screen \($0)" } ?? ""
        } else {
          now += ", for another link"
        }
      }
      let shift = OutcomeShifts.Shift(
        route: change.recorded.route, recorded: recorded, routeNow: change.now?.route, now: now)
      return (shift, 1)
    }
  }

  private var shifts: OutcomeShifts {
    var shifts = OutcomeShifts(ofSeveral: false, withRouteNow: true)
    shifts.add(changesOfOutcome)
    return shifts
  }

  private var next: String? {
    if let written { return "route-replay \(quotedForShell(written))" }
    guard let first = rehearsal.changes.first else { return nil }
    return "route-replay show \(quotedForShell(path)) \(first.id)"
  }

  func json() -> JSON {
    .members([
      "file": .string(path), "result": .string(rehearsal.isIdentical ? "identical" : "different"),
      "written": .text(written), "run": .int(Int64(rehearsal.opened)),
      "left_out": .int(Int64(rehearsal.leftOut)),
      "supposed_answers": .int(Int64(rehearsal.supposed)),
      "unasked_answers": .array(
        rehearsal.unasked.map { id, given in
          .members(["request": .number(id?.rawValue), "name": .string(given.name)])
        }),
      "outcome_shifts": shifts.json(),
      "requests": .array(
        rehearsal.changes.prefix(most).map { change in
          .members([
            "request": .int(change.id.rawValue), "target": .string(change.target),
            "edit": .text(change.edit), "route": .text(change.recorded.route),
            "recorded": .string(change.recorded.word), "screen": .text(change.recorded.screen),
            "route_replayed": .text(change.now?.route),
            "replayed": .string(change.now?.word ?? "dropped"),
            "screen_replayed": .text(change.now?.screen),
          ])
        }),
      "endings": .array(
        rehearsal.endings.prefix(most).map { ending in
          .members([
            "session": .int(ending.session),
            "place": .array(ending.part.place.map { .string($0) }),
            "recorded": .text(ending.part.recorded), "replayed": .text(ending.part.replayed),
          ])
        }),
      "next": .array([next].compactMap(\.self).map { .string($0) }),
    ])
  }
}
