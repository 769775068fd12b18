/// How many launches in a row died before they had begun, counted outside the journal: opening that
/// may be what kills the process.
///
/// It is one short line in the file `<journal>-launches`, written before the journal is opened and
/// gone when the launch is over. Whatever is in the way, a missing file, one of other bytes, a
/// folder that takes none, the count is 0 and the launch goes on.
package struct LaunchCount: Sendable {
  private let path: String
  private let host: UInt64
  /// The launches before this one that died; of another build of the host none.
  package let before: Int

  /// More are not counted.
  private static let most = 1_000
  /// More bytes no such file has.
  private static let mostBytes = 64

  /// Reads the count beside the journal at `path`.
  ///
  /// - Parameter host: tells one build of the host from another, which may have mended what the one
  ///   before died of.
  package init(beside path: String, host: UInt64) {
    self.path = "\(path)-launches"
    self.host = host
    before = Self.read(self.path, host: host)
  }

  private static func read(_ path: String, host: UInt64) -> Int {
    // Opening what is no file could wait for ever.
    guard let facts = FileFacts(path: path), facts.isRegular, facts.size <= mostBytes,
      // A count that cannot be read is none: no journal is set aside on suspicion alone.
      let bytes = try? FilePath.firstBytes(mostBytes, of: path)
    else { return 0 }
    let words = String(decoding: bytes, as: UTF8.self).split { $0 == " " || $0 == "\n" }
    guard words.count == 2, let count = Int(words[0]), (0...most).contains(count),
      words[1] == String(host, radix: 16)
    else { return 0 }
    return count
  }

  /// Says how many there are.
  package func write(_ count: Int) {
    guard count > 0 else { return reset() }
    let line = "\(min(count, Self.most)) \(String(host, radix: 16))\n"
    FilePath.replace(path, with: Array(line.utf8))
  }

  /// Says that there is none.
  package func reset() { FilePath.remove(path) }
}
