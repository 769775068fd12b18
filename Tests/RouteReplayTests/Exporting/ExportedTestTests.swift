import Foundation
import RouteEngine
import RouteTestSupport
import Testing

@testable import RouteReplayProgram

/// Exported tests as an app's developer uses them: compiled together with the built modules, and
/// run with the app's table and with a broken one.
@MainActor
@Suite struct `An exported test` {
  let place = Workplace()

  @Test func `passes with the app's table, fails with a broken one, and lists what it needs`()
    async throws
  {
    let stories = try (0..<5).map { _ in try ExportStories() }
    stories[0].everyday()
    await stories[1].patient()
    try stories[2].rare()
    try stories[3].hostile()
    try await stories[4].policies()
    var files = ["main.swift", "Tables.swift", "Texts.swift"]
    func export(_ path: String, _ words: String...) throws {
      let result = try place.run(["export", path, "--format", "swift-test"] + words).expect(0)
      files.append("\(files.count).swift")
      place.write(files[files.count - 1], result.output)
    }
    for story in stories {
      try export(story.path, "--table", "Stories.table()", "--import", "Exported")
    }
    try export(
      stories[0].path, "--session", "1", "--table", "Stories.table()", "--import", "Exported")
    try recordShop()
    try export("shop.journal", "--table", "Shop.table()", "--import", "shop_terminal")
    place.write("Tables.swift", Self.tables)
    place.write("main.swift", "import Testing\nawait Testing.__swiftPMEntryPoint() as Never\n")
    place.write("Texts.swift", Self.texts)
    // A module cannot import itself while it is compiled; the tests of an app import its app.
    for file in files {
      let text = place.bytes(file).map { String(decoding: $0, as: UTF8.self) } ?? ""
      place.write(file, text.replacing("@testable import Exported\n", with: ""))
    }
    try compile(files)
    place.write("good.json", ExportStories.table())
    place.write("broken.json", ExportStories.table(isBroken: true))
    try place.shell("TABLE=good.json ./exported 2>&1").expect(
      0, says: "Test run with 8 tests in 0 suites passed")
    let broken = try place.shell("TABLE=broken.json ./exported 2>&1")
    #expect(broken.status != 0)
    // The six tests of the stories fail; those with the shop's own table and the texts do not
    // change.
    #expect(broken.output.contains("8 tests in 0 suites failed"), "\(broken.output)")
    let failed = broken.lines.filter { $0.contains("() failed after") }
    #expect(failed.count == 6, "\(failed)")
  }

  /// Records links of the shop, some of them private, answered as the shop would.
  private func recordShop() throws {
    let links = try PackageFile.lines("Examples/shop/links.txt").prefix(60)
    place.write("links.txt", links.joined(separator: "\n"))
    let routes = PackageFile.url("Examples/shop/routes.json5").path
    try place.run("record", "--journal", "shop.journal", "--routes", routes, "links.txt").expect(0)
  }

  private func compile(_ files: [String]) throws {
    let build = Workplace.program.deletingLastPathComponent().resolvingSymlinksInPath().path
    let root = PackageFile.root.path
    // This is the list of linked objects: the folders also hold objects of removed files.
    let modules = "/(RouteReplay|RouteEngine|RouteStore|RouteMigrations|shop_terminal)[.]build/"
    let linked = "'\(build)/route-enginePackageTests.product/Objects.LinkFileList'"
    // Code that was built for coverage must also be linked for coverage.
    try place.shell(
      """
      swiftc -swift-version 6 -warnings-as-errors -profile-generate -module-name Exported \
        -I '\(build)/Modules' -I '\(root)/Sources/CSQLite' \(files.joined(separator: " ")) \
        $(grep -E '\(modules)' \(linked)) -lsqlite3 -o exported 2>&1
      """
    ).expect(0)
  }

  private static let tables = """
    import Foundation
    import RouteEngine

    enum Stories {
      static func table() throws -> RouteTable {
        let path = ProcessInfo.processInfo.environment["TABLE"] ?? ""
        return try RouteTable(json: Array(Data(contentsOf: URL(filePath: path))))
      }
    }
    """

  /// A test that every literal equals the original text, byte for byte, on one line and on several.
  private static var texts: String {
    var lines = ["import Testing", "", "@Test func texts() {"]
    for (index, text) in ExportStories.hostileTexts.enumerated() {
      lines.append("  let bytes\(index): [UInt8] = \(Array(text.utf8))")
      for (name, indent) in [("wide", 2), ("narrow", 90)] {
        let literal = SwiftText.labelled("let \(name)\(index) = ", .string(text))
        lines += literal.lines(indent: indent).map { "  " + $0 }
        lines.append("  #expect(Array(\(name)\(index).utf8) == bytes\(index))")
      }
    }
    return (lines + ["}", ""]).joined(separator: "\n")
  }
}
