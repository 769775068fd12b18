/// Rules for the manifest and the migrations.
let packageRules: [Rule] = [
  packageStandsAlone, settingsStay, featuresAreProbed, migrationsAreListed, plantedFaultsApply,
]

extension [SourceFile] {
  fileprivate func file(_ path: String) -> SourceFile? { first { $0.path == path } }
}

let packageStandsAlone = Rule("the package has no outside dependency") { files in
  guard let manifest = files.file("Package.swift") else { return [] }
  return manifest.tokens.indices.compactMap { index in
    let token = manifest.tokens[index]
    let isOutside = token.isMember && ["package", "binaryTarget"].contains(token.text)
    return isOutside && token.following == UInt8(ascii: "(")
      ? manifest.violation(token.line, ".\(token.text) reaches outside the repository") : nil
  }
}

private let upcomingFeatures = [
  "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
  "InferIsolatedConformances", "NonisolatedNonsendingByDefault", "ImmutableWeakCaptures",
]

let settingsStay = Rule("every target keeps the house's settings") { files in
  guard let manifest = files.file("Package.swift") else { return [] }
  let settings =
    upcomingFeatures.map { ".enableUpcomingFeature(\"\($0)\")" } + [
      ".swiftLanguageMode(.v6)", ".strictMemorySafety()", ".treatAllWarnings(as: .error)",
      ".treatWarning(\"ExplicitSendable\", as: .error)",
    ]
  let missing = settings.filter { !manifest.uncommented.contains($0) }
    .map { manifest.violation(1, "\($0) is gone") }
  let softened = [".unsafeFlags", "as: .warning", ".disableWarning"]
    .filter { manifest.uncommented.contains($0) }
    .map { manifest.violation(1, "\($0) softens the settings") }
  let bare = targetsWithoutSettings(manifest).filter { !$0.holdsOnlyC(files) }
    .map { manifest.violation($0.line, "a target without the house's settings") }
  return missing + softened + bare
}

private struct BareTarget {
  let line: Int
  /// The manifest's lines about the target.
  let text: String

  /// Whether the target has only C files, which do not need the settings for Swift.
  func holdsOnlyC(_ files: [SourceFile]) -> Bool {
    guard let folder = text.quoted(after: "path: ").first else { return false }
    let members = files.filter { $0.path.hasPrefix(folder + "/") }
    return members.contains { $0.path.hasSuffix(".c") } && !members.contains(where: \.isSwift)
  }
}

private func targetsWithoutSettings(_ manifest: SourceFile) -> [BareTarget] {
  let kinds: Set = ["target", "executableTarget", "testTarget", "macro", "plugin"]
  let texts = manifest.tokens.map(\.text)
  let lines = manifest.uncommented.split(separator: "\n", omittingEmptySubsequences: false)
  let starts = manifest.tokens.indices.filter { index in
    let token = manifest.tokens[index]
    return token.isMember && kinds.contains(token.text) && token.following == UInt8(ascii: "(")
  }
  return starts.indices.compactMap { place in
    let isLast = place + 1 == starts.count
    let body = texts[starts[place]..<(isLast ? texts.count : starts[place + 1])]
    let given = body.firstIndex(of: "swiftSettings").map { texts[($0 + 2)...].first ?? "" }
    guard !["house", "houseTests"].contains(given) else { return nil }
    let line = manifest.tokens[starts[place]].line
    let end = isLast ? lines.count : manifest.tokens[starts[place + 1]].line - 1
    return BareTarget(
      line: line, text: lines[(line - 1)..<max(line, end)].joined(separator: "\n"))
  }
}

/// The compiler ignores a misspelt feature, so a probe must fail to build when the feature is off.
let featuresAreProbed = Rule("every upcoming feature is probed") { files in
  guard let manifest = files.file("Package.swift") else { return [] }
  let probes = files.filter { $0.path.hasPrefix("Tests/") && $0.isSwift }.map(\.uncommented)
  return manifest.uncommented.quoted(after: ".enableUpcomingFeature(").compactMap { feature in
    let probe = "#if !hasFeature(\(feature))\n  #error("
    let isProbed = probes.contains { $0.contains(probe) || $0.contains(probe.unindented) }
    return isProbed ? nil : manifest.violation(1, "no test asks whether \(feature) is on")
  }
}

let migrationsAreListed = Rule("the list of migrations is the folder's") { files in
  let folder = files.filter { $0.path.hasPrefix("Migrations/") && $0.path.hasSuffix(".sql") }
    .map(\.name).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  guard !folder.isEmpty else { return [] }
  let manifest = files.file("Package.swift")
  let list = files.file("Migrations/Migrations.swift")
  // Other targets embed files that are no migrations.
  let embedded = (manifest?.uncommented.quoted(after: ".embedInCode(") ?? [])
    .filter { $0.hasSuffix(".sql") && !$0.contains("/") }
  let listed = list?.uncommented.quoted(after: "(") ?? []
  let resources = list?.tokens.filter { $0.isMember && $0.text.hasSuffix("_sql") }.map(\.text) ?? []
  let expected = folder.map { name in
    String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }
  return [
    embedded == folder
      ? nil : manifest?.violation(1, "embeds \(embedded), the folder is \(folder)"),
    listed.map { $0 + ".sql" } == folder
      ? nil : list?.violation(1, "lists \(listed), the folder is \(folder)"),
    resources == expected ? nil : list?.violation(1, "reads \(resources), not \(expected)"),
  ].compactMap(\.self)
}

/// A planted fault that applies nowhere, or that has no switch, proves nothing about the
/// simulation.
let plantedFaultsApply = Rule(
  "every planted fault has one place in the sources, and is on or off there"
) { files in
  guard let list = files.file("Tests/Simulating/faults.txt") else { return [] }
  return list.lines.indices.compactMap { start in
    guard list.lines[start].hasPrefix("== "), start + 1 < list.lines.count else { return nil }
    let path = String(list.lines[start + 1])
    let block = list.lines[(start + 2)...].prefix { !$0.isEmpty }
    let before = block.prefix { $0.hasPrefix("- ") }.map { $0.dropFirst(2) }
    let lines = files.file(path)?.lines ?? []
    let places = lines.indices.count { lines[$0...].starts(with: before) }
    if before.isEmpty || places != 1 {
      return list.violation(start + 1, "\(places) places in \(path)")
    }
    let hasSwitch = block.contains { $0.hasPrefix("+ ") && $0.contains("FAULT") }
    return hasSwitch ? nil : list.violation(start + 1, "no line with FAULT takes its place")
  }
}

extension String {
  fileprivate var unindented: String { split(separator: "\n  ").joined(separator: "\n") }

  /// The string literals that directly follow a text.
  fileprivate func quoted(after text: String) -> [String] {
    var rest = self[...]
    var found: [String] = []
    while let range = rest.firstRange(of: text + "\"") {
      rest = rest[range.upperBound...]
      found.append(String(rest.prefix { $0 != "\"" }))
    }
    return found
  }
}
