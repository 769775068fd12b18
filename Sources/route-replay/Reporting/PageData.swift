import RouteEngine
import RouteReplay
import RouteStore
import TextTerminal

/// A report: one or two journals, and the differences between them, or between a journal and its
/// rerun. It is the only data of the page.
///
/// In the data, a text is an index in `texts`, which has each text once, in visible form: control
/// characters, right-to-left marks and similar characters are escaped, as on a terminal. If that is
/// not the exact text, `exact` has it. The data of entries is in columns, one array for each; a
/// number that a script cannot represent exactly is a string.
struct PageData {
  let title: String
  let journals: [ReportedJournal]
  let comparison: ReportedComparison?
  /// The reason why a requested comparison is missing; nil when there is one, or none was
  /// requested.
  let uncompared: String?
  let texts: ReportTexts

  /// Writes the data as JSON without any `<`, so that no text of a journal can end the element that
  /// contains it.
  func write(_ sink: @escaping PageSink) throws {
    try sink("{\"format\":1,\"program\":")
    try sink(PageJSON.literal("route-replay \(ReplayProgram.version)"))
    try sink(",\"title\":" + PageJSON.literal(visible(title)) + ",\"journals\":[\n")
    for (index, journal) in journals.enumerated() {
      if index > 0 { try sink(",\n") }
      try write(journal, sink)
    }
    try sink("],\n\"comparison\":")
    try sink(comparison.map { PageJSON.visibleLiteral($0.json) } ?? "null")
    try sink(",\n\"uncompared\":")
    try sink(uncompared.map { PageJSON.literal(visible($0)) } ?? "null")
    try sink(",\n\"texts\":[\n")
    var exact = ""
    for (place, text) in texts.all.enumerated() {
      let shown = visible(text)
      try sink((place == 0 ? "" : ",\n") + PageJSON.literal(shown))
      guard !shown.utf8.elementsEqual(text.utf8) else { continue }
      exact += (exact.isEmpty ? "" : ",") + "\"\(place)\":" + PageJSON.literal(text)
    }
    try sink("],\n\"exact\":{" + exact + "}}\n")
  }

  private func write(_ journal: ReportedJournal, _ sink: @escaping PageSink) throws {
    try sink("{")
    for (name, value) in journal.members {
      try sink(PageJSON.literal(name) + ":" + PageJSON.visibleLiteral(value.json) + ",\n")
    }
    try sink("\"sessions\":{")
    try write(PageColumns(elements: journal.sessions, sink: sink))
    try sink("},\n\"entries\":{")
    try write(PageColumns(elements: journal.entries, sink: sink))
    try sink("}}")
  }

  private func write(_ entries: PageColumns<ReportedEntry>) throws {
    try entries.column("sequence") { PageJSON.number($0.sequence) }
    try entries.column("at") { "\"" + isoTime($0.atMicroseconds) + "\"" }
    try entries.column("session") { PageJSON.number($0.session) }
    try entries.places([
      ("kind", \.kind), ("outcome", \.outcome), ("route", \.route), ("link", \.link),
      ("what", \.what), ("reason", \.reason), ("entry_point", \.entryPoint),
      ("screen_before", \.screenBefore), ("screen_after", \.screenAfter), ("flags", \.flags),
      ("scene", \.scene), ("router", \.router), ("variant", \.variant),
    ])
    try entries.column("state_digest") {
      $0.stateDigest.map { "\"\(Digest64.hex($0))\"" } ?? "null"
    }
    try entries.column("deeds") { PageJSON.list($0.deeds) }
    try entries.column("differences") { PageJSON.list($0.differences) }
    try entries.column("marks") { PageJSON.list($0.marks) }
    try entries.column("drawing") { entry in
      entry.drawing.map { PageJSON.list([$0.head, $0.tail] + $0.rows) } ?? "null"
    }
    try entries.sparse("request") { $0.request }
    try entries.sparse("cause") { $0.cause }
    try entries.sparse("action") { $0.action }
    try entries.sparse("attempt") { $0.attempt }
    try entries.sparse("duration_us") { $0.durationMicroseconds }
    try entries.sparse("route_version") { $0.routeVersion }
    try entries.count()
  }

  private func write(_ sessions: PageColumns<ReportedSession>) throws {
    try sessions.column("session") { PageJSON.number($0.number) }
    try sessions.column("began") { "\"" + isoTime($0.beganMicroseconds) + "\"" }
    try sessions.column("ended") {
      $0.endedMicroseconds.map { "\"" + isoTime($0) + "\"" } ?? "null"
    }
    try sessions.column("cut_off") { $0.isCutOff ? "1" : "0" }
    try sessions.places([
      ("beginning", \.beginning), ("ending", \.ending), ("app_version", \.appVersion),
      ("build", \.build), ("system", \.system), ("device", \.device), ("table", \.table),
      ("identifier", \.identifier),
    ])
    try sessions.count()
  }
}

extension ReportedJournal {
  /// The most findings, sessions, reasons and similar items that are listed; their number is shown.
  static let mostListed = 200

  /// All members except the entries.
  var members: KeyValuePairs<String, any JSONValue> {
    [
      "path": path, "name": name, "scope": scopeWords,
      "place": placeWords,
      "quoted": pathForShell(path),
      "known": known, "problems": problems,
      "verdict": verdict, "numbers": numbers,
      "pending": list(pending) {
        .members(["sequence": $0.sequence, "sort": $0.sort, "words": $0.words])
      },
      "visits": visits,
      "rows": drawing.rows.map { row in
        [row.lead, row.label, row.level, row.isVisible ? 1 : 0]
      },
    ]
  }

  /// The file's name without its folder.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  private var scopeWords: String {
    var words: [String] = []
    if let session = scope.session { words.append("session \(session)") }
    if let first = scope.first { words.append("from entry \(first)") }
    if let last = scope.last { words.append("through entry \(last)") }
    return words.isEmpty ? "the whole journal" : words.joined(separator: ", ")
  }

  private var verdict: JSON {
    let word = checked.verdict.rawValue
    let missing = [checked.missingWords, outageWords].compactMap(\.self)
    return .members([
      "word": newerNote == nil ? word : checked.findings.isEmpty ? "newer" : word,
      "entries": checked.entries, "sessions": checked.sessions, "outcomes": checked.outcomes,
      "anchor": checked.end.description, "findings": list(checked.findings, \.json),
      "remarks": checked.remarks.map(\.problem), "missing": missing,
      "newer": checked.newerEntry, "note": newerNote,
    ])
  }

  private var numbers: JSON {
    .members([
      "entries": counts.entries, "sessions": sessions.count, "requests": counts.requests,
      "waiting": count(pendingOf: "request"), "actions": count(pendingOf: "action"),
      "cut_off": sessions.count(where: \.isCutOff),
      "first": counts.first.map(isoTime), "newest": counts.newest.map(isoTime),
      "outcomes": list(counts.outcomeCounts) {
        .members([
          "word": $0.word, "count": $0.count, "isSuccess": Outcome.isSuccess($0.word),
          "isFailure": Outcome.isFailure($0.word),
        ])
      },
      "reasons": list(counts.reasons) {
        .members(["reason": $0.reason, "count": $0.count])
      },
    ])
  }

  /// The number of pending items of a kind; null when it is not known.
  private func count(pendingOf sort: String) -> Int? {
    knowsPending ? pending.count { $0.sort == sort } : nil
  }

  /// The first of many, and their number.
  private func list<Element>(_ elements: [Element], _ json: (Element) -> JSON) -> JSON {
    .members([
      "count": elements.count, "first": elements.prefix(Self.mostListed).map(json),
    ])
  }
}
