import Foundation
import Testing

/// What the libraries that this one learned from can do, and what none of them can, is a list of
/// numbered scenarios; a test's name says which it shows. Those of the
/// guides, which show some again, do not count.
struct ParityTests {
  private static let scenarios = [("S", 1...14), ("H", 1...10), ("C", 1...34), ("B", 1...9)]

  @Test func `every scenario of the parity list has a test of its number`() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    var shown: Set<Substring> = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: tests.path)
    where path.hasSuffix(".swift") && !path.contains("/Guides/") {
      let text = try String(contentsOf: tests.appending(path: path), encoding: .utf8)
      for line in text.split(separator: "\n") {
        guard let start = line.firstRange(of: "func `") else { continue }
        let name = line[start.upperBound...].prefix { $0 != "`" }
        guard let numbers = name.split(separator: ":").first, numbers.count < name.count else {
          continue
        }
        shown.formUnion(numbers.split { !$0.isLetter && !$0.isNumber })
      }
    }
    let missing = Self.scenarios.flatMap { letter, numbers in
      numbers.map { "\(letter)\($0)" }.filter { !shown.contains($0[...]) }
    }
    #expect(missing == [])
  }
}
