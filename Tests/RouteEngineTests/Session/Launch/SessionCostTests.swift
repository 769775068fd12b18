import CRouteSQLite
import RouteTestSupport
import Testing

@testable import RouteEngine
@testable import RouteStore

/// The cost of a session's beginning and end, counted in steps of SQLite's virtual machine.
@MainActor
struct SessionCostTests {
  private let shop = Scenario.shop()

  /// The steps, in tens, that a session takes from its launch to its end after that number of
  /// others.
  private func steps(
    after sessions: Int, _ configure: (inout RouteSession.Configuration) -> Void
  ) throws -> (launch: Int, end: Int) {
    let scenario = try TestJournal(shop)
    let journal = try Journal.open(.file(scenario.path))
    func launch() throws -> RouteSession {
      try RouteSession.launch(scenario.table, on: journal) {
        $0.clock = scenario.clock.sessionClock
        $0.device = "device"
        configure(&$0)
      }
    }
    for _ in 0..<sessions { try launch().end() }
    let counter = StepCounter()
    return try withExtendedLifetime(counter) {
      counter.count(on: journal.connection)
      defer { counter.stop(on: journal.connection) }
      let session = try launch()
      let launched = counter.steps
      session.end()
      return (launched, counter.steps - launched)
    }
  }

  @Test(arguments: [RetentionPolicy.standard, .unlimited])
  func `do not grow with the sessions before`(retention: RetentionPolicy) throws {
    let few = try steps(after: 20) { $0.retention = retention }
    let many = try steps(after: 600) { $0.retention = retention }
    #expect(few.launch > 0 && few.end > 0)
    #expect(many.launch <= few.launch * 3 / 2 + 4, "\(few) \(many)")
    #expect(many.end <= few.end * 3 / 2 + 4, "\(few) \(many)")
  }
}

/// Counts the steps of a connection's statements.
private final class StepCounter {
  private(set) var steps = 0

  func count(on connection: borrowing Connection) {
    let own = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe sqlite3_progress_handler(
      connection.handle, 10,
      { own in
        if let own = unsafe own {
          unsafe Unmanaged<StepCounter>.fromOpaque(own).takeUnretainedValue().steps += 1
        }
        return 0
      }, own)
  }

  func stop(on connection: borrowing Connection) {
    unsafe sqlite3_progress_handler(connection.handle, 0, nil, nil)
  }
}
