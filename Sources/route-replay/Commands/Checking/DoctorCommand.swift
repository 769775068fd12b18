import RouteEngine
import RouteStore
import TextTerminal

enum DoctorCommand {
  static let salvage = Option<String?>.text(
    "salvage", value: "OUT", kind: .file, "write what can be saved to this new file")

  static let command = Command(
    name: "doctor",
    summary: "what is wrong with a journal, and what of it can be saved",
    discussion: """
      Tells on one screen what every check says, how far the journal is what was written, and \
      where it leads there. The file itself is never changed.

      With --salvage the longest beginning that every check accepts is written to a new file: \
      entries, checkpoint, private values, and the rows that belong to them. It is checked before \
      it gets its name, and nothing is overwritten. A route table that cannot be read costs no \
      entry: which is missing is told, and 'rerun' and 'what-if' take one with --routes. The exit \
      status is 3 when the journal is damaged or a route table is missing in the copy, and 0 when \
      it is sound or its sound part was written.

      On a terminal long values are shortened; the formats for programs have them whole.
      """,
    arguments: [ReadingOptions.file], options: [salvage, CommonOptions.report],
    example: Command.Example(
      "route-replay doctor app.journal-damaged-1 --salvage saved.journal",
      "Saves what can be saved of a file that an app has set aside.")
  ) { arguments, output in
    let path = arguments[ReadingOptions.file]
    let file = try JournalFile(path, output: output, isDamaged: true)
    guard file.status == .expected else { return file.status }
    let diagnosis = try Diagnosis(path, file)
    let format = arguments[CommonOptions.report]
    let destination = diagnosis.newerEntry == nil ? arguments[salvage] : nil
    if format == .text {
      try diagnosis.write(to: output)
      if destination == nil, diagnosis.newerEntry == nil {
        try output.line()
        try Diagnosis.field("next", diagnosis.next, .cyan, to: output)
      }
    }
    let copy = try destination.map { try salvaged(file, to: $0) }
    _ = try output.lineUnlessText(diagnosis.json(copy?.end), format)
    if diagnosis.newerEntry != nil { return .incompatible }
    guard let copy, let destination else { return diagnosis.isSound ? .expected : .damaged }
    if format == .text {
      try Diagnosis.field("written", "\(destination), to entry \(copy.end.sequence)", to: output)
    }
    for finding in copy.verification.findings {
      output.problem("\(destination): \(finding.problem)")
    }
    guard copy.verification.isIntact else { return .damaged }
    output.note("\(destination): intact; keep its anchor elsewhere\nanchor \(copy.end)")
    return .expected
  }

  private static func salvaged(
    _ file: JournalFile, to destination: String
  ) throws -> SalvagedCopy {
    do {
      return try SalvagedCopy(of: file.history, to: destination)
    } catch StoreError.damaged(let reason, _) {
      throw CommandFailure(.damaged, "nothing of '\(file.history.path)' can be saved: \(reason)")
    }
  }
}

/// What is wrong with a journal, and how much of it is sound.
private struct Diagnosis {
  private static let findingsShown = 5
  /// A finding that names a long value takes so many lines of a terminal at most.
  private static let linesShown = 3
  private static let nameWidth = 11
  private static let passedOver =
    "the app goes on from its newest checkpoint: the damage lies before it"

  private let path: String
  private let checked: Verification
  private var findings: [Verification.Finding] { checked.findings }
  var newerEntry: Int64? { checked.newerEntry }
  private let fold: HistoryFold
  /// Where the entries start, and the last one that the file speaks of.
  private let base: Int64
  private let newest: Int64?
  private let tree: String
  /// How its first entry says that it is in the place of another file.
  private let begun: String?
  /// Whether a launch reads none of what is damaged, and so goes on in the file.
  private let isPassedOver: Bool

  var isSound: Bool { findings.isEmpty && newerEntry == nil }
  private var saved: Int64 { max(0, fold.position.sequence - base) }

  init(_ path: String, _ file: JournalFile) throws {
    self.path = path
    checked = try Verification(of: file.history, checksPages: true)
    var fold = HistoryFold()
    _ = fold.walkSoundPart(of: file.history)
    self.fold = fold
    // Of a damaged file what can be read is told; the finding says what cannot be.
    base = (try? file.history.base().sequence) ?? 0
    newest = try? file.history.head().sequence
    begun = base == .max ? nil : try? file.history.entry(at: base + 1)?.newFile
    // What a launch cannot read it sets aside.
    isPassedOver = !checked.findings.isEmpty && (try? RestoredState(ofJournal: path)) != nil
    let session = try? file.session(ofEntryAt: fold.position.sequence)
    let table = try? file.table(of: session ?? nil)
    tree = (table ?? nil)?.notation(of: fold.state.tree) ?? fold.state.tree.description
  }

  func write(to output: Output) throws {
    if let newerEntry {
      try Self.field(
        "newer", "\(path), entry \(newerEntry) is of a newer version; use that version", .yellow,
        to: output)
    } else if isSound {
      try Self.field("sound", path, .green, to: output)
    } else {
      try Self.field("DAMAGED", path, .red, to: output)
    }
    for (index, finding) in findings.prefix(Self.findingsShown).enumerated() {
      let place = finding.sequence > 0 ? "entry \(finding.sequence): " : ""
      let text = shortened(place + finding.problem, lines: Self.linesShown, output)
      try Self.field(index == 0 ? "wrong" : "", text, .red, to: output)
    }
    if findings.count > Self.findingsShown {
      try Self.field("", "and \(findings.count - Self.findingsShown) more", .red, to: output)
    }
    let end = fold.position
    try Self.field(
      "sound to",
      saved == 0
        ? "no entry" : "entry \(end.sequence) (\(counted(saved, "entry", "entries")), \(end))",
      to: output)
    if let newest, newest > end.sequence, newerEntry == nil {
      try Self.field(
        "behind it",
        "up to \(counted(newest - end.sequence, "entry", "entries")) that cannot be "
          + "relied on", .yellow, to: output)
    }
    if isPassedOver { try Self.field("launch", Self.passedOver, .yellow, to: output) }
    if let begun { try Self.field("begun", begun, .yellow, to: output) }
    if let missing = checked.missingWords {
      try Self.field("missing", missing, .yellow, to: output)
    }
    if saved > 0 {
      try Self.field("on screen", shortened(tree, lines: 1, output), to: output)
      let (waiting, actions) = (fold.state.waiting.count, fold.state.actions.count)
      try Self.field(
        "pending", "\(counted(waiting, "request")), \(counted(actions, "action"))", to: output)
    }
  }

  /// The same for programs.
  ///
  /// - Parameter written: where the copy ends, if one was written.
  func json(_ written: JournalAnchor?) -> JSON {
    let word = newerEntry != nil ? "newer" : isSound ? "sound" : "damaged"
    let wrong = findings.map { finding in
      JSON.members(["sequence": .int(finding.sequence), "problem": .string(finding.problem)])
    }
    return .members([
      "file": .string(path), "result": .string(word), "findings": .array(wrong),
      "newer_entry": .number(newerEntry), "entries": .int(saved),
      "anchor": .string(fold.position.description), "newest": .number(newest),
      "begun": .text(begun), "missing": .int(Int64(checked.missing?.count ?? 0)),
      "on_screen": .string(tree), "waiting": .int(Int64(fold.state.waiting.count)),
      "actions": .int(Int64(fold.state.actions.count)),
      "written": .text(written?.description), "next": .string(next),
    ])
  }

  var next: String {
    let name = quotedForShell(path)
    if isSound { return "route-replay \(name)" }
    if saved > 0 {
      return "route-replay doctor \(name) --salvage \(quotedForShell(path + "-salvaged"))"
    }
    return isPassedOver
      ? "keep a copy; \(Self.passedOver)"
      : "keep the file; the app sets it aside by itself and begins anew"
  }

  /// Cut in the middle to so many lines of a terminal; whole where nobody looks at one.
  private func shortened(_ text: String, lines: Int, _ output: Output) -> String {
    let width = output.width.map { max(20, $0 - Self.nameWidth) * lines }
    return width.map { elided(visible(text), toWidth: $0) } ?? text
  }

  static func field(
    _ name: String, _ text: String, _ ink: Ink? = nil, to output: Output
  ) throws {
    try output.field(name, text, ink: ink, nameWidth: nameWidth)
  }
}
