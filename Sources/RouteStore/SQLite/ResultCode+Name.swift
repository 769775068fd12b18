extension ResultCode: CustomStringConvertible {
  /// The names of the primary codes, in SQLite's order from 0.
  private static var primaryNames: [String] {
    [
      "OK", "ERROR", "INTERNAL", "PERM", "ABORT", "BUSY", "LOCKED", "NOMEM", "READONLY",
      "INTERRUPT", "IOERR", "CORRUPT", "NOTFOUND", "FULL", "CANTOPEN", "PROTOCOL", "EMPTY",
      "SCHEMA", "TOOBIG", "CONSTRAINT", "MISMATCH", "MISUSE", "NOLFS", "AUTH", "FORMAT", "RANGE",
      "NOTADB", "NOTICE", "WARNING",
    ]
  }

  /// The names of the extensions of each of these codes, in SQLite's order from 1.
  private static var extensionNames: [String: [String]] {
    [
      "ERROR": ["MISSING_COLLSEQ", "RETRY", "SNAPSHOT"],
      "BUSY": ["RECOVERY", "SNAPSHOT", "TIMEOUT"],
      "LOCKED": ["SHAREDCACHE", "VTAB"],
      "READONLY": ["RECOVERY", "CANTLOCK", "ROLLBACK", "DBMOVED", "CANTINIT", "DIRECTORY"],
      "IOERR": [
        "READ", "SHORT_READ", "WRITE", "FSYNC", "DIR_FSYNC", "TRUNCATE", "FSTAT", "UNLOCK",
        "RDLOCK", "DELETE", "BLOCKED", "NOMEM", "ACCESS", "CHECKRESERVEDLOCK", "LOCK", "CLOSE",
        "DIR_CLOSE", "SHMOPEN", "SHMSIZE", "SHMLOCK", "SHMMAP", "SEEK", "DELETE_NOENT", "MMAP",
        "GETTEMPPATH", "CONVPATH", "VNODE", "AUTH", "BEGIN_ATOMIC", "COMMIT_ATOMIC",
        "ROLLBACK_ATOMIC", "DATA", "CORRUPTFS", "IN_PAGE",
      ],
      "CORRUPT": ["VTAB", "SEQUENCE", "INDEX"],
      "CANTOPEN": ["NOTEMPDIR", "ISDIR", "FULLPATH", "CONVPATH", "DIRTYWAL", "SYMLINK"],
      "CONSTRAINT": [
        "CHECK", "COMMITHOOK", "FOREIGNKEY", "FUNCTION", "NOTNULL", "PRIMARYKEY", "TRIGGER",
        "UNIQUE", "VTAB", "ROWID", "PINNED", "DATATYPE",
      ],
    ]
  }

  /// SQLite's name of the code, such as `SQLITE_IOERR_WRITE`. If the extension is unknown, the name
  /// of the primary code; nil when both are unknown.
  package var name: String? {
    guard rawValue > 0, Self.primaryNames.indices ~= Int(primary) else { return nil }
    let word = Self.primaryNames[Int(primary)]
    let place = Int(rawValue >> 8) - 1
    let extensions = Self.extensionNames[word] ?? []
    let rest = extensions.indices ~= place ? "_\(extensions[place])" : ""
    return "SQLITE_\(word)\(rest)"
  }

  /// The name with the number, or the number alone.
  package var description: String { name.map { "\($0), \(rawValue)" } ?? "\(rawValue)" }
}

extension StoreError {
  /// SQLite's name of the result code with its number; only the number for an `errno`, or for a
  /// code without a name. Nil when the error has none.
  package var code: String? {
    switch self {
    case .sqlite(let code, _): ResultCode(rawValue: code).description
    // All of SQLite's input and output errors are one code with extensions.
    case .inputOutput(let code, _) where code & 0xFF == 10: ResultCode(rawValue: code).description
    case .inputOutput(let code, _): "\(code)"
    default: nil
    }
  }
}
