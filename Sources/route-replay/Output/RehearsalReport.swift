import RouteEngine

/// What a rehearsal found: by route and outcome, each request that ends otherwise, and each session
/// that ends on other screens.
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
      let (changes, endings) = (rehearsal.changes.count, rehearsal.endings.count)
      try output.line(
        output.painted("different", .red) + ": \(again), \(changes) "
          + (changes == 1 ? "ends" : "end") + " otherwise")
      if endings > 0 {
        try output.line(
          "\(counted(endings, "session")) \(endings == 1 ? "ends" : "end") on other screens")
      }
    }
    for line in notes { try output.line(line) }
    if !rehearsal.changes.isEmpty {
      try output.line()
      try writeShifts(output)
    }
    for change in rehearsal.changes.prefix(most) {
      try output.line()
      let head = "request \(change.id): \(change.target)"
      try output.line(output.painted(elided(visible(head), toWidth: output.width ?? .max), .bold))
      try field("recorded", change.recorded, .red, output)
      try field("now", change.now, .green, output)
    }
    for ending in rehearsal.endings.prefix(most) {
      try output.line()
      let place = ending.part.place.joined(separator: " > ")
      let head = visible("session \(ending.session) ends in \(place) on")
      try output.line(output.painted(head, .bold))
      try field("recorded", ending.part.recorded ?? "nothing", .red, output)
      try field("now", ending.part.replayed ?? "nothing", .green, output)
    }
    let hidden =
      max(0, rehearsal.changes.count - most) + max(0, rehearsal.endings.count - most)
    if hidden > 0 {
      try output.line()
      try output.line("… and \(hidden) more; --most shows them")
    }
    if let next {
      try output.line()
      try output.line(output.painted("next", .bold) + "  " + output.painted(visible(next), .cyan))
    }
  }

  private func field(_ name: String, _ text: String, _ ink: Ink, _ output: Output) throws {
    try output.field(
      name, elided(visible(text), toWidth: DivergenceReport.longestText), ink: ink, indentation: 2,
      nameWidth: 10)
  }

  /// What one has to know to judge the numbers.
  private var notes: [String] {
    var notes: [String] = []
    if rehearsal.leftOut > 0 {
      notes.append(
        "\(counted(rehearsal.leftOut, "request")) left out: no link, over a limit, or cut off "
          + "before an answer")
    }
    if rehearsal.supposed > 0 {
      notes.append(
        "\(counted(rehearsal.supposed, "answer")) not recorded for the request: the newest to "
          + "another, or allow")
    }
    return notes
  }

  private func writeShifts(_ output: Output) throws {
    var listing = Listing(
      [Column("requests", .number), Column("route"), Column("recorded"), Column("now")],
      format: .text, time: .raw, to: output)
    for shift in shifts {
      try listing.append([
        .integer(shift.count), .text(shift.route), .text(shift.recorded), .text(shift.now),
      ])
    }
    try listing.finish()
  }

  private var shifts: [(route: String?, recorded: String, now: String, count: Int)] {
    var counts: [[String?]: Int] = [:]
    for change in rehearsal.changes {
      counts[[change.route, change.recorded, change.now], default: 0] += 1
    }
    let keys = counts.sorted {
      ($1.value, $0.key.map { $0 ?? "" }.joined(separator: "\n"))
        < ($0.value, $1.key.map { $0 ?? "" }.joined(separator: "\n"))
    }
    return keys.map { key, count in (key[0], key[1] ?? "", key[2] ?? "", count) }
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
      "outcome_shifts": .array(
        shifts.map { shift in
          .members([
            "route": .text(shift.route), "recorded": .string(shift.recorded),
            "replayed": .string(shift.now), "requests": .int(Int64(shift.count)),
          ])
        }),
      "requests": .array(
        rehearsal.changes.prefix(most).map { change in
          .members([
            "request": .int(change.id.rawValue), "target": .string(change.target),
            "route": .text(change.route), "recorded": .string(change.recorded),
            "replayed": .string(change.now),
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
