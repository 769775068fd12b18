import RouteTestSupport

@testable import RouteEngine
@testable import RouteStore

extension RouteSession {
  /// Lets nothing be written to the file that the session has open, or lets it again.
  func failWriting(_ isFailing: Bool = true) throws {
    try recorder.journal.connection.execute("PRAGMA query_only=\(isFailing ? "ON" : "OFF")")
  }
}
