/// The files that SQLite finds beside a journal, especially the rollback journal of an interrupted
/// transaction.
enum RollbackJournal {
  /// The bytes at the end of a rollback journal that names a super-journal, and at the beginning of
  /// each rollback journal ("Database File Format", 3, and `readSuperJournal` in SQLite's pager.c).
  private static let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]

  /// Throws `damaged` when the rollback journal beside a file names a super-journal, which belongs
  /// to a transaction over several files; a journal is never part of one. When rolling it back,
  /// SQLite would delete the file of that name, whatever it is.
  ///
  /// Throws `cannotOpen` when an item that is not a file has the name of a file that SQLite opens:
  /// a named pipe would block it for ever, and it refuses to open a link.
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
