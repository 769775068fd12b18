/// A house rule: its requirement, and every place where files break it.
struct Rule: Sendable, CustomStringConvertible {
  let name: String
  let check: @Sendable ([SourceFile]) -> [Violation]

  init(_ name: String, _ check: @escaping @Sendable ([SourceFile]) -> [Violation]) {
    self.name = name
    self.check = check
  }

  /// A rule that looks at one file at a time.
  init(_ name: String, each check: @escaping @Sendable (SourceFile) -> [Violation]) {
    self.init(name) { files in files.flatMap(check) }
  }

  var description: String { name }

  static let all: [Rule] =
    orderRules + bannedRules + shapeRules + nameRules + packageRules + textRules + codeRules
    + surfaceRules + privacyRules
}

/// One place where a house rule is broken.
struct Violation: Hashable, Sendable, CustomStringConvertible {
  let path: String
  let line: Int
  let message: String

  var description: String { "\(path):\(line): \(message)" }
}
