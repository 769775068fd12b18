extension Journal {
  /// The file's path; nil in memory.
  package var path: String? {
    if case .file(let path) = location { path } else { nil }
  }

  /// Closes the file and gives up the right to write it, until ``retake()``. Nothing of it is held
  /// then, so that a system that ends processes for holding files has no reason to.
  ///
  /// Everything is in the file and its log is emptied, unless somebody reads it. A journal in
  /// memory stays as it is. While it is released nothing may be read from it or written to it.
  package func release() throws(StoreError) {
    guard case .file = location else { return }
    if !isReleased { try close() }
    isReleased = true
    ownership = nil
  }

  /// Whether its file is open: not while it is released, nor after it was set aside or was gone, as
  /// long as there is no new one. One in memory is open.
  package var isOpen: Bool { location == .memory || !connection.path.isEmpty }

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
  ///   one left it, `missing` when it is gone, and whatever ``open(_:durability:)`` throws; it is
  ///   still released then.
  package func retake() throws(StoreError) {
    guard case .file(let path) = location, isReleased else { return }
    if ownership == nil { ownership = try Ownership(of: path) }
    guard try FileFacts.known(at: path) != nil else { throw .missing(path: path) }
    let fresh = try Self.connect(path, durability: durability)
    guard try Self.readHead(fresh) == head else {
      ownership = nil  // it is somebody else's now
      throw .overtaken(path: path)
    }
    try resume(fresh, head)
  }

  /// Goes on with another connection to the file.
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
