import RouteEngine
import RouteReplay
import RouteStore
import TextTerminal

/// A report: one journal or two, and what they, or a journal and its rerun, differ in. It is the
/// data of the page, which is made of it and of nothing else.
///
/// In the data a text is a place in `texts`, where each stands once, as a person may see it: with
/// control characters, right-to-left marks and the like written out, as on a terminal. Where that
/// is not the exact text, `exact` has it. What there is for each entry stands in columns, one array
/// for each; a number beyond what a script can hold exactly is a string.
struct PageData {
  let title: String
  let journals: [ReportedJournal]
  let comparison: ReportedComparison?
  /// Why there is no comparison although one was asked for; nil where there is, or was not.
  let uncompared: String?
  let texts: ReportTexts

  /// Writes the data as JSON in which no `<` stands, so that no text of a journal can end the
  /// element it lies in.
  func write(_ sink: (String) throws -> Void) throws {
    try sink("{\"format\":1,\"program\":")
    try sink(Self.literal("route-replay \(ReplayProgram.version)"))
    try sink(",\"title\":" + Self.literal(visible(title)) + ",\"journals\":[\n")
    for (index, journal) in journals.enumerated() {
      if index > 0 { try sink(",\n") }
      try write(journal, sink)
    }
    try sink("],\n\"comparison\":")
    try sink(comparison.map { Self.literal(Self.visibleJSON($0.json)) } ?? "null")
    try sink(",\n\"uncompared\":")
    try sink(uncompared.map { Self.literal(visible($0)) } ?? "null")
    try sink(",\n\"texts\":[\n")
    var exact = ""
    for (place, text) in texts.all.enumerated() {
      let shown = visible(text)
      try sink((place == 0 ? "" : ",\n") + Self.literal(shown))
      guard !shown.utf8.elementsEqual(text.utf8) else { continue }
      exact += (exact.isEmpty ? "" : ",") + "\"\(place)\":" + Self.literal(text)
    }
    try sink("],\n\"exact\":{" + exact + "}}\n")
  }

  private func write(_ journal: ReportedJournal, _ sink: (String) throws -> Void) throws {
    try sink("{")
    for (name, value) in journal.members {
      try sink(Self.literal(name) + ":" + Self.literal(Self.visibleJSON(value.json)) + ",\n")
    }
    try sink("\"entries\":{")
    try writeColumns(of: journal.entries, sink)
    try sink("}}")
  }

  private func writeColumns(
    of entries: [ReportedEntry], _ sink: (String) throws -> Void
  ) throws {
    func column(_ name: String, _ value: (ReportedEntry) -> String) throws {
      try sink("\"\(name)\":[")
      for (index, entry) in entries.enumerated() {
        try sink((index == 0 ? "" : ",") + value(entry))
      }
      try sink("],\n")
    }
    /// Writes a number that few entries have, as a member for each of those.
    func sparse(_ name: String, _ value: (ReportedEntry) -> Int64?) throws {
      var isFirst = true
      try sink("\"\(name)\":{")
      for (index, entry) in entries.enumerated() {
        guard let number = value(entry) else { continue }
        try sink((isFirst ? "" : ",") + "\"\(index)\":" + Self.number(number))
        isFirst = false
      }
      try sink("},\n")
    }
    try column("sequence") { Self.number($0.sequence) }
    try column("at") { "\"" + isoTime($0.atMicroseconds) + "\"" }
    try column("session") { Self.number($0.session) }
    let places: [(String, KeyPath<ReportedEntry, Int>)] = [
      ("kind", \.kind), ("outcome", \.outcome), ("route", \.route), ("link", \.link),
      ("what", \.what), ("reason", \.reason), ("entry_point", \.entryPoint),
      ("screen_before", \.screenBefore), ("screen_after", \.screenAfter), ("flags", \.flags),
      ("scene", \.scene), ("router", \.router), ("variant", \.variant),
    ]
    for (name, place) in places { try column(name) { String($0[keyPath: place]) } }
    try column("state_digest") { $0.stateDigest.map { "\"\(Digest64.hex($0))\"" } ?? "null" }
    try column("deeds") { Self.list($0.deeds) }
    try column("differences") { Self.list($0.differences) }
    try column("marks") { Self.list($0.marks) }
    try column("drawing") { entry in
      entry.drawing.map { Self.list([$0.head, $0.tail] + $0.rows) } ?? "null"
    }
    try sparse("request") { $0.request }
    try sparse("cause") { $0.cause }
    try sparse("action") { $0.action }
    try sparse("attempt") { $0.attempt }
    try sparse("duration_us") { $0.durationMicroseconds }
    try sparse("route_version") { $0.routeVersion }
    try sink("\"count\":\(entries.count)")
  }

  // MARK: JSON

  /// A number, exactly: what is beyond 53 bits as a text.
  static func number(_ number: Int64) -> String {
    number.magnitude < 1 << 53 ? String(number) : "\"\(number)\""
  }

  private static func list(_ numbers: [Int]) -> String {
    numbers.isEmpty ? "[]" : "[" + numbers.map { String($0) }.joined(separator: ",") + "]"
  }

  /// A text as JSON that can stand in an HTML element.
  static func literal(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
        && byte != UInt8(ascii: "<")
    }
    return isPlain ? "\"\(text)\"" : jsonString(text).replacing("<", with: "\\u003c")
  }

  private static func literal(_ json: JSON) -> String {
    oneLine(json).replacing("<", with: "\\u003c")
  }

  /// A copy of the JSON with every text as a person may see it.
  static func visibleJSON(_ json: JSON) -> JSON {
    switch json {
    case .string(let text): .string(visible(text))
    case .array(let elements): .array(elements.map(visibleJSON))
    case .object(let members):
      .object(members.map { JSON.Member(name: $0.name, value: visibleJSON($0.value)) })
    case .null, .bool, .int, .double: json
    }
  }
}

extension ReportedJournal {
  /// Most findings, sessions, reasons and the like that are listed; how many there are is told.
  static let mostListed = 200

  /// All but the entries.
  var members: KeyValuePairs<String, any JSONValue> {
    let (stretches, pause) = ReportedStretch.all(of: entries)
    return [
      "path": path, "name": name, "scope": scopeWords,
      "place": placeWords,
      "quoted": quotedForShell(path),
      "known": known, "problems": problems,
      "verdict": verdict, "numbers": numbers,
      "pending": list(pending) {
        .members(["sequence": $0.sequence, "sort": $0.sort, "words": $0.words])
      },
      "sessions": list(sessions) { $0.json(among: newestSession) },
      "visits": visits,
      "pause": ReportedStretch.words(pause),
      "stretches": stretches.map(\.json),
      "rows": drawing.rows.map { row in
        [row.lead, row.label, row.level, row.isVisible ? 1 : 0]
      },
    ]
  }

  /// The file's own name.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  private var scopeWords: String {
    var words: [String] = []
    if let session = scope.session { words.append("session \(session)") }
    if let first = scope.first { words.append("from entry \(first)") }
    if let last = scope.last { words.append("through entry \(last)") }
    return words.isEmpty ? "the whole journal" : words.joined(separator: ", ")
  }

  /// Which app on which system: those of the newest session, and how many others there were.
  private var placeWords: String {
    let places = sessions.map(\.place).filter { !$0.isEmpty }
    guard let newest = places.last else { return "" }
    let others = Set(places).count - 1
    return others > 0 ? "\(newest), and \(counted(others, "other")) before" : newest
  }

  private var verdict: JSON {
    let word = checked.verdict.rawValue
    return .members([
      "word": newerNote == nil ? word : checked.findings.isEmpty ? "newer" : word,
      "entries": checked.entries, "sessions": checked.sessions, "outcomes": checked.outcomes,
      "anchor": checked.end.description, "findings": list(checked.findings, \.json),
      "remarks": checked.remarks.map(\.problem), "missing": checked.missingWords,
      "newer": checked.newerEntry, "note": newerNote,
    ])
  }

  private var numbers: JSON {
    .members([
      "entries": counts.entries, "sessions": sessions.count, "requests": counts.requests,
      "waiting": count(pendingOf: "request"), "actions": count(pendingOf: "action"),
      "cut_off": sessions.count { $0.ending(among: newestSession) == "cut off" },
      "first": counts.first.map(isoTime), "newest": counts.newest.map(isoTime),
      "outcomes": list(counts.outcomeCounts) {
        .members([
          "word": $0.word, "count": $0.count, "isSuccess": Outcome.isSuccess($0.word),
        ])
      },
      "reasons": list(counts.reasons) {
        .members(["reason": $0.reason, "count": $0.count])
      },
    ])
  }

  /// How many of a sort are pending; null where that is not known.
  private func count(pendingOf sort: String) -> Int? {
    knowsPending ? pending.count { $0.sort == sort } : nil
  }

  /// The first of many, and how many there are.
  private func list<Element>(_ elements: [Element], _ json: (Element) -> JSON) -> JSON {
    .members([
      "count": elements.count, "first": elements.prefix(Self.mostListed).map(json),
    ])
  }
}

extension SessionRow {
  fileprivate var place: String {
    [appVersion.map { "version \($0)" }, build.map { "build \($0)" }, system]
      .compactMap(\.self).joined(separator: ", ")
  }

  fileprivate func json(among newest: Int64?) -> JSON {
    .members([
      "session": number, "began": isoTime(beganMicroseconds),
      "ended": endedMicroseconds.map(isoTime), "beginning": beginning,
      "ending": ending(among: newest), "app_version": appVersion, "build": build, "system": system,
      "device": device, "table": tableDigest, "identifier": identifier,
    ])
  }
}

extension ReportedStretch {
  fileprivate var json: JSON {
    .members([
      "first": first, "last": last, "from": isoTime(from),
      "to": isoTime(to), "entries": entries,
      "failures": failures, "pause": pause.map(Self.words),
      // For the picture: how long, in seconds.
      "span": Double(max(0, to.subtractingReportingOverflow(from).partialValue)) / 1e6,
      "silence": Double(pause ?? 0) / 1e6,
    ])
  }

  /// A span for a person: the two largest of its units.
  static func words(_ microseconds: Int64) -> String {
    let seconds = Int64(clamping: microseconds.magnitude / 1_000_000)
    let units: [(Int64, String)] = [(86_400, "d"), (3_600, "h"), (60, "min"), (1, "s")]
    var rest = seconds
    var parts: [String] = []
    for (size, name) in units {
      if rest >= size { parts.append("\(rest / size) \(name)") }
      rest %= size
    }
    let words = parts.isEmpty ? "0 s" : parts.prefix(2).joined(separator: " ")
    return microseconds < 0 ? "back by \(words)" : words
  }
}
