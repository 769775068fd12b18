import RouteEngine
import RouteReplay
import RouteStore

extension CommandFailure {
  /// What any error comes to.
  init(of error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as any FailingError: self = error.failure
    case let error as StoreError: self.init(error)
    case let error as EntryError: self.init(error)
    case let error as Rehearsal.Failure: self.init(error.status, error.description, error.hint)
    case let error as ExportedSession.Failure:
      self.init(error.status, error.description, error.hint)
    case let error as AppSiteAssociation.Failure:
      self.init(.usage, error.description, error.hint)
    case let error as Rerun.Failure: self.init(.definitionsMissing, error.description, error.hint)
    default: self.init(.unreadable, "\(error)")
    }
  }

  /// What a library said, and what to do about it with this program.
  private init(_ status: ExitStatus, _ message: String, _ hint: String?) {
    self.init(status, message + (hint.map { "; \($0)" } ?? ""))
  }

  /// What the storage said, with the exit status that stands for it.
  init(_ error: StoreError) {
    let status: ExitStatus =
      switch error {
      case .newerFormat, .newerEntry, .editedMigration: .incompatible
      case .damaged: .damaged
      case .refused, .invalidQuery: .usage
      case .cannotOpen, .missing, .notAJournal, .owned, .busy, .diskFull, .readOnly, .moved,
        .overtaken, .inputOutput, .alreadyExists, .limitReached, .sqlite:
        .unreadable
      }
    if case .damaged(let reason, let sequence) = error {
      self.init(status, Self.damage(reason, at: sequence))
    } else if case .missing(let path) = error, let aside = AsideMark(beside: path).files.first {
      self.init(
        status,
        "'\(path)' was set aside as '\(aside)', and its app has not begun a new one yet: 'doctor' "
          + "tells what can be saved of it")
    } else {
      self.init(status, error.description)
    }
  }

  /// What can still be had of a damaged journal.
  private static func damage(_ reason: String, at sequence: Int64?) -> String {
    let place = sequence.map { " at entry \($0)" } ?? ""
    let rest = sequence.flatMap { $0 > 1 ? "'log --to \($0 - 1)' lists what comes before; " : nil }
    return "the journal is damaged\(place): \(reason). Work on a copy: \(rest ?? "")"
      + "'doctor' tells what can be saved"
  }

  /// An entry that this version cannot understand, or that cannot be what was written.
  init(_ error: EntryError) {
    if error.isNewer {
      self.init(.incompatible, error.description)
    } else {
      self.init(.damaged, "\(error); check the file with 'verify', and work on a copy")
    }
  }
}

extension AppSiteAssociation.Failure {
  fileprivate var hint: String? {
    switch self {
    case .severalApps: "choose one with '--app'"
    case .mistakes, .otherApps: nil
    }
  }
}

extension Rerun.Failure {
  fileprivate var hint: String? {
    switch self {
    case .tableMissing: "give one with --routes"
    case .tableBroken: nil
    }
  }
}

extension Rehearsal.Failure {
  fileprivate var hint: String? {
    switch self {
    case .tableMissing: "give one with --routes"
    case .pruned, .step: nil
    }
  }

  fileprivate var status: ExitStatus {
    switch self {
    case .pruned: .incompatible
    case .tableMissing: .definitionsMissing
    case .step: .difference
    }
  }
}

extension ExportedSession.Failure {
  fileprivate var hint: String? {
    switch self {
    case .pruned: "'sessions' lists the others"
    case .beginsLater: "give a later '--through'"
    case .outage(_, let entry), .adoption(_, let entry):
      "'--through \(entry - 1)' exports what came before it"
    case .tableMissing, .maintenance: nil
    }
  }

  fileprivate var status: ExitStatus {
    switch self {
    case .tableMissing: .definitionsMissing
    case .pruned, .outage, .adoption: .incompatible
    case .beginsLater, .maintenance: .usage
    }
  }
}
