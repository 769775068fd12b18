/// Rules for names.
let nameRules: [Rule] = [
  typesBearNamesOfTheirOwn, vagueWordsStayOut, filesAreNamedAfterWhatTheyHold,
  publicDeclarationsAreDocumented, rulesHaveOneVerb,
]

private let moduleNames: Set = [
  "RouteStore", "RouteAnalytics", "RouteEngine", "RouteReplay", "RouteReplayProgram",
  "RouteMigrations",
  "RouteTesting", "RouteTestSupport", "CRouteSQLite",
]

/// Types that an app imports together with ours; a second type of the same name would make every
/// use ambiguous.
private let takenNames = Set(
  [swiftUINames, foundationNames, swiftNames].joined(separator: " ")
    .split(separator: " ").map(String.init))

private let swiftUINames = """
  Alert Alignment Anchor Angle Animatable Animation App Axis Bindable Binding Button Canvas \
  Capsule Chart Circle Color ColorScheme CommandMenu Commands ContentMode ControlGroup Divider \
  Edge EditMode Ellipse Environment EnvironmentKey EnvironmentObject EnvironmentValues \
  EventModifiers FocusState Font ForEach Form GeometryProxy GeometryReader Gesture Gradient Grid \
  GridItem GridRow Group HStack Image KeyEquivalent Label Layout LazyHStack LazyVStack Link List \
  Material Menu Model Namespace NavigationLink NavigationPath NavigationSplitView \
  NavigationStack NavigationView ObservedObject Path Picker PreferenceKey ProgressView Query \
  Rectangle Scene ScenePhase ScrollView Section SecureField Settings Shape ShareLink Slider \
  Spacer State StateObject Stepper SubmitLabel Subview Tab TabView Table TableColumn Text \
  TextField Toggle Toolbar ToolbarItem Transaction Transition VStack View ViewBuilder \
  ViewModifier Visibility Window WindowGroup ZStack
  """

private let foundationNames = """
  AttributedString Bundle ByteCountFormatter Calendar CharacterSet Data Date DateComponents \
  DateFormatter DateInterval Decimal Decoder Dimension Encoder FileHandle FileManager \
  FileWrapper Formatter HTTPCookie Host IndexPath IndexSet InputStream JSONDecoder JSONEncoder \
  JSONSerialization Locale Measurement MessagePort Morphology Notification NotificationCenter \
  NotificationQueue Operation OperationQueue OutputStream PersonNameComponents Pipe Port \
  Predicate Process ProcessInfo Progress PropertyListDecoder PropertyListEncoder Proxy RunLoop \
  Scanner Set SocketPort SortDescriptor SortOrder Stream Thread TimeInterval TimeZone Timer URL \
  URLComponents URLError URLQueryItem URLRequest URLResponse URLSession UUID UndoManager Unit \
  UnitLength UserDefaults UserInfo ValueTransformer XMLParser
  """

private let swiftNames = """
  Array Character Clock Dictionary Duration Error Identifiable Mirror Never Optional Range Regex \
  Result Sequence Slice Span String Substring Task
  """

let typesBearNamesOfTheirOwn = Rule(
  "no type bears the name of a module, or of a SwiftUI or Foundation type"
) { file in
  guard file.isShipped, let module = file.module, module != "route-replay" else { return [] }
  return file.declarations.types.compactMap { type in
    guard !type.isExtension, !type.isPrivate, type.enclosing.isEmpty else { return nil }
    if moduleNames.contains(type.name) {
      return file.violation(type.line, "\(type.name) is a module")
    }
    guard takenNames.contains(type.name) else { return nil }
    return file.violation(type.line, "\(type.name) is a type of SwiftUI, Foundation or Swift")
  }
}

/// Phrasal verbs that once named rules, and the terms of the field that name them.
private let terms = [
  "takeUp": "reacquire", "takeBack": "reacquire", "takeOver": "become", "takeIn": "ingest",
  "takeTurn": "begin", "letGo": "release", "goOn": "resume", "goesOn": "continues",
  "comeToRest": "markStable", "holdBack": "suspend",
]

let rulesHaveOneVerb = Rule("rules are named by one verb") { file in
  guard file.isShipped else { return [] }
  return file.tokens.compactMap { token in
    terms[token.text].map { file.violation(token.line, "\(token.text): call it \($0)") }
  }
}

let vagueWordsStayOut = Rule("names use the words of the glossary") { file in
  // The stubs of Apple's modules use Apple's names.
  guard file.isSwift, !file.path.hasPrefix("Tests/AppleStubs/") else { return [] }
  let declaring: Set = [
    "func", "struct", "class", "enum", "protocol", "actor", "typealias", "associatedtype",
  ]
  return file.tokens.indices.dropLast().flatMap { index -> [Violation] in
    let name = file.tokens[index + 1]
    // A name in backticks is a test's sentence, and sentences may use any word.
    guard file.tokens[index].isKeyword(declaring), name.isWord, !name.isQuoted else { return [] }
    return vagueWords(in: name.text, isTest: file.path.hasPrefix("Tests/"))
      .map { file.violation(name.line, "\(name.text): '\($0)' is no word of the glossary") }
  }
}

private func vagueWords(in name: String, isTest: Bool) -> [String] {
  let vague: Set = [
    "context", "event", "handler", "manager", "helper", "util", "utility", "utilities", "service",
    "snapshot",
  ]
  let words = camelWords(name)
  return words.indices.compactMap { index in
    let word = words[index].hasSuffix("s") ? String(words[index].dropLast()) : words[index]
    guard vague.contains(word) || vague.contains(words[index]) else { return nil }
    if word == "handler", index > 0, words[index - 1] == "action" { return nil }
    return word == "snapshot" && isTest ? nil : words[index]
  }
}

/// `JSONActionHandlers` -> `json action handlers`.
func camelWords(_ name: String) -> [String] {
  let letters = Array(name)
  var words: [String] = []
  for (index, letter) in letters.enumerated() {
    let startsWord =
      letter.isUppercase
      && (index == 0 || !letters[index - 1].isUppercase
        || index + 1 < letters.count && letters[index + 1].isLowercase)
    if words.isEmpty || startsWord || letter == "_" { words.append("") }
    if letter != "_" { words[words.count - 1] += letter.lowercased() }
  }
  return words.filter { !$0.isEmpty }
}

/// `T+Topic.swift` extends T, `A.B.swift` declares B of A.
let filesAreNamedAfterWhatTheyHold = Rule("files are named after what they hold") { file in
  guard file.isShipped else { return [] }
  let stem = file.name.dropLast(".swift".count)
  let parts = stem.split(separator: "+").first?.split(separator: ".").map(String.init) ?? []
  guard stem.contains("+") || parts.count > 1 else { return [] }
  let types = Set(file.declarations.types.map(\.name))
  return parts.filter { !types.contains($0) }
    .map { file.violation(1, "the file neither declares nor extends \($0)") }
}

/// swift-format checks this too; this rule also holds when only the tests run.
let publicDeclarationsAreDocumented = Rule("what is public is documented") { file in
  guard file.isShipped else { return [] }
  let declaring: Set = [
    "func", "init", "subscript", "var", "let", "struct", "class", "enum", "protocol", "actor",
    "typealias", "static", "final", "mutating", "nonmutating", "convenience", "required",
    "nonisolated", "consuming", "borrowing", "indirect", "prefix", "postfix", "infix", "isolated",
    "package", "internal", "private", "weak", "unowned", "lazy", "distributed", "macro", "operator",
  ]
  return file.tokens.indices.dropLast().compactMap { index in
    let token = file.tokens[index]
    guard token.isKeyword(["public"]),
      file.tokens[index + 1].isKeyword(declaring) || file.tokens[index + 1].text == "("
    else { return nil }
    var line = token.line - 2
    while line >= 0, file.isAttribute(line) { line -= 1 }
    let above = line >= 0 ? file.lines[line].drop { $0 == " " } : ""
    return above.hasPrefix("///")
      ? nil : file.violation(token.line, "a public declaration without a comment")
  }
}

extension SourceFile {
  /// Whether the line is an attribute or a condition between a comment and its declaration.
  fileprivate func isAttribute(_ line: Int) -> Bool {
    let text = lines[line].drop { $0 == " " }
    return text.hasPrefix("@") || text.hasPrefix("#")
  }
}
