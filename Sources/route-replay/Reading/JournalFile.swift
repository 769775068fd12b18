import RouteEngine
import RouteReplay
import RouteStore

/// A journal that a command reads: opened without changing it, with the effect of its format on the
/// exit status.
struct JournalFile {
  let history: History
  /// `expected`, or `incompatible` when a newer version wrote the file: then not all of its content
  /// could be shown.
  let status: ExitStatus

  /// The note on standard error for a file of a newer format; nil for any other.
  let newerNote: String?

  /// Opens a journal. Throws when it cannot be read, and when it has no entries because it was
  /// copied without its log: every answer about such a file would be wrong.
  ///
  /// - Parameters:
  ///   - isDamaged: whether to read as much of it as possible.
  ///   - files: the number of files that are read in parallel, including this one.
  init(_ path: String, isDamaged: Bool = false, among files: Int = 1) throws(CommandFailure) {
    do throws(StoreError) {
      history =
        isDamaged
        ? try History(salvaging: path, allowingNewer: true)
        : try History(path: path, allowingNewer: true)
    } catch {
      if isDamaged, case .damaged(let reason, _) = error {
        throw CommandFailure.damaged(
          "nothing of '\(path)' can be read: \(reason). Keep the file; its app sets it aside by "
            + "itself and begins anew")
      }
      if case .notAJournal = error, Self.holdsLines(path) {
        throw CommandFailure.unreadable(
          "'\(path)' has the lines of a journal: "
            + inQuotes("route-replay import --journal NEW \(pathForShell(path))")
            + " makes the journal of them")
      }
      throw CommandFailure(error)
    }
    history.readers = readersAhead(inEachOf: files)
    // The end of a damaged journal may be unreadable; the code that reads it reports the damage.
    if (try? history.head().sequence) == 0, lacksItsLog(history.path) {
      throw CommandFailure.damaged(
        "'\(path)' holds nothing; unless nothing was ever written, its entries are in "
          + "'\(path)-wal', which is missing or not whole: copy both files together")
    }
    guard history.format > History.newestFormat else {
      (status, newerNote) = (.expected, nil)
      return
    }
    status = .incompatible
    newerNote =
      "route-replay: '\(path)' has format \(history.format), this version knows "
      + "\(History.newestFormat): only what it knows is shown; use a newer version for the rest"
  }

  /// Whether a file begins like an output of 'export --format jsonl'.
  private static func holdsLines(_ path: String) -> Bool {
    // Reading a pipe would block.
    guard FileFacts(path: path)?.isRegular == true else { return false }
    let start = Array("{\"format\":\"\(JournalLine.format)\"".utf8)
    // The caller already reports that the file cannot be used.
    return (try? FilePath.firstBytes(start.count, of: path)) == start
  }

  /// Opens a journal. Reports on standard error when it has a newer format, and shows there the
  /// progress of long walks over its entries.
  init(_ path: String, output: Output, isDamaged: Bool = false) throws(CommandFailure) {
    try self.init(path, isDamaged: isDamaged)
    showWalks(on: output)
    if let newerNote { output.problem(newerNote) }
  }

  /// The session with a number; for `last` the app's last session, so that maintenance by prune,
  /// redact or actions does not hide it.
  func session(_ word: String) throws -> SessionRow {
    let sessions = try history.sessions()
    guard let newest = sessions.last else { throw try withoutSessions() }
    if word == "last" { return sessions.last { !$0.isMaintenance } ?? newest }
    guard let number = Int64(word) else {
      throw CommandFailure.usage(
        "'--session' takes a number or 'last', not '\(word)'; 'sessions' lists them")
    }
    if let found = sessions.first(where: { $0.number == number }) { return found }
    let first = sessions[0].number
    guard number >= 1, number < first, try history.base().sequence > 0 else {
      throw CommandFailure.usage("there is no session \(number); the newest is \(newest.number)")
    }
    if let past = AdoptedPast(of: history) {
      throw CommandFailure.usage(
        "session \(number) lay \(past.place); this file goes on with session \(first)")
    }
    throw CommandFailure.incompatible(
      "there is no session \(number); those before session \(first) were pruned, and the newest is "
        + "\(newest.number)")
  }

  /// The failure of a command that needs a session when the file has none.
  private func withoutSessions() throws -> CommandFailure {
    guard try history.head().sequence > history.base().sequence else {
      return CommandFailure.usage("the journal has no entries yet, and so no session")
    }
    let doctor = inQuotes("route-replay doctor \(pathForShell(history.path))")
    return CommandFailure.damaged(
      "'\(history.path)' has entries, but no session that they are of: \(doctor) tells what can be "
        + "saved")
  }

  /// The state after the entry at a sequence.
  func state(at sequence: Int64) throws -> RouteState {
    try HistoryFold.state(at: sequence, of: history)
  }

  /// The newest route table of a session; nil when the journal does not contain it or it cannot be
  /// built.
  func table(of session: SessionRow?) throws -> RouteTable? {
    try session?.tableDigest.flatMap(history.table(digest:))
  }

  /// The route table with which an entry was written; nil as for a session's.
  func table(at sequence: Int64) throws -> RouteTable? {
    try history.tableDigest(at: sequence).flatMap(history.table(digest:))
  }

  /// The reason why a query cannot be answered. It is the file's fault if the query or the message
  /// names an item that the file should have but does not.
  func failure(of query: String, _ message: String) -> CommandFailure {
    // The words are for a failure that is reported anyway.
    let problem = ((try? history.schemaDifferences()) ?? []).first { difference in
      let name = Array(difference.name.utf8)
      return difference.isOfTable && (query.utf8.contains(name) || message.utf8.contains(name))
    }
    if let problem {
      let path = pathForShell(history.path)
      return CommandFailure.damaged(
        "'\(history.path)' is not as its format says: \(problem). "
          + inQuotes("route-replay doctor \(path) --salvage NEW")
          + " writes a copy that is whole")
    }
    if status == .incompatible, message.hasPrefix("no such ") {
      return CommandFailure.incompatible(
        "'\(history.path)' is of a newer format, and does not have it: \(message); use the version "
          + "that wrote it")
    }
    return CommandFailure(StoreError.invalidQuery(message: message))
  }

  /// The bounds of the session of an entry; the standard ones when its first entry is gone.
  func limits(ofEntryAt sequence: Int64) throws -> RouteLimits {
    // If a session's first entry cannot be understood, the standard limits are used.
    guard let session = try session(ofEntryAt: sequence),
      let row = try history.entry(at: session.firstSequence),
      let first = try? JournalEntry(decoding: row)
    else { return .standard }
    return first.limits
  }

  /// The session to which an entry belongs.
  func session(ofEntryAt sequence: Int64) throws -> SessionRow? {
    try history.sessions().last { $0.firstSequence <= sequence }
  }
}

/// Whether an empty file states that it has a log, which is missing or completely unreadable.
private func lacksItsLog(_ path: String) -> Bool {
  FileFacts(path: path + "-wal")?.size != 0 && isInWALMode(path)
}

/// Whether a database's header states that it uses a write-ahead log (SQLite, "Database File
/// Format", 1.3: the read version at offset 19 is 2).
private func isInWALMode(_ path: String) -> Bool {
  // A file that cannot be read here was already read as a journal.
  let header = (try? FilePath.firstBytes(20, of: path)) ?? []
  return header.count == 20 && header[19] == 2
}

/// Arguments and options of several reading commands.
enum ReadingOptions {
  static let file = Argument.one("FILE", kind: .file, "the journal to read")
  static let files = Argument.many("FILE", kind: .file, "the journals to read")
  static let session = Option.text(
    "session", value: "N|last",
    "only this session; last is the app's last one, without sessions of maintenance")
}
