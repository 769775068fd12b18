/// The header of a file, its first hundred bytes (https://sqlite.org/fileformat2.html, section
/// 1.3).
///
/// It is read without SQLite, so that a file that is not a journal is never locked, recovered or
/// rolled back.
package struct JournalHeader: Sendable {
  private let bytes: [UInt8]

  /// Reads the header of the file at `path`; throws `missing`, `cannotOpen` or `inputOutput`, and
  /// `notAJournal`, with the name that the user gave the file, when it is a folder or another
  /// irregular file.
  package init(path: String, named name: String? = nil) throws(StoreError) {
    guard let facts = try FileFacts.known(at: path) else { throw .missing(path: path) }
    guard facts.isRegular else {
      let isFolder = FileFacts(path: "\(path)/.") != nil
      throw .notAJournal(
        path: name ?? path, reason: isFolder ? StoreError.folderReason : "it is not a regular file")
    }
    bytes = try FilePath.firstBytes(100, of: path)
  }

  /// "RTRR": the application_id of a file that holds results of replays.
  package static let resultsIdentifier: Int64 = 0x5254_5252

  /// "RTEX": the application_id of an export of relations.
  package static let exportIdentifier: Int64 = 0x5254_4558

  /// The number of migrations that were applied when the header was written.
  package var format: Int64 { integer(at: 60) }

  /// True when the file uses a write-ahead log.
  package var usesLog: Bool { bytes.count > 19 && bytes[19] == 2 }

  /// Throws `notAJournal` unless the header is that of a journal, `newerFormat` when it is too new,
  /// and `damaged` when its texts are in UTF-16.
  package func check(path: String, allowingNewer: Bool = false) throws(StoreError) {
    guard !bytes.isEmpty else { throw .notAJournal(path: path, reason: "it is empty") }
    guard isDatabase else {
      throw .notAJournal(path: path, reason: "it is not an SQLite database")
    }
    switch applicationIdentifier {
    case Migrator.applicationIdentifier where format > 0: break
    case Self.resultsIdentifier:
      throw .notAJournal(path: path, reason: "it holds results of replays")
    case Self.exportIdentifier:
      throw .notAJournal(
        path: path, reason: "it is an export, which sqlite3 and other programs read")
    default: throw .notAJournal(path: path, reason: "it is a database of another program")
    }
    if !allowingNewer { try checkIsNotNewer() }
    // Digests and bounds are of UTF-8: all of such a file would seem to be damaged.
    guard !isInUTF16 else {
      throw .damaged(
        reason: "its texts are in UTF-16, and those of a journal in UTF-8", sequence: nil)
    }
  }

  /// Whether SQLite keeps its texts in UTF-16: the number of the encoding is 2 or 3 then, not 1.
  private var isInUTF16: Bool { integer(at: 56) & 2 != 0 }

  /// Whether it is an SQLite database without the identifier of a journal.
  var isOfAnotherProgram: Bool {
    isDatabase && applicationIdentifier != Migrator.applicationIdentifier
  }

  /// Throws `newerFormat` when it is the header of a journal in a format newer than this version's.
  func checkIsNotNewer() throws(StoreError) {
    let supported = Migrator().newestFormat
    guard !isDatabase || isOfAnotherProgram || format <= supported else {
      throw .newerFormat(found: format, supported: supported)
    }
  }

  /// The number by which a database identifies its program; 0 when it has none.
  package var applicationIdentifier: Int64 { integer(at: 68) }

  /// Whether it begins like an SQLite database.
  package var isDatabase: Bool {
    bytes.count == 100 && bytes.starts(with: "SQLite format 3\0".utf8)
  }

  private func integer(at offset: Int) -> Int64 {
    guard bytes.count >= offset + 4 else { return 0 }
    let word = bytes[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return Int64(Int32(bitPattern: word))
  }
}
