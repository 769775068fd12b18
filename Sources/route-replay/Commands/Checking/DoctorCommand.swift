import RouteEngine
import RouteReplay
import RouteStore
import TextTerminal

enum DoctorCommand {
  static let salvage = Option<String?>.text(
    "salvage", value: "OUT", kind: .output, "write what can be saved to this new file")

  static let command = Command(
    name: "doctor",
    summary: "shows what is wrong with a journal and how much of it can be saved",
    discussion: """
      Shows on one screen the result of every check, the entry up to which the journal is intact, \
      and the state there. The file itself is never changed.

      With --salvage the longest beginning that passes every check is written to a new file: \
      entries, checkpoint, private values, and the rows that belong to them. The new file is \
      checked before it gets its name, and no file is overwritten. When a pruned journal is \
      damaged before the entry that says what was pruned, no file is written; 'log --to' still \
      lists the sound entries. A route table that cannot be read costs no entry: the missing table \
      is named, and 'rerun' and 'what-if' take one with --routes. The exit status is 3 when the \
      journal is damaged or a route table is missing in the copy, and 0 when the journal is sound \
      or its sound part was written.

      On a terminal long values are shortened; the formats for programs have them in full.
      """,
    arguments: [ReadingOptions.file], options: [salvage, CommonOptions.report],
    example: Command.Example(
      "route-replay doctor app.journal-damaged-1 --salvage saved.journal",
      "Saves what can be saved of a file that an app has set aside.")
  ) { arguments, output in
    let path = arguments[ReadingOptions.file]
    let file = try JournalFile(path, output: output, isDamaged: true)
    guard file.status == .expected else { return file.status }
    return try file.history.atOneMoment { try diagnose(path, file, arguments, output) }
  }

  @MainActor
  private static func diagnose(
    _ path: String, _ file: JournalFile, _ arguments: ParsedArguments, _ output: Output
  ) throws -> ExitStatus {
    let diagnosis = try Diagnosis(path, file)
    let destination = diagnosis.newerEntry == nil ? arguments[salvage] : nil
    var report = diagnosis.report
    report.status =
      diagnosis.newerEntry != nil ? .incompatible : diagnosis.isSound ? .expected : .damaged
    if destination == nil, diagnosis.newerEntry == nil {
      report.space()
      if diagnosis.endsInCommand {
        report.commands([diagnosis.next])
      } else {
        report.field("next", diagnosis.next, .cyan)
      }
    }
    // The diagnosis is also printed when nothing can be saved; the failure is thrown afterwards.
    let salvaging = Result { try destination.map { try salvaged(file, diagnosis, to: $0) } }
    let copy = (try? salvaging.get()) ?? nil
    if let copy, let destination {
      report.field("written", "\(destination), to entry \(copy.end.sequence)")
      for finding in copy.verification.findings {
        report.problem("\(destination): \(finding.problem)")
      }
      report.status = copy.verification.isIntact ? .expected : .damaged
    }
    report.add(["written": copy?.end.description, "next": diagnosis.next])
    let status = try output.print(report, arguments[CommonOptions.report])
    _ = try salvaging.get()
    if let copy, let destination, copy.verification.isIntact {
      output.note("\(destination): intact; keep this anchor in another place\nanchor \(copy.end)")
    }
    return status
  }

  private static func salvaged(
    _ file: JournalFile, _ diagnosis: Diagnosis, to destination: String
  ) throws -> SalvagedCopy {
    do {
      return try SalvagedCopy(of: file.history, to: destination)
    } catch StoreError.damaged(let reason, _) {
      let rest = diagnosis.listing.map { "; \($0)" } ?? ""
      throw CommandFailure.damaged(
        "nothing of '\(file.history.path)' can be saved: \(reason)\(rest)")
    }
  }
}

/// The problems of a journal, and the extent of its sound part.
private struct Diagnosis {
  private static let findingsShown = 5
  /// The most lines of a terminal for a finding that names a long value.
  private static let linesShown = 3
  private static let passedOver =
    "the app goes on using this file: a launch does not find the damage"

  private let path: String
  private let checked: Verification
  private var findings: [Verification.Finding] { checked.findings }
  var newerEntry: Int64? { checked.newerEntry }
  private let fold: HistoryFold
  /// The position at which the entries start; then the last entry that the file mentions.
  private let base: Int64
  private let newest: Int64?
  private let tree: String
  /// The statement of its first entry that it replaces another file.
  private let begun: String?
  /// Whether a launch continues in the file despite the damage, because it does not read or skips
  /// the damaged part.
  private let isPassedOver: Bool
  /// Whether the sound part itself states its beginning, which a copy of it needs.
  private let isBeginningTold: Bool

  var isSound: Bool { findings.isEmpty && newerEntry == nil }
  private var saved: Int64 { max(0, fold.position.sequence - base) }

  init(_ path: String, _ file: JournalFile) throws {
    self.path = path
    checked = try Verification(of: file.history, checksPages: true)
    var fold = HistoryFold()
    var (first, pruning): (JournalEntry?, JournalEntry?) = (nil, nil)
    _ = fold.walkSoundPart(of: file.history) { entry, _ in
      first = first ?? entry
      if entry.pruned != nil { pruning = entry }
    }
    self.fold = fold
    // The readable part of a damaged file is reported; the finding states the unreadable part.
    base = (try? file.history.base().sequence) ?? 0
    newest = try? file.history.head().sequence
    begun = base == .max ? nil : try? file.history.entry(at: base + 1)?.newFile
    // The last entry that was walked may be the wrong one.
    let isPruned = pruning.map { $0.sequence <= fold.position.sequence } ?? false
    // The row of a session cannot be made from its entries if the first is missing. If no row can
    // be read, there is none.
    let hasRow = try? file.history.sessions().contains { $0.number == first?.session }
    isBeginningTold =
      base == 0 || begun != nil
      || isPruned && pruning?.pruned?.through == base
        && (first?.kind == .began || hasRow == true)
    // A launch sets aside a journal that it cannot read, and one that could refuse its rows.
    isPassedOver =
      !checked.findings.isEmpty && (try? RestoredState(ofJournal: path)) != nil
      && (try? file.history.refusesRows) == false
    let session = try? file.session(ofEntryAt: fold.position.sequence)
    let table = try? file.table(of: session ?? nil)
    tree = (table ?? nil)?.notation(of: fold.state.tree) ?? fold.state.tree.description
  }

  /// The output of the command, except for the written file and the next steps.
  var report: Report {
    var report = Report()
    let word = newerEntry != nil ? "newer" : isSound ? "sound" : "damaged"
    if let newerEntry {
      report.field(
        word, "\(path), entry \(newerEntry) is of a newer version; use that version", .yellow)
    } else {
      report.field(isSound ? word : "DAMAGED", path, isSound ? .green : .red)
    }
    report.fields(
      "wrong", findings.prefix(Self.findingsShown).map(\.words), .red, lines: Self.linesShown)
    if findings.count > Self.findingsShown {
      report.field("", "and \(findings.count - Self.findingsShown) more", .red)
    }
    let end = fold.position
    report.field(
      "sound to",
      saved == 0
        ? "no entry" : "entry \(end.sequence) (\(counted(saved, "entry", "entries")), \(end))")
    if let newest, newest > end.sequence, newerEntry == nil {
      let follow = counted(
        newest - end.sequence, "entry follows; it cannot be relied on",
        "entries follow; they cannot be relied on")
      report.field("behind it", "up to \(follow)", .yellow)
    }
    if isPassedOver { report.field("launch", Self.passedOver, .yellow) }
    report.field("begun", begun, .yellow)
    report.field("missing", checked.missingWords, .yellow)
    let (waiting, actions) = (fold.state.waiting.count, fold.state.actions.count)
    if saved > 0 {
      report.field("on screen", tree, lines: 1)
      report.field("pending", "\(counted(waiting, "request")), \(counted(actions, "action"))")
    }
    report.add([
      "file": path, "result": word,
      "findings": findings.map { finding in
        JSON.members(["sequence": finding.sequence, "problem": finding.problem])
      },
      "newer_entry": newerEntry, "entries": saved, "anchor": end.description, "newest": newest,
      "begun": begun, "missing": checked.missing?.count ?? 0, "on_screen": tree,
      "waiting": waiting, "actions": actions,
    ])
    return report
  }

  /// Whether the next step is a command, and not advice.
  var endsInCommand: Bool { isSound || saved > 0 && isBeginningTold }

  /// The command that shows the sound entries of the file itself; nil when there are none.
  var listing: String? {
    saved > 0 ? "'log --to \(fold.position.sequence)' lists what is sound" : nil
  }

  var next: String {
    let name = pathForShell(path)
    if isSound { return "route-replay \(name)" }
    if endsInCommand {
      return "route-replay doctor \(name) --salvage \(pathForShell(path + "-salvaged"))"
    }
    if let listing {
      return "keep the file: nothing in its sound part says how it begins, and a copy would be "
        + "damaged too; \(listing)"
    }
    return isPassedOver
      ? "keep a copy; \(Self.passedOver)"
      : "keep the file; the app sets it aside by itself and begins a new one"
  }
}
