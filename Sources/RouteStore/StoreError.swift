/// Every error of the store, as a value.
///
/// Errors caused by a file or by the system never trap; each says what is wrong and what to do next
/// (``description``). A trap in this module means a violated invariant of the package itself.
public enum StoreError: Error, Sendable, Hashable {
  /// The file or its folder could not be opened or created.
  case cannotOpen(path: String, reason: String)
  /// There is no file at the path.
  case missing(path: String)
  /// The file is there, but it is not a journal.
  case notAJournal(path: String, reason: String)
  /// A newer version of the format wrote the file; it was left as it was.
  case newerFormat(found: Int64, supported: Int64)
  /// An entry has content that only a newer version knows; the file was left as it was.
  case newerEntry(sequence: Int64)
  /// A migration that the file records differs from the one built in.
  case editedMigration(identifier: String)
  /// Another process, or another session of this process, owns the journal.
  case owned(path: String)
  /// The file cannot be used at this moment: another connection kept it locked, it changed while it
  /// was being read, or a damaged file beside it waits for a launch.
  case busy(reason: String)
  /// The disk, or the quota, is full; nothing of the batch was written.
  case diskFull
  /// The device keeps the file locked until its user unlocks the device: for the first time since
  /// its start, or each time, depending on the file's protection.
  case locked(path: String)
  /// The file, its folder or the connection does not allow writing.
  case readOnly(path: String)
  /// The file was deleted, moved or replaced under the open journal.
  case moved(path: String)
  /// Another session has written to the journal since this one last had it.
  case overtaken(path: String)
  /// The content contradicts itself; `sequence` is the first bad entry where one can be named.
  case damaged(reason: String, sequence: Int64?)
  /// The system failed to read or write; `code` is SQLite's extended result code or `errno`.
  case inputOutput(code: Int32, message: String)
  /// A destination that must not be overwritten exists already.
  case alreadyExists(path: String)
  /// The request is not allowed: for example a query that is not one reading statement, or a link
  /// with a secret for a drop box.
  case refused(reason: String)
  /// A query is not valid SQL, or names an item that the file does not have.
  case invalidQuery(message: String)
  /// A bound was reached: by a query or another statement over a file, by an entry, or by a link
  /// for a drop box. `advice` is the sentence that says what to do next.
  case limitReached(reason: String, advice: String = "Ask for less.")
  /// Any other error of SQLite, with its extended result code and message.
  case sqlite(code: Int32, message: String)
}

extension StoreError: CustomStringConvertible {
  /// The reason that a folder is not a journal.
  package static let folderReason = "it is a folder"

  /// The problem, and what to do next.
  public var description: String {
    switch self {
    case .cannotOpen(let path, let reason):
      "cannot open '\(path)': \(reason). Check the path and the permissions of its folder."
    case .missing(let path):
      "there is no file at '\(path)'. Check the path."
    case .notAJournal(let path, Self.folderReason):
      "'\(path)' is a folder. Name a file in it."
    case .notAJournal(let path, let reason):
      "'\(path)' is not a journal: \(reason). Name a file that the library wrote."
    case .newerFormat(let found, let supported):
      "the journal has format \(found), this version knows \(supported). "
        + "Use the version that wrote it, or a newer one; the file was left as it was."
    case .newerEntry(let sequence):
      "entry \(sequence) was written by a newer version. "
        + "Use that version; the file was left as it was."
    case .editedMigration(let identifier):
      "another, unreleased version made the journal, with another migration '\(identifier)': "
        + "use that version, or move the file away and begin a new journal."
    case .owned(let path):
      "'\(path)' is owned by another session. Quit the program that uses it. In this process, "
        + "release the session that uses it; its end is not enough. The file can be read "
        + "meanwhile."
    case .busy(let reason):
      "the journal is busy: \(reason). Try again."
    case .diskFull:
      "the disk is full. Free some space and try again."
    case .locked(let path):
      "'\(path)' cannot be opened before the device is unlocked. "
        + "A session waits for that by itself. Without a session, try again after that."
    case .readOnly(let path):
      "'\(path)' cannot be written to. Check its permissions and those of its folder, or only read "
        + "it."
    case .moved(let path):
      "'\(path)' was deleted, moved or replaced while it was open. A session continues by "
        + "itself when the file is back or no other file is in its place. Without a session, open "
        + "the journal again."
    case .overtaken(let path):
      "another session has written to '\(path)' since this session last did. "
        + "Launch again to continue from there."
    case .damaged(let reason, let sequence):
      "the journal is damaged\(sequence.map { " at entry \($0)" } ?? ""): \(reason). "
        + "Work on a copy, and salvage what comes before."
    case .inputOutput(_, let message):
      "reading or writing failed (\(code ?? "")): \(message). Check the disk. A session continues "
        + "by itself. Without a session, open the journal again."
    case .alreadyExists(let path):
      "'\(path)' exists already. Choose another name, or remove it first."
    case .refused(let reason):
      "not allowed: \(reason)."
    case .invalidQuery(let message):
      "the query is not valid: \(message). "
        + (message.hasPrefix("no such ")
          ? "Check it against the documented tables and views." : "Correct the query.")
    case .limitReached(let reason, let advice):
      "stopped: \(reason). \(advice)"
    case .sqlite(_, let message):
      "SQLite failed (\(code ?? "")): \(message). Keep the file and report this."
    }
  }
}
