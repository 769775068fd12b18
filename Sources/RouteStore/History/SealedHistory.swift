/// A journal with the content of one moment, for several readers that open it by its path.
///
/// It is the file itself if the file had no owner when it was sealed and needs no recovery.
/// Otherwise it is a private copy that is removed with this object. So no reader keeps an owner's
/// log from being emptied, and all readers find equal content.
package final class SealedHistory {
  /// The journal.
  package let history: History
  private let copy: ScratchJournal?

  /// Seals a journal.
  ///
  /// Throws `damaged` when the file does not match its format, and other cases of `StoreError` when
  /// it cannot be copied.
  package init(_ original: History) throws(StoreError) {
    let isItself = !original.file.isBesideOwner && !original.file.isCopy
    copy = isItself ? nil : try ScratchJournal(copying: original)
    history = if let copy { try History(path: copy.path) } else { original }
    if let difference = try history.schemaDifferences().first {
      throw .damaged(reason: "it is not as its format says: \(difference)", sequence: nil)
    }
  }

  /// To be called after reading: throws `busy` when another process began to write meanwhile, so
  /// that the content that was read may not be of one moment.
  package func check() throws(StoreError) { try history.file.check() }
}

@available(*, unavailable)
extension SealedHistory: Sendable {}
