import RouteEngine
import RouteReplay
import RouteStore

/// A journal that a command reads: opened without touching it, and what its format means for the
/// exit status.
struct JournalFile {
  let history: History
  /// `expected`, or `incompatible` when a newer version wrote the file: then not everything in it
  /// could be shown.
  let status: ExitStatus

  /// The note on standard error for a file of a newer format; nil for any other.
  let newerNote: String?

  /// Opens a journal. Throws when it cannot be read, and when it holds no entries because it was
  /// copied without its log: whatever a command said of such a file would be false.
  ///
  /// - Parameters:
  ///   - isDamaged: whether it is to be read as far as it goes.
  ///   - files: how many files are read at the same time, this one among them.
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
            + inQuotes("route-replay import --journal NEW \(quotedForShell(path))")
            + " makes the journal of them")
      }
      throw CommandFailure(error)
    }
    history.readers = readersAhead(inEachOf: files)
    // A damaged journal has an end that cannot be read; the code that reads it reports the damage.
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

  /// Whether a file begins as 'export --format jsonl' begins one.
  private static func holdsLines(_ path: String) -> Bool {
    // A pipe would be waited for.
    guard FileFacts(path: path)?.isRegular == true else { return false }
    let start = Array("{\"format\":\"\(JournalLine.format)\"".utf8)
    // The caller tells already that the file cannot be used.
    return (try? FilePath.firstBytes(start.count, of: path)) == start
  }

  /// Opens a journal; says on standard error when it is of a newer format, and shows there how far
  /// long walks over its entries have come.
  init(_ path: String, output: Output, isDamaged: Bool = false) throws(CommandFailure) {
    try self.init(path, isDamaged: isDamaged)
    showWalks(on: output)
    if let newerNote { output.problem(newerNote) }
  }

  /// The session with that number; for `last` the app's last, so that work on the journal by prune,
  /// redact or actions hides nothing of it.
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

  /// The failure of a command that needs a session of a file that has none.
  private func withoutSessions() throws -> CommandFailure {
    guard try history.head().sequence > history.base().sequence else {
      return CommandFailure.usage("the journal has no entries yet, and so no session")
    }
    let doctor = inQuotes("route-replay doctor \(quotedForShell(history.path))")
    return CommandFailure.damaged(
      "'\(history.path)' has entries, but no session that they are of: \(doctor) tells what can be "
        + "saved")
  }

  /// The state after the entry at a sequence.
  func state(at sequence: Int64) throws -> RouteState {
    try HistoryFold.state(at: sequence, of: history)
  }

  /// The newest route table of a session; nil when the journal does not hold it or it cannot be
  /// built.
  func table(of session: SessionRow?) throws -> RouteTable? {
    try session?.tableDigest.flatMap(history.table(digest:))
  }

  /// The route table that an entry was written with; nil as for a session's.
  func table(at sequence: Int64) throws -> RouteTable? {
    try history.tableDigest(at: sequence).flatMap(history.table(digest:))
  }

  /// Why a query cannot be answered: the file's own fault, when it or the message names what the
  /// file ought to have and has not.
  func failure(of query: String, _ message: String) -> CommandFailure {
    // Words for a failure that is told anyhow.
    let problem = ((try? history.schemaDifferences()) ?? []).first { difference in
      let name = Array(difference.name.utf8)
      return difference.isOfTable && (query.utf8.contains(name) || message.utf8.contains(name))
    }
    if let problem {
      let path = quotedForShell(history.path)
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

  /// The bounds that the session of an entry ran with; the standard ones when its first entry is
  /// gone.
  func limits(ofEntryAt sequence: Int64) throws -> RouteLimits {
    // Of a session whose first entry cannot be understood the limits are the usual ones.
    guard let session = try session(ofEntryAt: sequence),
      let row = try history.entry(at: session.firstSequence),
      let first = try? JournalEntry(decoding: row)
    else { return .standard }
    return first.limits
  }

  /// The session that an entry belongs to.
  func session(ofEntryAt sequence: Int64) throws -> SessionRow? {
    try history.sessions().last { $0.firstSequence <= sequence }
  }
}

/// Whether a file that holds nothing says that a log belongs to it, which is not there, or of which
/// nothing could be read.
private func lacksItsLog(_ path: String) -> Bool {
  FileFacts(path: path + "-wal")?.size != 0 && isInWALMode(path)
}

/// Whether a database's header says that it is used with a write-ahead log (SQLite, "Database File
/// Format", 1.3: the read version at offset 19 is 2).
private func isInWALMode(_ path: String) -> Bool {
  // A file that cannot be read here was read as a journal before.
  let header = (try? FilePath.firstBytes(20, of: path)) ?? []
  return header.count == 20 && header[19] == 2
}

/// Arguments and options that reading commands share.
enum ReadingOptions {
  static let file = Argument.one("FILE", kind: .file, "the journal to read")
  static let files = Argument.many("FILE", kind: .file, "the journals to read")
  static let session = Option.text(
    "session", value: "N|last",
    "only this session; last is the app's last, whatever was done to the file since")
}
