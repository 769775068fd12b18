import RouteTestSupport
import Testing

@testable import RouteStore

/// The guide to the journal's format, by which programs in other languages read a file.
@Suite struct `The guide to the format` {
  private let folder = TemporaryFolder()
  private let path: String
  private let lines: [String]

  init() throws {
    path = folder.file("a.sqlite")
    _ = try filledJournal(.file(path), count: 1)
    lines = try PackageFile.lines("Sources/RouteStore/RouteStore.docc/journal-format.md")
  }

  /// The cells of the table below a given line of headings.
  private func table(_ headings: String) throws -> [[String]] {
    let start = try #require(lines.firstIndex(of: headings), "\(headings)")
    return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map { line in
      line.split(separator: "|").map { cell in
        cell.split(separator: " ").joined(separator: " ").replacing("`", with: "")
      }
    }
  }

  @Test func `lists the columns of an entry with their numbers and types`() throws {
    let connection = try Connection(path: path, mode: .read)
    let list = try connection.prepare(
      "SELECT cid + 1, name, lower(type) FROM pragma_table_info('journal')")
    var columns: [[String]] = []
    while try list.step() { columns.append([list.text(0), list.text(1), list.text(2)]) }
    let told = try table("| number | column | type | meaning |")
    #expect(told.map { Array($0.prefix(3)) } == columns)
  }

  @Test func `names every table`() throws {
    let connection = try Connection(path: path, mode: .read)
    let list = try connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
    var tables: Set<String> = []
    while try list.step() { tables.insert(list.text(0)) }
    let told = try table("| table | holds |").flatMap { $0[0].split(separator: ", ") }
    // The guide begins with the tables of these names.
    let others = ["entry_kind", "journal", "migration"]
    #expect(Set(told.map(String.init) + others) == tables)
  }

  @Test func `tells the header and the bounds`() throws {
    let text = lines.joined(separator: "\n")
    let connection = try Connection(path: path, mode: .read)
    let identifier = try #require(try connection.integer("PRAGMA application_id"))
    #expect(text.contains("`application_id` 0x\(String(identifier, radix: 16, uppercase: true)) "))
    #expect(text.contains("`user_version` \(History.newestFormat), the number of"))
    let numbers = FileBounds.numbers
    #expect(text.contains("from \(numbers.lowerBound) to \(numbers.upperBound) "))
    #expect(FileBounds.textBytes == 1_048_576 && text.contains("1 MiB (1,048,576 bytes)"))
    #expect(FileBounds.valueBytes == 128 << 20 && text.contains("a private value 128 MiB"))
    #expect(FileBounds.queriedBytes == 16 << 20 && text.contains("no value of more than 16 MiB"))
    #expect(FileBounds.steps == 1_000_000_000 && text.contains("at most 1,000,000,000 steps"))
    #expect(FileBounds.stepsOfByte == 25 && text.contains("and 25 more for each byte"))
  }
}
