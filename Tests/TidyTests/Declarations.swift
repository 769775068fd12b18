/// A type that a file declares or extends.
struct TypeDeclaration: Sendable {
  let keyword: String
  let name: String
  let line: Int
  /// The types and extensions around it, from the outside in.
  let enclosing: [String]
  let isInExtension: Bool
  /// Whether it is `private` or `fileprivate`.
  let isPrivate: Bool
  let isPublic: Bool

  var isExtension: Bool { keyword == "extension" }
}

/// A function, initializer or variable with a body, outside any other body.
struct BodyDeclaration: Sendable {
  let name: String
  let line: Int
  let lastLine: Int
}

/// Types and bodies of one file, found by matching braces.
struct Declarations: Sendable {
  private(set) var types: [TypeDeclaration] = []
  private(set) var bodies: [BodyDeclaration] = []

  private static let typeWords: Set = ["struct", "class", "enum", "protocol", "actor", "extension"]
  private static let bodyWords: Set = ["func", "init", "deinit", "subscript", "var", "let"]

  /// The declaration to which the next opening brace belongs.
  private struct Head {
    var type: TypeDeclaration?
    var name = "a block"
    var line: Int?
    var isPrivate = false
    var isPublic = false
  }

  private enum Block { case type(TypeDeclaration), body(BodyDeclaration), inner }

  init(_ tokens: [Token]) {
    var open: [Block] = []
    var head = Head()
    var parentheses = 0
    for (index, token) in tokens.enumerated() {
      let isInsideBody = open.contains { if case .type = $0 { false } else { true } }
      let isBrace = parentheses == 0 || isInsideBody
      switch token.text {
      case "(", "[": parentheses += 1
      case ")", "]": parentheses -= 1
      case "{" where isBrace:
        open.append(isInsideBody ? .inner : Self.block(head, at: token.line))
        head = Head()
      case "}" where isBrace && !open.isEmpty:
        if case .body(let body) = open.removeLast() {
          bodies.append(BodyDeclaration(name: body.name, line: body.line, lastLine: token.line))
        }
        head = Head()
      default:
        guard !isInsideBody, parentheses == 0, token.isWord else { continue }
        let next = index + 1 < tokens.count ? tokens[index + 1] : nil
        read(token, before: next, inside: open, into: &head)
      }
    }
  }

  private static func block(_ head: Head, at line: Int) -> Block {
    if let type = head.type { return .type(type) }
    return .body(BodyDeclaration(name: head.name, line: head.line ?? line, lastLine: line))
  }

  private mutating func read(
    _ token: Token, before next: Token?, inside open: [Block], into head: inout Head
  ) {
    if token.isKeyword(["private", "fileprivate"]) {
      head.isPrivate = true
    } else if token.isKeyword(["public"]) {
      head.isPublic = true
    } else if token.isKeyword(Self.bodyWords) {
      let name = next.flatMap { $0.isWord ? $0.text : nil }
      head = Head(name: name ?? token.text, line: token.line)
    } else if token.isKeyword(Self.typeWords.union(["typealias", "associatedtype"])),
      let next, next.isWord, !next.isKeyword(Self.bodyWords)
    {
      let around = open.compactMap { if case .type(let type) = $0 { type } else { nil } }
      let type = TypeDeclaration(
        keyword: token.text, name: next.text, line: token.line, enclosing: around.map(\.name),
        isInExtension: around.contains { $0.isExtension }, isPrivate: head.isPrivate,
        isPublic: head.isPublic)
      types.append(type)
      head = Head()
      if Self.typeWords.contains(token.text) { head.type = type }
    }
  }
}
