import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

@testable import RouteReplayProgram

/// Every column of an entry is shown to people and given to programs.
@Suite struct `Every column of an entry` {
  let place = Workplace.sample()

  @Test func `is a column of the list for programs`() {
    let columns = EntryColumns.columns.map(\.name)
    #expect(Set(columns).count == columns.count)
    #expect(Set(columns).isSuperset(of: EntryRow.Field.allCases.map(\.rawValue)))
  }

  @Test(arguments: EntryRow.Field.allCases)
  func `is always shown with the entry`(field: EntryRow.Field) throws {
    let number = field == .duration ? spanText(7_700) : "7700"
    let told = field.isNumber ? number : "told-\(field)"
    let value = field.isNumber ? "7700" : "'\(told)'"
    let others = EntryRow.Field.allCases.filter { $0 != field }.map { ", \($0.rawValue) = NULL" }
    let path = place.path("app.journal")
    try Tampering.run(
      "UPDATE journal SET \(field.rawValue) = \(value)\(others.joined()) WHERE sequence = 2",
      on: path)
    try Tampering.chainAnew(path)
    let shown = try place.run("show", "app.journal", "2").output
    #expect(shown.contains(told), "\(told) is not in\n\(shown)")
  }
}
