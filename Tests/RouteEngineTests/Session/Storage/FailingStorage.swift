import RouteTestSupport

@testable import RouteEngine
@testable import RouteStore

extension RouteSession {
  /// Makes writes to the session's open file fail, or work again.
  func failWriting(_ isFailing: Bool = true) throws {
    try recorder.journal.connection.execute("PRAGMA query_only=\(isFailing ? "ON" : "OFF")")
  }
}
