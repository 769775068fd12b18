import Foundation
import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

/// The table of kinds lists exactly the columns and members of entries, and the guide shows it.
@Suite struct `The table of kinds` {
  @Test func `is the one that the code has`() {
    #expect(Set(KindTable.guide.rows.keys) == Set(EntryKind.allCases.map(\.word)))
    for kind in EntryKind.allCases {
      let row = KindTable.guide.rows[kind.word]
      #expect(row?.number == kind.rawValue, "\(kind)")
      #expect(row?.columns == Set(kind.fields.map(\.rawValue)), "\(kind)")
      #expect(row?.members == Set(kind.members.map(\.rawValue)), "\(kind)")
    }
  }

  @Test(arguments: GoldenStory.allCases)
  func `has all that entries of golden journals have`(story: GoldenStory) throws {
    try History(path: story.journal.path).forEachEntry { row in
      #expect(EntryKind.surplus(of: row) == [], "entry \(row.sequence)")
    }
  }

  /// Columns and members that no golden journal has. The journals of other tests may have them:
  /// these are checked against the table, but this suite does not prove that they occur.
  private static let elsewhere: [String: Set<String>] = [
    "began": ["payload.sources"], "restored": ["payload.notes"],
    "received": ["router"], "signalled": ["screen_before", "screen_after"],
    "decided": [
      "router", "variant", "payload.step", "payload.all_changes", "payload.left_out",
    ],
    "parked": ["router", "variant", "payload.all_changes", "payload.left_out"],
    "background": ["payload.changes"], "stable": ["payload.changes"],
    "table": ["payload.changes", "payload.notes"], "started": ["payload.all_changes"],
    "expired": ["attempt"], "cancelled": ["reason", "payload.notes"],
    "superseded": ["request", "cause", "action", "attempt"], "redacted": ["payload.notes"],
    "late": ["request", "reason", "action", "attempt"],
  ]

  @Test func `has nothing that no entry has`() throws {
    var met: [String: Set<String>] = [:]
    for story in GoldenStory.allCases {
      try History(path: story.journal.path).forEachEntry { row in
        let members = row.members.map { "payload.\($0)" }
        met[EntryKind(rawValue: row.kind)?.word ?? "", default: []]
          .formUnion(row.filledColumns.union(members))
      }
    }
    for kind in EntryKind.allCases {
      let told = Set(kind.fields.map(\.rawValue) + kind.members.map { "payload.\($0.rawValue)" })
      #expect(
        told.subtracting(met[kind.word] ?? []) == Self.elsewhere[kind.word] ?? [], "\(kind)")
    }
  }
}
