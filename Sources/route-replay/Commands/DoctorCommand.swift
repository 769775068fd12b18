import RouteEngine
import RouteStore

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
      it gets its name, and nothing is overwritten. The exit status is 3 when the journal is \
      damaged, and 0 when it is sound or could be salvaged.
      """,
    arguments: [ReadingOptions.file], options: [salvage],
    example: Command.Example(
      "route-replay doctor app.journal-damaged-1 --salvage saved.journal",
      "Saves what can be saved of a file that an app has set aside.")
  ) { arguments, output in
    let path = arguments[ReadingOptions.file]
    let file = try JournalFile(path, output: output, isDamaged: true)
    guard file.status == .expected else { return file.status }
    let diagnosis = try Diagnosis(path, file)
    try diagnosis.write(to: output)
    if diagnosis.newerEntry != nil { return .incompatible }
    guard let destination = arguments[salvage] else {
      try output.line()
      try diagnosis.writeNext(to: output)
      return diagnosis.isSound ? .expected : .damaged
    }
    let copy: SalvagedCopy
    do {
      copy = try SalvagedCopy(of: file.history, to: destination)
    } catch StoreError.damaged(let reason, _) {
      throw CommandFailure(.damaged, "nothing of '\(path)' can be saved: \(reason)")
    }
    try Diagnosis.field("written", "\(destination), to entry \(copy.end.sequence)", to: output)
    for finding in copy.verification.findings {
      output.problem("\(destination): \(finding.problem)")
    }
    guard copy.verification.isIntact else { return .damaged }
    output.note("\(destination): intact; keep its anchor elsewhere\nanchor \(copy.end)")
    return .expected
  }
}

/// What is wrong with a journal, and how much of it is sound.
private struct Diagnosis {
  private static let findingsShown = 5

  private let path: String
  private let findings: [Verification.Finding]
  let newerEntry: Int64?
  private let fold: HistoryFold
  /// Where the entries start, and the last one that the file speaks of.
  private let base: Int64
  private let newest: Int64?
  private let tree: String

  var isSound: Bool { findings.isEmpty && newerEntry == nil }
  private var saved: Int64 { max(0, fold.position.sequence - base) }

  init(_ path: String, _ file: JournalFile) throws {
    self.path = path
    let checked = try Verification(of: file.history, checksPages: true)
    (findings, newerEntry) = (checked.findings, checked.newerEntry)
    var fold = HistoryFold()
    _ = fold.walkSoundPart(of: file.history)
    self.fold = fold
    base = (try? file.history.base().sequence) ?? 0
    newest = try? file.history.head().sequence
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
      try Self.field(index == 0 ? "wrong" : "", place + finding.problem, .red, to: output)
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
    if saved > 0 {
      try Self.field("on screen", tree, to: output)
      let (waiting, actions) = (fold.state.waiting.count, fold.state.actions.count)
      try Self.field(
        "pending", "\(counted(waiting, "request")), \(counted(actions, "action"))", to: output)
    }
  }

  func writeNext(to output: Output) throws {
    let next =
      isSound
      ? "route-replay \(path)"
      : saved > 0
        ? "route-replay doctor \(path) --salvage \(path)-salvaged"
        : "keep the file; the app sets it aside by itself and begins anew"
    try Self.field("next", next, .cyan, to: output)
  }

  static func field(
    _ name: String, _ text: String, _ ink: Ink? = nil, to output: Output
  ) throws {
    try output.field(name, text, ink: ink, nameWidth: 11)
  }
}
