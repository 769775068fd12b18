/// A journal as it is at one moment, for several readers that open it by its path.
///
/// It is the file itself if the file had no owner when it was sealed and nothing has to be
/// recovered. Otherwise it is a private copy that is removed with this object, so that no reader
/// keeps an owner's log from being emptied, and all readers find the same content.
package final class SealedHistory {
  /// The journal.
  package let history: History
  private let copy: ScratchJournal?

  /// Seals a journal.
  ///
  /// Throws `damaged` when the file is not as its format says, and other cases of `StoreError` when
  /// there can be no copy.
  package init(_ original: History) throws(StoreError) {
    let isItself = !original.file.isBesideOwner && !original.file.isCopy
    copy = isItself ? nil : try ScratchJournal(copying: original)
    history = if let copy { try History(path: copy.path) } else { original }
    if let difference = try history.schemaDifferences().first {
      throw .damaged(reason: "it is not as its format says: \(difference)", sequence: nil)
    }
  }

  /// To be called after the reading: throws `busy` when somebody began to write meanwhile, so that
  /// what was read may not be of one moment.
  package func check() throws(StoreError) { try history.file.check() }
}

@available(*, unavailable)
extension SealedHistory: Sendable {}
