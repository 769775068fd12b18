import RouteStore
import Testing

@testable import RouteEngine

/// The lease of an action in a journal: only a started action has one.
struct JournaledLeaseTests {
  @Test(arguments: PendingAction.Status.allCases)
  func `a lease of an action that is not started is damage`(status: PendingAction.Status) throws {
    let action = """
      {"id":1,"lease_ends_us":5,"name":"a","request":1,"screen":1,"status":"\(status.rawValue)"}
      """
    var entry = EntryRow(sequence: 1, session: 1, kind: 4)
    entry.payload = Array(#"{"changes":[{"action":\#(action),"change":"enqueue"}]}"#.utf8)
    let state = #"{"actions":[\#(action)],"counter":1,"scenes":[{"root":{"id":1,"kind":"a"}}]}"#
    guard status != .started else {
      #expect(try EntryCoder.decode(entry).changes.count == 1)
      #expect(try StateCoding.decode(Array(state.utf8)).brokenInvariant == nil)
      return
    }
    #expect(throws: EntryError.self) { try EntryCoder.decode(entry) }
    #expect(throws: JSONError.self) { try StateCoding.decode(Array(state.utf8)) }
  }
}
