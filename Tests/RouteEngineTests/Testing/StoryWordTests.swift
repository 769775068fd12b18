import RouteTestSupport
import Testing

/// The guide's tables list exactly the lines that a story can have.
struct StoryWordTests {
  @Test func `the guide tells of every word that a line can begin with, and of no other`() throws {
    let guide = try PackageFile.lines(
      "Sources/RouteEngine/Testing/RouteTesting.docc/testing-your-routes.md")
    var told: Set<String> = []
    for row in guide where row.hasPrefix("| `") {
      let cell = row.dropFirst(2).prefix { $0 != "|" }
      let lines = cell.split(separator: "`").enumerated().filter { $0.offset.isMultiple(of: 2) }
      for (_, line) in lines { told.insert(String(line.prefix { $0 != ":" && $0 != " " })) }
    }
    #expect(told == Set(StoryWord.allCases.map(\.rawValue)).union(["LINE"]))
  }
}
