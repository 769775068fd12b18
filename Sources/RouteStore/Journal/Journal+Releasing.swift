extension Journal {
  /// Closes the file and gives up the right to write it, until ``retake()``. Nothing of it is held
  /// then, so that a system that ends processes for holding files has no reason to.
  ///
  /// Everything is in the file and its log is emptied, unless somebody reads it. A journal in
  /// memory stays as it is.
  public func release() throws(StoreError) {
    guard case .file = location, !isReleased else { return }
    try close()
    ownership = nil
    isReleased = true
  }

  /// Closes the file; an empty journal in memory stands for it.
  func close() throws(StoreError) {
    let nothing = try Connection(path: "", mode: .memory)
    try Migrator().migrate(nothing)
    statements = try JournalStatements(nothing)
    connection = nothing
  }

  /// Takes a released file again, to go on where it was left.
  ///
  /// - Throws: `owned` while another session has it, `overtaken` when it does not end where this
  ///   one left it, and whatever ``open(_:durability:)`` throws; it is still released then.
  public func retake() throws(StoreError) {
    guard case .file(let path) = location, isReleased else { return }
    let right = try Ownership(of: path)
    guard FileFacts(path: path) != nil else {
      right.abandon()
      throw .missing(path: path)
    }
    let fresh = try Self.connect(path, durability: durability)
    guard try Self.readHead(fresh) == head else { throw .overtaken(path: path) }
    statements = try JournalStatements(fresh)
    fresh.closesNormally()
    connection = fresh
    ownership = consume right
    (isReleased, lastFileCheck) = (false, nil)
  }

  /// Whether entries start after a position and there is none yet: what was there before is in
  /// another file.
  package var isContinuation: Bool { head != .start && (try? connection.base()) == head }
}
