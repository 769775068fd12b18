extension History {
  /// Calls `body` with an address under which another connection can attach the file and read it as
  /// this one does: it stays as it is, byte for byte.
  ///
  /// What is read as a private copy is copied once more, because the first has no name. Throws
  /// `StoreError`, and whatever `body` throws.
  func withAttachable<Result>(_ body: (_ uri: String) throws -> Result) throws -> Result {
    if file.isCopy {
      return try withCopy { try body("file:\(Connection.escaped($0))?immutable=1") }
    }
    let path = try FilePath.resolved(path)
    let result = try body("file:\(Connection.escaped(path))?\(file.parameters)")
    try file.check()
    return result
  }
}
