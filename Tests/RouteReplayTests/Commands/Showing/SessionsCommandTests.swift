import Foundation
import Testing

/// What `sessions` counts in files with very many of them.
@Suite struct `The list of sessions` {
  @Test func `counts requests that a later entry ends in time`() throws {
    let place = Workplace.sample()
    let numbers = """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
      """
    try Tampering.run(
      """
      BEGIN;
      INSERT INTO session (number, identifier, device, began_us, first_sequence)
        \(numbers) SELECT 100 + i, 's' || i, 'd', 0, 1000 + 2 * i FROM n;
      INSERT INTO journal (sequence, session, kind, request, at_us, elapsed_us, chain_digest)
        \(numbers) SELECT 1000 + 2 * i, 100 + i, 3, 1000 + 2 * i, 0, 0, zeroblob(32) FROM n;
      INSERT INTO journal
          (sequence, session, kind, request, at_us, elapsed_us, outcome, chain_digest)
        \(numbers)
        SELECT 1001 + 2 * i, 100 + i, 4, 1000 + 2 * i, 0, 0, 'shown', zeroblob(32) FROM n;
      COMMIT
      """, on: place.path("app.journal"))
    let said = try place.run("sessions", "app.journal", "-o", "json").expect(0).output
    let sessions = try #require(
      try JSONSerialization.jsonObject(with: Data(said.utf8)) as? [[String: Any]])
    #expect(sessions.count == 20_001)
    for session in sessions.dropFirst() {
      #expect(session["requests"] as? Int == 1 && session["waiting"] as? Int == 0)
    }
  }
}
