/// The files that SQLite finds beside a journal's, above all the rollback journal of a transaction
/// that was cut off.
enum RollbackJournal {
  /// The bytes at the end of one that names a super-journal, and at the beginning of each
  /// ("Database File Format", 3, and `readSuperJournal` in SQLite's pager.c).
  private static let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]

  /// Throws `damaged` when the one beside a file names a super-journal: of a transaction over
  /// several files, which a journal is never in. Rolling it back, SQLite deletes the file that has
  /// that name, whichever it is.
  ///
  /// Throws `cannotOpen` when something else than a file bears the name of one that SQLite opens: a
  /// named pipe would keep it waiting for ever, and a link it opens none of.
  static func check(beside path: String) throws(StoreError) {
    for suffix in ["-journal", "-wal", "-shm"] {
      guard FileFacts(named: path + suffix)?.isRegular == false else { continue }
      throw .cannotOpen(path: path, reason: "'\(path)\(suffix)' is no regular file")
    }
    let path = "\(path)-journal"
    guard let size = FileFacts(path: path)?.size, size >= 16 else { return }
    guard try FilePath.bytes(magic.count, from: size - 8, of: path) != magic else {
      throw .damaged(
        reason: "the rollback journal beside it names another file, which SQLite would delete",
        sequence: nil)
    }
  }
}
