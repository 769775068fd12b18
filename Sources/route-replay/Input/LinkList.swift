/// A list of links, one on each line, with empty lines and comments (lines that begin with `#`)
/// between them. Spaces around a link are ignored.
struct LinkList: InputList, Sendable {
  private(set) var links: [String] = []
  /// The links' lines in the input, for source ids.
  private(set) var lines = JoinedLines()
  var problems: [InputProblem] = []

  mutating func add(_ bytes: [UInt8], line number: Int) {
    let text = trimmed(Self.text(bytes, line: number))
    guard let first = text.first, first != UInt8(ascii: "#") else { return }
    guard let link = validText(text) else {
      problems.append(InputProblem(line: number, reason: "is not UTF-8; save the list as UTF-8"))
      return
    }
    links.append(link)
    lines.append(bytes)
  }

  private func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
    let rest = bytes.drop(while: isSpace)
    return rest[..<(rest.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? rest.startIndex)]
  }
}
