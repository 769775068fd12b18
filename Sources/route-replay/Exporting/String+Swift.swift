/// Swift that the user gives for a file that should compile.
extension String {
  /// Whether it can be a name in Swift, such as that of a module. Keywords are not told apart.
  var isSwiftName: Bool {
    guard let first = unicodeScalars.first, first == "_" || first.properties.isXIDStart else {
      return false
    }
    return unicodeScalars.allSatisfy(\.properties.isXIDContinue)
  }

  /// Whether it is names with dots between them, such as `Shop.table()`, each of which may be
  /// called. Of the arguments of a call, only brackets and quotation marks are read.
  var isSwiftNamesAndCalls: Bool {
    var names = ""
    var closing: [Character] = []
    var (isInText, isEscaped) = (false, false)
    for character in self {
      if isInText {
        isInText = isEscaped || character != "\""
        isEscaped = !isEscaped && character == "\\"
        continue
      }
      switch character {
      case "(": closing.append(")")
      case "[" where !closing.isEmpty: closing.append("]")
      case "{" where !closing.isEmpty: closing.append("}")
      case "\"" where !closing.isEmpty: isInText = true
      case ")", "]", "}":
        guard closing.popLast() == character else { return false }
        if closing.isEmpty { names += "()" }
      default: if closing.isEmpty { names.append(character) }
      }
    }
    guard closing.isEmpty else { return false }
    return names.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
      var name = part
      while name.hasSuffix("()") { name.removeLast(2) }
      return String(name).isSwiftName
    }
  }
}
