import Foundation
import RouteTestSupport
import Testing

/// The guides that lead to an app show code that is compiled and run. Every piece of Swift in them
/// is a marked region of a file beside this one, whose tests run it, or a whole file of the
/// examples. The other pages with Swift are named here.
struct GuideTests {
  nonisolated private static let guides: [(page: String, files: [String])] = [
    ("coming-from-scotty", ["ThreeTabs"]), ("coming-from-shepherd", ["AboutScreen"]),
    ("coming-from-route-composer", ["ProductScreens"]),
    ("adopting-gradually", ["LinkDoor", "AdoptedShop"]), ("universal-links", ["OwnScheme"]),
    ("testing-your-routes", ["ShopRouteTests", "BugReportTests"]), ("logging", ["LoggedShop"]),
    (
      "tutorial",
      [
        "Package", "Sources/Bakery/Bakery", "Sources/Bakery/Bakery+Launch",
        "Tests/BakeryTests/BakeryTests", "Sources/bakery-terminal/Terminal", "App/BakeryApp",
      ].map { "Examples/tutorial/" + $0 }
    ),
    (
      "recipes",
      ["RecipeShop", "Examples/adopting-swiftui/CatalogTab", "RecipeShop+Entrances"]
    ),
    ("seeing-it-run", ["InspectedShop"]),
  ]

  /// The pages with excerpts in Swift that are not compiled.
  private static let excerpts = [
    "RouteEngine/RouteEngine.docc/apple-platforms", "RouteEngine/RouteEngine.docc/destinations",
    "RouteEngine/RouteEngine.docc/following-a-request", "RouteEngine/RouteEngine.docc/patterns",
    "RouteEngine/RouteEngine.docc/pending-actions", "RouteEngine/RouteEngine.docc/restoring",
    "RouteEngine/RouteEngine.docc/routers", "RouteEngine/Replay/RouteReplay.docc/RouteReplay",
    "RouteEngine/Replay/RouteReplay.docc/replaying",
    "RouteEngine/Testing/RouteTesting.docc/RouteTesting", "RouteStore/RouteStore.docc/RouteStore",
  ].map { "Sources/\($0).md" }

  private static let catalogue = "Sources/RouteEngine/RouteEngine.docc"

  /// The guide of the library that tests apps is in a catalogue of its own.
  private static func path(of page: String) -> String {
    let testing = "Sources/RouteEngine/Testing/RouteTesting.docc"
    return "\(page == "testing-your-routes" ? testing : catalogue)/\(page).md"
  }

  /// The lines between each pair of marks, as a page would show them.
  static func pieces(of text: String, from begin: String, to end: String) -> [String] {
    var pieces: [String] = []
    var lines: [Substring]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let mark = line.trimmingCharacters(in: .whitespaces)
      if mark == begin {
        lines = []
      } else if mark == end, let piece = lines {
        let margin = piece.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        pieces.append(piece.map { String($0.dropFirst(margin)) }.joined(separator: "\n"))
        lines = nil
      } else {
        lines?.append(line)
      }
    }
    return pieces
  }

  @Test(arguments: guides)
  func `every piece of Swift in a guide that leads to an app is compiled, word for word`(
    page: String, files: [String]
  ) throws {
    let shown = Self.pieces(
      of: try PackageFile.text(Self.path(of: page)), from: "```swift", to: "```")
    let compiled = try files.flatMap { name in
      if name.hasPrefix("Examples/") {
        return [String(try PackageFile.text("\(name).swift").dropLast())]
      }
      return Self.pieces(
        of: try PackageFile.text("Tests/RouteEngineTests/Guides/\(name).swift"),
        from: "// guide:", to: "// :guide")
    }
    #expect(!shown.isEmpty)
    #expect(shown == compiled)
  }

  @Test func `every page with Swift is compiled, or named as one of excerpts`() throws {
    let pages = try FileManager.default
      .subpathsOfDirectory(atPath: PackageFile.url("Sources").path)
      .filter { $0.contains(".docc/") && $0.hasSuffix(".md") }.map { "Sources/\($0)" }
    let showing = try pages.filter { try PackageFile.text($0).contains("```swift\n") }
    let named = Self.guides.map { Self.path(of: $0.page) } + Self.excerpts
    #expect(showing.sorted() == named.sorted())
  }

  @Test func `samples in comments name types as an app does`() throws {
    let sources = try FileManager.default
      .subpathsOfDirectory(atPath: PackageFile.url("Sources/RouteEngine").path)
      .filter { $0.hasSuffix(".swift") }.map { try PackageFile.text("Sources/RouteEngine/\($0)") }
    let aliases = Set(
      sources.flatMap { $0.matches(of: /package typealias (\w+)/).map { String($0.1) } })
    #expect(aliases.count > 10)
    for source in sources {
      for sample in Self.pieces(of: source, from: "/// ```swift", to: "/// ```") {
        // A name behind a dot is a member of a public type.
        let names = sample.matches(of: /\.?\w+/).map { String($0.0) }
        #expect(aliases.isDisjoint(with: names), "\(sample)")
      }
    }
  }

  @Test func `every guide for those who come from another library is held to its code`() throws {
    let pages = try FileManager.default.contentsOfDirectory(
      atPath: PackageFile.url(Self.catalogue).path)
    let coming = pages.filter { $0.hasPrefix("coming-from-") }.map { $0.dropLast(".md".count) }
    let held = Self.guides.map(\.page).filter { $0.hasPrefix("coming-from-") }
    #expect(coming.sorted() == held.sorted().map { $0[...] })
  }

  @Test(arguments: [
    "The first test", "The table", "An interceptor that waits", "After a kill", "After an update",
    "A journal out of a bug report",
  ])
  func `each subject of an app's tests takes ten lines at most`(heading: String) throws {
    let sections = try PackageFile.text(Self.path(of: "testing-your-routes"))
      .split(separator: "\n## ")
    let section = try #require(sections.first { $0.hasPrefix("\(heading)\n") })
    let tests = Self.pieces(of: String(section), from: "```swift", to: "```")
      .filter { $0.contains("@Test") }
    #expect(!tests.isEmpty)
    for test in tests { #expect(test.split(separator: "\n").count <= 10, "\(test)") }
  }

  @Test func `a region loses its margin, and nothing else`() {
    let text = """
      let a = 1
        // guide:
        if a > 0 {
          b()

        }
        // :guide
      """
    let pieces = Self.pieces(of: text, from: "// guide:", to: "// :guide")
    #expect(pieces == ["if a > 0 {\n  b()\n\n}"])
  }
}
