import RouteEngine
import RouteReplay
import RouteStore
import TextTerminal

extension CommandFailure {
  /// The failure of a command for an error.
  init(of error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as any FailingError: self = error.failure
    case let error as StoreError: self.init(error)
    case let error as EntryError: self.init(error)
    default: self.init(.unreadable, "\(error)")
    }
  }

  /// The storage's message, with its exit status. It is one line, also when it quotes a file.
  init(_ error: StoreError) {
    let status: ExitStatus =
      switch error {
      case .newerFormat, .newerEntry, .editedMigration: .incompatible
      case .damaged: .damaged
      case .refused, .invalidQuery: .usage
      case .cannotOpen, .missing, .notAJournal, .owned, .busy, .diskFull, .locked, .readOnly,
        .moved, .overtaken, .inputOutput, .alreadyExists, .limitReached, .sqlite:
        .unreadable
      }
    if case .damaged(let reason, let sequence) = error {
      self.init(status, visible(Self.damage(reason, at: sequence)))
    } else if case .invalidQuery(let message) = error, message.hasPrefix("no such ") {
      self.init(
        status,
        visible(
          "the query is not valid: \(message). 'sql --schema' lists relations and columns, and "
            + "'sql --help' the functions"))
    } else if case .notAJournal(let path, StoreError.folderReason) = error {
      let slash = path.utf8.last == UInt8(ascii: "/") ? "" : "/"
      self.init(
        status,
        visible(
          "'\(path)' is a folder. Name a file in it, or all where a command takes several: "
            + "'\(path)\(slash)*.journal'"))
    } else if case .missing(let path) = error, let aside = AsideMark(beside: path).files.first {
      self.init(
        status,
        visible(
          "'\(path)' was set aside as '\(aside)', and its app has not begun a new one yet: "
            + "'doctor' tells what can be saved of it"))
    } else {
      // A message of the program ends without a full stop, and a description of the library with
      // one.
      let words = error.description
      self.init(status, visible(words.hasSuffix(".") ? String(words.dropLast()) : words))
    }
  }

  /// The message about a damaged journal: the place of the damage, and the part that can be read.
  private static func damage(_ reason: String, at sequence: Int64?) -> String {
    let place = sequence.map { " at entry \($0)" } ?? ""
    let rest = sequence.flatMap { $0 > 1 ? "'log --to \($0 - 1)' lists what comes before; " : nil }
    return "the journal is damaged\(place): \(reason). Work on a copy: \(rest ?? "")"
      + "'doctor' tells what can be saved"
  }

  /// An entry that this version cannot understand, or that was altered.
  init(_ error: EntryError) {
    if error.isNewer {
      self.init(.incompatible, visible(error.description))
    } else {
      self.init(.damaged, visible("\(error); check the file with 'verify', and work on a copy"))
    }
  }
}

extension FailingError where Self: CustomStringConvertible {
  /// A library's message, with a hint at what to do about it with this program.
  fileprivate func failure(_ status: ExitStatus, _ hint: String? = nil) -> CommandFailure {
    CommandFailure(status, description + (hint.map { "; \($0)" } ?? ""))
  }
}

extension AppSiteAssociation.Failure: FailingError {
  var failure: CommandFailure {
    switch self {
    case .severalApps: failure(.usage, "choose one with '--app'")
    case .mistakes, .otherApps: failure(.usage)
    }
  }
}

extension Verification.Failure: FailingError {
  var failure: CommandFailure {
    switch self {
    case .newer: failure(.incompatible, "use that version")
    case .damaged: .damaged("\(visible(description)); 'doctor' tells what can be saved")
    }
  }
}

extension SessionCopy.Failure: FailingError {
  var failure: CommandFailure { failure(.incompatible, "'sessions' lists the others") }
}

extension Rerun.Failure: FailingError {
  var failure: CommandFailure {
    switch self {
    case .tableMissing: failure(.definitionsMissing, "give one with --routes")
    case .tableBroken: failure(.definitionsMissing)
    }
  }
}

extension Rehearsal.Failure: FailingError {
  var failure: CommandFailure {
    switch self {
    case .pruned: failure(.incompatible, "'rerun' decides what is left")
    case .tableMissing: failure(.definitionsMissing, "give one with --routes")
    case .step, .unsteady: failure(.difference)
    }
  }
}

extension ExportedSession.Failure: FailingError {
  var failure: CommandFailure {
    switch self {
    case .tableMissing: failure(.definitionsMissing)
    case .pruned: failure(.incompatible, "'sessions' lists the others")
    case .beginsLater: failure(.usage, "give a later '--through'")
    case .maintenance: failure(.usage)
    case .outage(_, let entry), .adoption(_, let entry):
      failure(.incompatible, "'--through \(entry - 1)' exports what came before it")
    }
  }
}
