/// The number of launches in a row that died before they had begun, stored outside the journal:
/// opening the journal may kill the process.
///
/// It is one short line in the file `<journal>-launches`, written before the journal is opened and
/// removed when the launch is over. If anything prevents that (a missing file, other bytes, a
/// folder that cannot be written), the count is 0 and the launch continues.
package struct LaunchCount: Sendable {
  private let path: String
  private let host: UInt64
  /// The launches before this one that died; 0 if another build of the host counted them.
  package let before: Int

  /// The largest count.
  private static let most = 1_000
  /// The most bytes of such a file.
  private static let mostBytes = 64

  /// Reads the count beside the journal at `path`.
  ///
  /// - Parameter host: identifies the build of the host, because another build may have corrected
  ///   the cause of the deaths.
  package init(beside path: String, host: UInt64) {
    self.path = "\(path)-launches"
    self.host = host
    before = Self.read(self.path, host: host)
  }

  private static func read(_ path: String, host: UInt64) -> Int {
    // Opening an item that is not a file could block for ever.
    guard let facts = FileFacts(path: path), facts.isRegular, facts.size <= mostBytes,
      // A count that cannot be read is 0: no journal is set aside on suspicion alone.
      let bytes = try? FilePath.firstBytes(mostBytes, of: path)
    else { return 0 }
    let words = String(decoding: bytes, as: UTF8.self).split { $0 == " " || $0 == "\n" }
    guard words.count == 2, let count = Int(words[0]), (0...most).contains(count),
      words[1] == String(host, radix: 16)
    else { return 0 }
    return count
  }

  /// Stores a count.
  package func write(_ count: Int) {
    guard count > 0 else { return reset() }
    let line = "\(min(count, Self.most)) \(String(host, radix: 16))\n"
    FilePath.replace(path, with: Array(line.utf8))
  }

  /// Removes the count.
  package func reset() { FilePath.remove(path) }
}
