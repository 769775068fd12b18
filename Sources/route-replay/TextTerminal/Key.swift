/// A pressed key; control keys without a name of their own are texts.
package enum Key: Hashable, Sendable {
  case up, down, left, right, pageUp, pageDown, first, last, enter, tab, escape, erase
  case text(Character)

  /// The keys in a terminal's input. An escape that introduces nothing is the escape key.
  package static func keys(in text: String) -> [Key] {
    var (rest, keys) = (text[...], [Key]())
    while let character = rest.popFirst() {
      switch character {
      case "\u{1B}" where rest.first == "[" || rest.first == "O":
        let code = rest.dropFirst().prefix { $0.isNumber || $0 == ";" }
        rest = rest.dropFirst(1 + code.count)
        let final = rest.popFirst().map(String.init) ?? ""
        if let key = sequences[final == "~" ? String(code) : final] { keys.append(key) }
      case "\u{1B}": keys.append(.escape)
      case "\r", "\n", "\r\n": keys.append(.enter)
      case "\t": keys.append(.tab)
      case "\u{8}", "\u{7F}": keys.append(.erase)
      default: keys.append(.text(character))
      }
    }
    return keys
  }

  private static let sequences: [String: Key] = [
    "A": .up, "B": .down, "C": .right, "D": .left, "H": .first, "F": .last,
    "1": .first, "4": .last, "5": .pageUp, "6": .pageDown, "7": .first, "8": .last,
  ]
}
