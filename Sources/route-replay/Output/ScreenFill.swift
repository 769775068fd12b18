import TextTerminal

/// How many rows of a screen a text takes, told while it is written.
struct ScreenFill {
  private let columns: Int
  private let rows: Int
  private var taken = 0
  private var column = 0
  /// In the middle of a colour's code, which takes no room.
  private var isInCode = false

  init(of terminal: Terminal) { (columns, rows) = (terminal.width, terminal.height) }

  /// Whether the text does not fit the screen, of which one row is for what the shell asks next.
  var isOver: Bool { taken >= rows }

  /// Goes on with the text; what comes after it is over does not matter.
  mutating func add(_ text: String) {
    for character in text {
      if isOver { return }
      if isInCode {
        isInCode = character.unicodeScalars.first != "m"
      } else if character == "\u{1B}" {
        isInCode = true
      } else if character.isNewline {
        (taken, column) = (taken + 1, 0)
      } else {
        let width = displayWidth(character)
        if column + width > columns { (taken, column) = (taken + 1, 0) }
        column += width
      }
    }
  }
}
