/// A list of links: one on each line, with empty lines and comments (lines that begin with `#`)
/// between them. Spaces around a link are left out.
struct LinkList: Sendable {
  private(set) var links: [String] = []
  /// The lines of the links as they stand in the input, for source ids.
  private(set) var lines = JoinedLines()
  private(set) var problems: [InputProblem] = []

  init() {}

  /// Reads a file, or standard input for `-`. Throws when it cannot be read at all; lines that are
  /// no links become problems.
  init(path: String) throws(InputError) {
    var input = try InputLines(path: path)
    while let line = try input.next() { add(line) }
  }

  mutating func add(_ line: InputLine) {
    switch line {
    case .tooLong(let number, let byteCount):
      problems.append(.tooLong(line: number, byteCount: byteCount))
    case .whole(let number, let raw):
      // Editors on Windows begin a file with a byte order mark.
      let start = number == 1 && raw.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      let bytes = trimmed(raw[start...])
      guard let first = bytes.first, first != UInt8(ascii: "#") else { return }
      guard let link = validText(bytes) else {
        problems.append(
          InputProblem(line: number, reason: "is not UTF-8; save the list as UTF-8"))
        return
      }
      links.append(link)
      lines.append(raw)
    }
  }

  private func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
    let rest = bytes.drop(while: isSpace)
    return rest[..<(rest.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? rest.startIndex)]
  }
}
