import Foundation
import RouteEngine
package import RouteStore
import Testing

/// The columns and members that entries of each kind can have, as in the guide to the journal's
/// format. They equal ``EntryKind/fields`` and ``EntryKind/members``; the journals of all tests are
/// checked against them.
package struct KindTable: Sendable {
  /// One row of the guide's table.
  package struct Row: Hashable, Sendable {
    package let number: Int64
    package let columns: Set<String>
    package let members: Set<String>
  }

  /// The rows by the kinds' words.
  package let rows: [String: Row]

  /// The guide's table; without rows when it cannot be read, which another test finds.
  package static let guide = KindTable(
    (try? String(
      contentsOf: PackageFile.url("Sources/RouteStore/RouteStore.docc/journal-format.md"),
      encoding: .utf8)) ?? "")

  init(_ guide: String) {
    var rows: [String: Row] = [:]
    for line in guide.split(separator: "\n") {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 7, let number = Int64(cells[1]) else { continue }
      rows[Self.words(cells[2]).first ?? ""] = Row(
        number: number, columns: Self.words(cells[4]), members: Self.words(cells[5]))
    }
    self.rows = rows
  }

  /// The words of a cell, each between backticks.
  private static func words(_ cell: String) -> Set<String> {
    Set(cell.split(separator: "`").map(String.init).filter { $0.first?.isLetter ?? false })
  }
}

extension EntryKind {
  /// The columns and members of an entry that its kind does not have.
  package static func surplus(of row: EntryRow) -> Set<String> {
    guard let kind = EntryKind(rawValue: row.kind) else { return ["kind \(row.kind)"] }
    return row.filledColumns.subtracting(kind.fields.map(\.rawValue))
      .union(row.members.subtracting(kind.members.map(\.rawValue)).map { "payload.\($0)" })
  }

  /// The surplus of all entries of a journal.
  static func surplus(_ path: String) throws -> [String] {
    var all: [String] = []
    try History(path: path).forEachEntry { row in
      all += surplus(of: row).sorted().map { "entry \(row.sequence): \($0)" }
    }
    return all
  }
}

extension EntryRow {
  /// The names of the optional columns that this entry has.
  package var filledColumns: Set<String> {
    Set(Field.allCases.filter { self[$0] != .null }.map(\.rawValue))
  }

  /// The names of the members of its payload.
  package var members: Set<String> {
    guard !payload.isEmpty,
      let object = try? JSONSerialization.jsonObject(with: Data(payload)) as? [String: Any]
    else { return [] }
    return Set(object.keys)
  }
}
