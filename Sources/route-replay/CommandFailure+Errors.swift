import RouteEngine
import RouteStore

extension CommandFailure {
  /// What the storage said, with the exit status that stands for it.
  init(_ error: StoreError) {
    let status: ExitStatus =
      switch error {
      case .newerFormat, .newerEntry, .editedMigration: .incompatible
      case .damaged: .damaged
      case .refused, .invalidQuery: .usage
      case .cannotOpen, .missing, .notAJournal, .owned, .busy, .diskFull, .readOnly, .moved,
        .inputOutput, .alreadyExists, .limitReached, .sqlite:
        .unreadable
      }
    self.init(status, error.description)
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
