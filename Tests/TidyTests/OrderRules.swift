/// The order of dependencies: modules, and folders inside a module, know only those to their left.
let orderRules: [Rule] = [
  modulesKnowWhatStandsLeft, foldersKnowWhatStandsLeft, pureRoomsImportNothing,
  storeIsKnownWhereItIsNeeded, foundationStaysOutside, platformsStayApart,
  machineAloneDecides, foldAloneApplies, entriesAreMadeInMachine, machineKeepsItsParts,
  sessionKeepsItsState, testingServesEveryFramework,
]

private let moduleOrder = [
  "CRouteSQLite", "RouteStore", "RouteEngine", "RouteReplay", "RouteAnalytics", "route-replay",
]

/// Folders in one list have the same rank and do not know each other. A folder that is not named
/// here belongs to the folder that contains it; folders within it may name each other.
private let folderOrder: [String: [[String]]] = [
  "RouteStore": [
    [""], ["SQLite/Bounds"], ["SQLite"], ["Format"], ["Journal/Rows"], ["Journal/Files"],
    ["Journal"], ["History"],
  ],
  "RouteEngine": [
    [""], ["Bytes"], ["Screens"], ["Links"], ["Requests"], ["Table/Patterns"], ["Table"],
    ["Table/File"], ["State"], ["Decide/Plan"], ["Decide"], ["Entries"], ["Entries/Coding"],
    ["Entries/Words"], ["Entries/History"], ["Privacy"], ["Machine/Desk"], ["Machine"], ["Session"],
    ["Session/Maintenance"], ["Display"],
  ],
  "RouteReplay": [
    ["Association", "Conditions", "Rehearsing", "Comparing"], ["Verifying"], ["Rerun"],
    ["Searching"], ["WhatIf"], ["Exporting", "Surveys"],
  ],
  "RouteAnalytics": [["Views"], ["Relations"], ["Rows"], ["Results"], ["Gathering"]],
  "route-replay": [
    ["TextTerminal", "Hosting", ""], ["Text"], ["Output"], ["Words", "Input", "Arguments"],
    ["Lines"], ["Reading"], ["Questions", "Recording"], ["Relations", "Rehearsing"],
    ["Comparing", "Spans"], ["Fixtures", "Exporting", "Reporting", "Stepping"],
    ["Commands/Analysing", "Commands/Changing", "Commands/Checking", "Commands/Exchanging"],
    ["Commands/Showing"], ["Commands/Repeating"], ["Commands"], ["Program"],
  ],
]

/// Rooms of pure values: their decisions depend only on their input.
let pureRooms: Set = ["Bytes", "Screens", "Links", "Requests", "Table", "State", "Decide"]

private let roomsWithStore: Set = ["Entries", "Privacy", "Machine", "Session"]

let modulesKnowWhatStandsLeft = Rule("modules import only what stands left") { file in
  guard file.isShipped, let module = file.module else { return [] }
  let isBelowAll = file.folder == "TextTerminal"
  // RouteTesting has the same place as the program: it knows everything to the left of it.
  let place = module == "RouteTesting" ? "route-replay" : module
  let known = isBelowAll ? [] : moduleOrder.prefix { $0 != place }
  return file.imports.compactMap { name, line in
    let isKnown =
      switch name {
      case "RouteMigrations": module == "RouteStore"
      case "RouteTesting", "RouteTestSupport": false  // only tests import them
      case "RouteReplayProgram": module == "route-replay" && file.room == "Program"
      case "TextTerminal": module == "route-replay" && !isBelowAll
      default: !moduleOrder.contains(name) || known.contains(name) && module != "RouteMigrations"
      }
    return isKnown ? nil : file.violation(line, "\(module) must not import \(name)")
  }
}

let pureRoomsImportNothing = Rule("Bytes to Decide import nothing") { file in
  guard file.module == "RouteEngine", pureRooms.contains(file.room) else { return [] }
  return file.imports.map { file.violation($1, "\(file.folder) imports \($0)") }
}

let storeIsKnownWhereItIsNeeded = Rule(
  "in RouteEngine only Entries, Privacy, Machine and Session import RouteStore"
) { file in
  guard file.module == "RouteEngine", !roomsWithStore.contains(file.room)
  else { return [] }
  return file.imports.filter { $0.name == "RouteStore" }
    .map { file.violation($0.line, "imports RouteStore") }
}

let machineAloneDecides = Rule("only the machine calls Decision.decide") { file in
  guard file.isShipped, file.room != "Machine" else { return [] }
  return file.tokens.indices.dropFirst(2).compactMap { index in
    guard file.tokens[index].text == "decide", file.tokens[index].isMember,
      file.tokens[index - 2].text == "Decision"
    else { return nil }
    return file.violation(file.tokens[index].line, "hand the machine an input instead of deciding")
  }
}

/// Rooms in which states are made: that of states, the decision that plans, the fold of a history,
/// and the machine.
private let roomsThatApply: Set = ["State", "Screens", "Decide", "Entries", "Machine"]

/// The changes of Swift steps to a tree are a plan until the decision takes them.
private let planOfHostCode = "Sources/RouteEngine/Session/Requests/TreeEditor.swift"

let foldAloneApplies = Rule("only the machine and the fold apply changes") { file in
  guard file.isShipped, !roomsThatApply.contains(file.room), file.path != planOfHostCode
  else { return [] }
  return file.tokens.filter { $0.text == "apply" && $0.isMember }
    .map { file.violation($0.line, "walk the history, or hand the machine an input") }
}

let entriesAreMadeInMachine = Rule("only Machine makes entries") { file in
  guard file.isShipped, !["Machine", "Entries"].contains(file.room) else { return [] }
  return file.tokens.indices.dropLast(2).compactMap { index in
    let words = file.tokens[index...index + 2].map(\.text)
    guard words[0] == "newEntry" || words == ["JournalEntry", "(", "sequence"] else { return nil }
    return file.violation(file.tokens[index].line, "hand the machine an input instead")
  }
}

/// The parts of the machine, which only the machine may read.
private let partsOfMachine: Set = [
  "requests", "actions", "expiryWatch", "afterOutage", "recentLinks", "displayHistory", "jobs",
]

/// `private` does not extend to the machine's extensions in other files of its folder.
let machineKeepsItsParts = Rule("only Machine names the machine's parts") { file in
  guard file.isShipped, file.room != "Machine" else { return [] }
  return file.tokens.indices.dropFirst(2).compactMap { index in
    guard partsOfMachine.contains(file.tokens[index].text), file.tokens[index].isMember,
      file.tokens[index - 2].text == "machine"
    else { return nil }
    return file.violation(file.tokens[index].line, "ask the machine, not its part")
  }
}

/// `private` does not extend to the session's extensions in other files: they read its properties,
/// and change them with its methods.
let sessionKeepsItsState = Rule("RouteSession has ten stored properties, set in its file alone") {
  file in
  guard file.path == "Sources/RouteEngine/Session/RouteSession.swift" else { return [] }
  let stored = file.storedProperties(ofClass: "RouteSession")
  let open = stored.filter { !$0.isConstant && !$0.isPrivate }
  let surplus = stored.dropFirst(10)
  return open.map { file.violation($0.line, "make its setter private") }
    + surplus.map { file.violation($0.line, "is one stored property too many") }
}

let foundationStaysOutside = Rule("the libraries do without Foundation") { file in
  guard file.isShipped, file.module != "route-replay", file.room != "Display" else { return [] }
  return file.imports.filter { $0.name.hasPrefix("Foundation") }
    .map { file.violation($0.line, "imports \($0.name)") }
}

/// An app's tests use either framework, and code that imports one cannot be used with the other.
let testingServesEveryFramework = Rule("the libraries import no test framework") { file in
  guard file.isShipped else { return [] }
  return file.imports.filter { ["Testing", "XCTest"].contains($0.name) }
    .map { file.violation($0.line, "imports \($0.name): throw an error instead") }
}

/// Linux has Foundation too, so a condition on Foundation excludes nothing.
let platformsStayApart = Rule("Display imports only in files that Linux passes over") { file in
  guard file.module == "RouteEngine", file.room == "Display" else { return [] }
  let condition = file.lines.first.map(String.init) ?? ""
  let isApart =
    condition.hasPrefix("#if canImport(") && !condition.contains("Foundation")
    && file.text.hasSuffix("\n#endif\n")
  return isApart ? [] : file.imports.map { file.violation($0.line, "imports \($0.name)") }
}

let foldersKnowWhatStandsLeft = Rule("folders name only what stands left") { files in
  folderOrder.keys.sorted().flatMap { module in
    let members = files.filter { $0.isShipped && $0.module == module }
    let ranks = folderOrder[module] ?? []
    let places = Set(ranks.joined())
    let owners = ownersOfTypes(in: members, places)
    return members.flatMap { file in
      guard let place = file.place(among: places),
        let rank = ranks.firstIndex(where: { $0.contains(place) })
      else {
        return [file.violation(1, "the folder \(file.folder) has no place in the order")]
      }
      let visible = Set(ranks.prefix(rank).joined()).union([place])
      return namesOutOfOrder(in: file, owners: owners, visible: visible)
    }
  }
}

/// The place of every type that only one place declares: at the top level, or in an extension of a
/// type that another place declares.
private func ownersOfTypes(in files: [SourceFile], _ places: Set<String>) -> [String: String] {
  var folders: [String: Set<String>] = [:]
  var nested: [(name: String, base: String, folder: String)] = []
  for file in files {
    guard let place = file.place(among: places) else { continue }
    for type in file.declarations.types where !type.isExtension && !type.isPrivate {
      if type.enclosing.isEmpty {
        folders[type.name, default: []].insert(place)
      } else if type.isInExtension, type.enclosing.count == 1 {
        nested.append((type.name, type.enclosing[0], place))
      }
    }
  }
  var owners = folders.compactMapValues { $0.count == 1 ? $0.first : nil }
  let spellings = Dictionary(grouping: files.flatMap(\.declarations.types), by: \.name)
  for (name, base, folder) in nested {
    let isUnique = spellings[name]?.filter { !$0.isExtension }.count == 1
    if isUnique, let home = owners[base], home != folder { owners[name] = folder }
  }
  return owners
}

private func namesOutOfOrder(
  in file: SourceFile, owners: [String: String], visible: Set<String>
) -> [Violation] {
  let own = Set(file.declarations.types.filter { !$0.isExtension }.map(\.name))
  var reported: Set<String> = []
  return file.tokens.compactMap { token in
    guard token.isUppercase, !token.isMember, let owner = owners[token.text],
      !visible.contains(owner), !own.contains(token.text), reported.insert(token.text).inserted
    else { return nil }
    let folder = file.folder.isEmpty ? "the module's root" : file.folder
    return file.violation(token.line, "\(folder) names \(token.text), which \(owner) declares")
  }
}

/// A property that is stored in a value of its type.
private struct StoredProperty {
  let line: Int
  let isConstant: Bool
  /// Whether it, or its setter, is `private`.
  let isPrivate: Bool
}

extension SourceFile {
  /// The stored properties that a class declares in its body.
  fileprivate func storedProperties(ofClass name: String) -> [StoredProperty] {
    let head = tokens.indices.first { index in
      index > 0 && tokens[index].text == name && tokens[index - 1].isKeyword(["class"])
    }
    guard let head else { return [] }
    var properties: [StoredProperty] = []
    var depth = 0
    for index in tokens.indices[head...] {
      switch tokens[index].text {
      case "{": depth += 1
      case "}":
        depth -= 1
        if depth == 0 { return properties }
      case "var" where depth == 1, "let" where depth == 1:
        let words = tokens[..<index].reversed().prefix { $0.line == tokens[index].line }
        guard !words.contains(where: { $0.text == "static" }), isStored(at: index) else { continue }
        properties.append(
          StoredProperty(
            line: tokens[index].line, isConstant: tokens[index].text == "let",
            isPrivate: words.contains { $0.text == "private" }))
      default: break
      }
    }
    return properties
  }

  /// Whether the property that is declared there is stored, not computed.
  private func isStored(at declaration: Int) -> Bool {
    let ends: Set = [
      "{", "=", "}", "@", "var", "let", "func", "init", "deinit", "public", "private", "static",
    ]
    let rest = tokens[(declaration + 1)...]
    guard let end = rest.firstIndex(where: { ends.contains($0.text) }), tokens[end].text == "{"
    else { return true }
    return end + 1 < tokens.count && ["didSet", "willSet"].contains(tokens[end + 1].text)
  }

  /// The named place that is, or contains, its folder; nil when none does.
  fileprivate func place(among places: Set<String>) -> String? {
    var parts = folder.split(separator: "/")
    repeat {
      let place = parts.joined(separator: "/")
      if places.contains(place) { return place }
    } while parts.popLast() != nil && !parts.isEmpty
    return nil
  }

  /// The modules it imports.
  var imports: [(name: String, line: Int)] {
    let kinds: Set = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
    return tokens.indices.compactMap { index in
      guard tokens[index].isKeyword(["import"]), index + 1 < tokens.count else { return nil }
      var named = index + 1
      if tokens[named].isKeyword(kinds), named + 1 < tokens.count { named += 1 }
      return (tokens[named].text, tokens[named].line)
    }
  }
}
