import Testing

@Suite struct `The repository` {
  @Test func `is read whole`() {
    let paths = Set(Repository.files.map(\.path))
    // A rule about one file would find nothing if that file were gone.
    let named: Set = [
      "Package.swift", "README.md", "CONTRIBUTING.md", "Examples/first/First.swift",
      "Migrations/Migrations.swift", "Migrations/v001-journal.sql",
      "Sources/RouteEngine/Session/RouteSession.swift",
      "Sources/RouteStore/PrivacyInfo.xcprivacy", "Tests/FaultTests/README.md",
      "Tests/PARITY.md", "Tests/Simulating/faults.txt", "Tests/TidyTests/RepositoryTests.swift",
    ]
    #expect(named.subtracting(paths) == [])
    #expect(Repository.files.count { $0.isShipped } > 100)
    #expect(!paths.contains { $0.hasPrefix(".build/") || $0.hasPrefix(".git/") })
  }

  @Test(arguments: Rule.all) func `keeps every house rule`(_ rule: Rule) {
    let violations = rule.check(Repository.files)
    guard !violations.isEmpty else { return }
    Issue.record("\(rule), but:\n\(violations.map(\.description).joined(separator: "\n"))")
  }
}
