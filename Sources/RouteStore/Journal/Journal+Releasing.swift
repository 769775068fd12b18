extension Journal {
  /// The file's path; nil in memory.
  package var path: String? {
    if case .file(let path) = location { path } else { nil }
  }

  /// Closes the file and gives up the right to write it, until ``retake()``. No lock is held then,
  /// so a system that ends processes for holding locks has no reason to.
  ///
  /// All content is in the file and its log is emptied, unless another connection reads it. A
  /// journal in memory is not changed. While it is released, it must not be read or written.
  package func release() throws(StoreError) {
    guard case .file = location else { return }
    if !isReleased { try close() }
    isReleased = true
    ownership = nil
  }

  /// Whether its file is open: not while it is released, nor after it was set aside or was gone,
  /// until there is a new one. A journal in memory is open.
  package var isOpen: Bool { location == .memory || !connection.path.isEmpty }

  /// Closes the file; an empty journal in memory replaces it.
  func close() throws(StoreError) {
    let nothing = try Connection(path: "", mode: .memory)
    try Migrator().migrate(nothing)
    statements = try JournalStatements(nothing)
    connection = nothing
  }

  /// Notes that entries were appended after those that could not be. Those that could not be are
  /// surely not in the file.
  package func forgetAttempt() { attempted = nil }

  /// Notes that the caller has undone the entries that could not be appended. A file that has them
  /// nevertheless is not continued.
  package func disownAttempt() { attempted = head }

  /// Opens a released file again, to continue where it was left, or after entries whose commit
  /// reported a failure but succeeded: ``head`` then says so.
  ///
  /// - Throws: `owned` while another session has it, `overtaken` when it does not end where this
  ///   session left it, `missing` when it is gone, and the errors of ``open(_:durability:)``; then
  ///   it is still released.
  package func retake() throws(StoreError) {
    guard case .file(let path) = location, isReleased else { return }
    if ownership == nil { ownership = try Ownership(of: path) }
    guard try FileFacts.known(at: path) != nil else { throw .missing(path: path) }
    let fresh = try Self.connect(path, durability: durability)
    let end = try Self.readHead(fresh)
    var isOurs = end == head
    if !isOurs, end == attempted { isOurs = try fresh.anchor(at: head.sequence) == head }
    guard isOurs else {
      ownership = nil  // another session has written to it
      throw .overtaken(path: path)
    }
    try resume(fresh, end)
  }

  /// Calls code that needs the right to write the file. A lock whose file was deleted or moved is
  /// no such right any more: then it is taken anew, and given up again if the code throws.
  func owning(
    _ path: String, _ code: () throws(StoreError) -> Void
  ) throws(StoreError) {
    if let isInPlace = ownership?.isInPlace, isInPlace { return try code() }
    ownership = nil
    ownership = try Ownership(of: path)
    do throws(StoreError) {
      try code()
    } catch {
      ownership = nil
      throw error
    }
  }

  /// Continues with another connection to the file.
  func resume(
    _ fresh: consuming Connection, _ head: JournalAnchor
  ) throws(StoreError) {
    statements = try JournalStatements(fresh)
    fresh.closesNormally()
    connection = fresh
    self.head = head
    (isReleased, lastFileCheck) = (false, nil)
  }
}
