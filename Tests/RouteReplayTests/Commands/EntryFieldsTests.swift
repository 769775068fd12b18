import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

@testable import RouteReplayProgram

/// Whatever stands in a column of an entry is shown to a person and handed to programs.
@Suite struct `Every column of an entry` {
  let place = Workplace.sample()

  @Test func `is a column of the list for programs`() {
    let columns = EntryColumns.columns.map(\.name)
    #expect(Set(columns).count == columns.count)
    #expect(Set(columns).isSuperset(of: EntryRow.Field.allCases.map(\.rawValue)))
  }

  @Test func `is shown with the entry`() throws {
    var told: [String] = []
    var values: [String] = []
    for (index, field) in EntryRow.Field.allCases.enumerated() {
      switch field {
      case .request, .cause, .duration, .routeVersion, .action, .attempt:
        let number = 7_700 + Int64(index)
        told.append(field == .duration ? spanText(number) : "\(number)")
        values.append("\(field.rawValue) = \(number)")
      case .scene, .entryPoint, .link, .route, .router, .variant, .outcome, .reason, .screenBefore,
        .screenAfter:
        told.append("told-\(index)")
        values.append("\(field.rawValue) = 'told-\(index)'")
      }
    }
    let path = place.path("app.journal")
    try Tampering.run(
      "UPDATE journal SET \(values.joined(separator: ", ")) WHERE sequence = 2", on: path)
    try Tampering.chainAnew(path)
    let shown = try place.run("show", "app.journal", "2").output
    for text in told { #expect(shown.contains(text), "\(text) is not in\n\(shown)") }
  }
}
