/// One file of the repository: its path from the root, its text, and the data that rules need.
struct SourceFile: Sendable {
  let path: String
  let text: String
  let lines: [Substring]
  /// Words and signs of a Swift file, without comments and string contents; empty for other files.
  let tokens: [Token]
  /// The types and bodies of a Swift file.
  let declarations: Declarations
  /// A Swift file with its strings and without its comments; other files unchanged.
  let uncommented: String

  init(_ path: String, _ text: String) {
    self.path = path
    self.text = text
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if path.hasSuffix(".swift") {
      let masked = MaskedSwift(text)
      tokens = Token.tokens(of: masked.code)
      uncommented = String(decoding: masked.uncommented, as: UTF8.self)
    } else {
      tokens = []
      uncommented = text
    }
    declarations = Declarations(tokens)
  }

  var isSwift: Bool { path.hasSuffix(".swift") }
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }
  /// Whether the file is code that a user of the package builds.
  var isShipped: Bool { isSwift && (path.hasPrefix("Sources/") || path.hasPrefix("Migrations/")) }

  /// The rooms that are separate modules.
  private static let modulesOfRooms = [
    "RouteEngine/Replay": "RouteReplay", "RouteEngine/Testing": "RouteTesting",
    "RouteStore/Analytics": "RouteAnalytics",
  ]

  /// The module of its room, if the room is one.
  private var moduleOfRoom: String? {
    let parts = path.split(separator: "/")
    guard parts.count > 3, parts[0] == "Sources" else { return nil }
    return Self.modulesOfRooms[parts[1...2].joined(separator: "/")]
  }

  /// The module to which a shipped file belongs. The program's library and its executable count as
  /// one.
  var module: String? {
    if path.hasPrefix("Migrations/") { return "RouteMigrations" }
    if let moduleOfRoom { return moduleOfRoom }
    let parts = path.split(separator: "/")
    return parts.count > 2 && parts[0] == "Sources" ? String(parts[1]) : nil
  }

  /// The folder inside its module: `Sources/RouteEngine/Bytes/JSON/JSON.swift` -> `Bytes/JSON`, ""
  /// for none.
  var folder: String {
    path.split(separator: "/").dropFirst(moduleOfRoom == nil ? 2 : 3).dropLast().joined(
      separator: "/")
  }

  /// The outermost folder inside its module: `Sources/RouteEngine/Bytes/JSON/JSON.swift` ->
  /// `Bytes`, "" for none.
  var room: String { folder.split(separator: "/").first.map(String.init) ?? "" }

  func violation(_ line: Int, _ message: String) -> Violation {
    Violation(path: path, line: line, message: message)
  }
}

/// A word or a sign, with its position.
struct Token: Sendable {
  let text: String
  let line: Int
  /// The byte directly before it; a space at the start of the file.
  let preceding: UInt8
  /// The byte directly after it; a newline at the end of the file.
  let following: UInt8

  var isWord: Bool { text.utf8.first.map(\.isWordPart) ?? false }
  var isUppercase: Bool { text.first.map(\.isUppercase) ?? false }
  var isMember: Bool { preceding == UInt8(ascii: ".") }
  /// Whether it is in backticks: a name that may be a sentence or a keyword.
  var isQuoted: Bool { preceding == .backtick }

  /// Whether it is one of these keywords; after a dot a keyword is a name.
  func isKeyword(_ words: Set<String>) -> Bool {
    !isQuoted && !isMember && words.contains(text)
  }

  static func tokens(of code: [UInt8]) -> [Token] {
    var tokens: [Token] = []
    var line = 1
    var index = 0
    while index < code.count {
      let byte = code[index]
      if byte == .newline { line += 1 }
      let start = index
      index += 1
      if byte.isWordPart {
        while index < code.count, code[index].isWordPart { index += 1 }
      } else if byte <= .space || byte == .backtick {
        continue
      }
      tokens.append(
        Token(
          text: String(decoding: code[start..<index], as: UTF8.self), line: line,
          preceding: start > 0 ? code[start - 1] : .space,
          following: index < code.count ? code[index] : .newline))
    }
    return tokens
  }
}
