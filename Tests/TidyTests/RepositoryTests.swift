import Testing

@Suite struct `The repository` {
  @Test func `is read whole`() {
    let paths = Set(Repository.files.map(\.path))
    #expect(paths.contains("Package.swift"))
    #expect(paths.contains("Migrations/v001-journal.sql"))
    #expect(paths.contains("Tests/TidyTests/RepositoryTests.swift"))
    #expect(Repository.files.count { $0.isShipped } > 100)
    #expect(!paths.contains { $0.hasPrefix(".build/") || $0.hasPrefix(".git/") })
  }

  @Test(arguments: Rule.all) func `keeps every house rule`(_ rule: Rule) {
    let violations = rule.check(Repository.files)
    guard !violations.isEmpty else { return }
    Issue.record("\(rule), but:\n\(violations.map(\.description).joined(separator: "\n"))")
  }
}
