import RouteEngine
import RouteReplay
import RouteStore
import TextTerminal

/// The result of a rerun of one file: numbers, shifts between outcomes, and each differing request
/// with the data needed to act on it.
struct DivergenceReport {
  /// The most columns of a text for people; the formats for programs contain all of it.
  static let longestText = 240

  let rerun: Rerun
  let file: JournalFile
  let path: String
  /// The file of a table given in place of the recorded ones.
  let routes: String?
  let hasOtherTable: Bool
  var accepted: AcceptedFile?
  let time: TimeStyle

  /// The result in one word, and the numbers in words.
  var headline: (result: String, words: String) {
    let of = rerun.requests == rerun.decisions ? "" : " of \(counted(rerun.requests, "request"))"
    let again = "\(counted(rerun.decisions, "decision"))\(of) made again"
    let result = rerun.verdict.rawValue
    if rerun.isIdentical { return (result, again) }
    if rerun.differing == 0, rerun.undecided == 0 {
      let all =
        rerun.accepted == 1 ? "1 differs as accepted" : "\(rerun.accepted) differ as accepted"
      return (result, "\(again), \(all)")
    }
    if rerun.differing == 0 { return (result, "\(again), none differs\(acceptedToo)") }
    let differ = rerun.differing == 1 ? "1 differs" : "\(rerun.differing) differ"
    return (result, "\(again), \(differ)\(acceptedToo)")
  }

  /// Notes that explain these numbers, one paragraph each.
  var notes: [String] {
    var notes: [String] = []
    if rerun.settledByRule > 0 {
      notes.append(
        """
        \(counted(rerun.settledByRule, "request")) ended without a decision and cannot \
        differ: no link, a repetition of its source's id, over a limit, given up, refused or \
        superseded while another was under way, not resumed, or cut off by the app's end\
        \(decidedBefore)
        """)
    }
    if leavesOut, rerun.decisions > 0 { notes.append("left out: " + Self.leftOut) }
    return notes + [undecided].compactMap(\.self)
  }

  /// The output of the command.
  func report() throws -> Report {
    var report = Report()
    report.add(["file": path])
    let (result, words) = headline
    report.result(result, rerun.verdict.ink, words)
    for note in notes { report.paragraph(note) }
    report.add([
      "decided": rerun.decisions, "by_rule": rerun.settledByRule, "requests": rerun.requests,
      "by_rule_later": rerun.settledAfterDecision, "differing": rerun.differing,
      "following": rerun.following, "undecided": rerun.undecided,
      "undecided_entries": rerun.undecidedEntries, "accepted": rerun.accepted,
      "accepted_by": acceptedEntries.map { entry, count in
        JSON.members([
          "line": entry.line, "for": entry.subject, "why": entry.why, "requests": count,
        ])
      },
      "outcome_shifts": rerun.outcomeShifts.map { shift in
        JSON.members([
          "route": shift.route, "recorded": shift.recorded, "replayed": shift.replayed,
          "requests": shift.count,
        ])
      },
      "left_out": leavesOut ? Self.leftOut : nil,
    ])
    tellTables(&report)
    report.sections("divergences", try rerun.divergences.map(describe))
    report.hidden(rerun.differing - rerun.divergences.count)
    return report
  }

  private func tellTables(_ report: inout Report) {
    var shifts = OutcomeShifts()
    shifts.add(rerun)
    shifts.tell(&report, files: false, routeNow: false)
    if rerun.accepted > 0 {
      report.space()
      report.table(
        [Column("accepted", .number), Column("line", .number), Column("for"), Column("why")],
        acceptedEntries.map { entry, count in
          [
            .integer(count), .integer(entry.line), .text(entry.subject),
            .text(elided(entry.why, toWidth: Self.longestText)),
          ]
        })
    }
  }

  /// Whether another table is tried on each request separately.
  private var leavesOut: Bool { hasOtherTable && rerun.footing == .pinned }

  /// The note on the part that a rerun leaves out: the consequences of a difference.
  static let leftOut = """
    the consequences of a difference. Each request is decided in the recorded state, with the \
    recorded answers and time; waits, releases, expirations and the course of actions stay as \
    recorded
    """

  /// The note on requests that cannot be decided again: they are named and not guessed.
  private var undecided: String? {
    guard rerun.undecided > 0 else { return nil }
    let named = rerun.undecidedEntries.map(String.init).joined(separator: ", ")
    let more = rerun.undecided - rerun.undecidedEntries.count
    let table = hasOtherTable ? "with \(routes ?? "the app's table") " : ""
    let reasons = Self.reasons(
      undecided: rerun.undecided, byLimits: rerun.undecidedByLimits, with: table)
    return """
      \(counted(rerun.undecided, "request")) cannot be decided: \(reasons): \
      \(rerun.undecided == 1 ? "entry" : "entries") \(named)\(more > 0 ? ", and \(more) more" : "")
      """
  }

  /// The reason why so many requests cannot be decided again, some of them because limits were
  /// pruned.
  static func reasons(undecided: Int, byLimits: Int, with table: String) -> String {
    let tokens = "\(table)it depends on private values, and the journal has only their tokens"
    let limits = "it failed, perhaps by a limit of its session, and the limits were pruned"
    return [byLimits < undecided ? tokens : nil, byLimits > 0 ? limits : nil]
      .compactMap(\.self).joined(separator: "; or ")
  }

  /// The further counts of the first line.
  private var acceptedToo: String {
    let verb = rerun.following == 1 ? "follows" : "follow"
    return (rerun.following == 0 ? "" : ", \(rerun.following) of which only \(verb)")
      + (rerun.accepted == 0 ? "" : ", \(rerun.accepted) accepted")
  }

  /// The entries of the file that accept a decision here, with the number of those decisions.
  private var acceptedEntries: [(entry: AcceptedDivergences.Entry, count: Int)] {
    let entries = accepted?.divergences.entries ?? []
    return zip(entries, rerun.acceptedCounts).filter { $0.1 > 0 }.map { ($0.0, $0.1) }
  }

  /// A text shortened for people; the formats for programs contain it completely.
  static func cut(_ text: String) -> String { elided(visible(text), toWidth: longestText) }

  /// All facts about one differing request.
  func describe(_ divergence: Divergence) throws -> Report {
    var report = Report()
    report.margin = .init(indentation: 2, nameWidth: 10)
    func field(_ name: String, _ text: String, _ ink: Ink? = nil) {
      report.field(name, Self.cut(text), ink)
    }
    let place = "entry \(divergence.sequence), request \(divergence.request)"
    report.heading(divergence.target.isEmpty ? place : "\(place): \(divergence.target)")
    field("differs", divergence.differences.map { Self.word($0.kind) }.joined(separator: ", "))
    if let origin = divergence.follows {
      field("follows", "from entry \(origin): in the recorded state the result is as recorded")
    } else {
      field("explained", explanation(of: divergence))
    }
    let told = told(of: divergence)
    if !told.isEmpty {
      field("recorded", told.map { $0.words(true) }.joined(separator: ", "), .red)
      field("now", told.map { $0.words(false) }.joined(separator: ", "), .green)
    }
    if let part = divergence.treePart {
      let place = part.place.joined(separator: " > ")
      field("tree", place.isEmpty ? "as a whole:" : "in \(place):")
      field("", "recorded \(part.recorded ?? "nothing")", .red)
      field("", "now \(part.replayed ?? "nothing")", .green)
    }
    addMembers(of: divergence, to: &report)
    try tellSurroundings(of: divergence, &report)
    report.next(next(after: divergence))
    return report
  }

  private func addMembers(of divergence: Divergence, to report: inout Report) {
    report.add([
      "sequence": divergence.sequence, "session": divergence.session,
      "request": divergence.request.rawValue, "target": divergence.target, "link": divergence.link,
      "differences": divergence.differences.map { difference in
        JSON.members([
          "class": difference.kind.rawValue, "recorded": difference.recorded,
          "replayed": difference.replayed,
        ])
      },
      "explained": divergence.definition.explains,
      "definition": Self.definition(divergence.definition),
      "definitions": divergence.definition.changes.map(\.json), "differs": divergence.lines,
      "follows": divergence.follows, "route": divergence.route,
      "replayed_route": divergence.replayedRoute,
      "tree": divergence.treePart.map { part in
        JSON.members([
          "place": part.place, "recorded": part.recorded, "replayed": part.replayed,
        ])
      },
    ])
  }

  /// How many of the requests that ended without a decision are also counted among the decisions.
  private var decidedBefore: String {
    let count = rerun.settledAfterDecision
    guard count > 0 else { return "" }
    return count == 1
      ? "; 1 of them was decided before, when it came to wait"
      : "; \(count) of them were decided before, when they came to wait"
  }

  /// The differences that are described in words. Changes are shown in the tree, and answers that
  /// are no longer asked for follow from the other differences: both are only described if there is
  /// no other difference.
  private func told(of divergence: Divergence) -> [Divergence.Difference] {
    let short: Set<Divergence.Class> = [
      .outcome, .route, .scene, .answerMissing, .answer, .action, .request, .unfit,
    ]
    let told = divergence.differences.filter { short.contains($0.kind) }
    return told.isEmpty && divergence.treePart == nil ? divergence.differences : told
  }

  private func tellSurroundings(of divergence: Divergence, _ report: inout Report) throws {
    var reading = EntryReading(file.history)
    let rows = try surroundings(of: divergence).map { ($0, try reading.what($0)) }
    report.line("  ", .init("around", .bold))
    report.table(
      [
        Column("sequence", .number), Column("at", .time), Column("kind"),
        Column("outcome", ink: Outcome.ink), Column("what", .middle),
      ],
      rows.map { row, what in
        let mark = row.sequence == divergence.sequence ? "> " : ""
        return [
          .text("\(mark)\(row.sequence)"), .time(row.atMicroseconds),
          .text(EntryColumns.kind(row.kind)), .text(row.outcome), .text(what),
        ]
      }, time: time, indentation: 4)
    report.add([
      "surroundings": rows.map { row, what in
        JSON.members([
          "sequence": row.sequence, "at_us": row.atMicroseconds,
          "kind": EntryColumns.kind(row.kind), "outcome": row.outcome, "what": what,
        ])
      }
    ])
  }

  static func word(_ kind: Divergence.Class) -> String {
    switch kind {
    case .outcome, .route, .changes, .scene: kind.rawValue
    case .request: "the request is not recorded, or cannot have come in like this"
    case .unfit: "the recorded input does not fit"
    case .action: "actions"
    case .answerMissing: "an answer that is needed was not recorded"
    case .answerUnused: "a recorded answer is not asked for"
    case .answer: "a Swift step does something else"
    }
  }

  func explanation(of divergence: Divergence) -> String {
    let table = routes ?? "the app's table"
    if divergence.differences.allSatisfy({ $0.kind == .answer }) {
      return "no definition changed: the app's code is different, or not deterministic"
    }
    switch divergence.definition {
    case .changed(let changes):
      return "by \(table): \(changes.map(\.words).joined(separator: "; "))"
    case .changedElsewhere:
      return "no definition that it uses changed: \(table) differs elsewhere"
    case .same: return "no definition changed: \(table) is the recorded one"
    case .recorded:
      return "no definition changed: the recorded table was used; the file or the program changed"
    case .unknown: return "unknown: the journal does not hold the table it was recorded with"
    }
  }

  private static func definition(_ definition: Divergence.Definition) -> String {
    switch definition {
    case .recorded: "recorded"
    case .changed: "changed"
    case .changedElsewhere: "changedElsewhere"
    case .same: "same"
    case .unknown: "unknown"
    }
  }

  /// The entry with its neighbours; at an end of the journal, two neighbours of one side.
  private func surroundings(of divergence: Divergence) throws -> [EntryRow] {
    let sequence = divergence.sequence
    let newest = try file.history.head().sequence
    var query = HistoryQuery()
    query.firstSequence = max(1, sequence == newest ? sequence - 2 : sequence - 1)
    query.limit = 3
    var rows: [EntryRow] = []
    try file.history.forEachEntry(query) { rows.append($0) }
    return rows
  }

  /// The commands that show the causes.
  func next(after divergence: Divergence) -> [String] {
    var lines = ["route-replay show \(pathForShell(path)) \(divergence.sequence)"]
    if let routes, let link = divergence.link {
      let words = [routes, link].map(quotedForShell)
      lines.append("route-replay explain --routes \(words[0]) \(words[1])")
    }
    return lines
  }
}

extension Rerun {
  /// The exit status of the result.
  var status: ExitStatus {
    undecided > 0 ? .incompatible : differing > 0 ? .difference : .expected
  }
}

extension Rerun.Verdict {
  var ink: Ink { self == .different ? .red : self == .undecided ? .yellow : .green }
}

extension Divergence.Definition {
  fileprivate var changes: [DefinitionChange] {
    if case .changed(let changes) = self { changes } else { [] }
  }
}

extension Divergence.Difference {
  /// One of the two sides for people: an answer in words, and of a long text the part that differs.
  func words(_ isRecorded: Bool) -> String {
    let text = isRecorded ? recorded : replayed
    switch kind {
    case .changes, .action, .answerUnused:
      return parts.map { isRecorded ? $0.recorded : $0.replayed }.joined(separator: ", ")
    case .answer:
      // An answer of unknown form is shown as it is.
      guard let told = try? RehearsedSession.Reply(journaled: text).recorded else { return text }
      return "\(told.question.words): \(told.answer.summary)"
    case .outcome, .route, .scene, .answerMissing, .request, .unfit: return text
    }
  }
}
