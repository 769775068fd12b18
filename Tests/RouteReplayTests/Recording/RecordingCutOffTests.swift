import Foundation
import RouteStore
import Testing

/// A recorder that was killed: its journal is the one after some transaction.
@Suite struct `A recording that was cut off` {
  let place = Workplace()

  init() {
    place.write("routes.json", Workplace.table)
    let requests = [
      ("a", "05:00", "/products/1"), ("a", "05:10", "/orders/2"), ("b", "05:20", "/products/2"),
      ("a", "05:30", "/products/1"), ("b", "05:40", "/nowhere"), ("b", "05:50", "//broken"),
      ("c", "06:00", "/orders/1"), ("a", "06:10", "/"),
    ]
    let lines = requests.map { visitor, time, target in
      "\(visitor) - - [17/May/2015:10:\(time) +0000] \"GET \(target) HTTP/1.1\" 200 1"
    }
    place.write("access.log", lines.joined(separator: "\n"))
  }

  private func record(into name: String) throws -> Workplace.Result {
    try place.run(
      "record", "--journal", name, "--routes", "routes.json", "--format", "access-log",
      "access.log")
  }

  private func head(of name: String) throws -> JournalAnchor {
    try History(path: place.path(name)).head()
  }

  /// SQL that leaves the first entries of a journal, as a death after the last of them would.
  private static func cut(after last: Int64) -> String {
    """
    UPDATE seen SET outcome = NULL WHERE request IN (
      SELECT request FROM journal WHERE sequence > \(last) AND outcome IS NOT NULL);
    DELETE FROM seen WHERE request > \(last);
    DELETE FROM checkpoint WHERE sequence > \(last);
    DELETE FROM session WHERE first_sequence > \(last);
    UPDATE session SET ended_us = NULL, ending = NULL, last_sequence = NULL
      WHERE last_sequence > \(last);
    DELETE FROM journal WHERE sequence > \(last);
    """
  }

  @Test func `ends as if it had not been, wherever it was cut`() throws {
    try record(into: "whole.journal").expect(0)
    let whole = try head(of: "whole.journal")
    // The endings by a clean beginning are in its transaction.
    let kinds = try place.run(
      "sql", "whole.journal",
      """
      SELECT CASE WHEN reason = 'the session began clean' THEN 'ending' ELSE kind END AS kind
      FROM v_entry ORDER BY sequence
      """, "-q"
    ).lines.dropFirst().map { $0 }
    #expect(kinds.contains("received") && kinds.contains("enqueued"))
    for last in 1..<kinds.count where !["enqueued", "ending"].contains(kinds[last]) {
      let path = place.path("cut.journal")
      try? FileManager.default.removeItem(atPath: path)
      try FileManager.default.copyItem(atPath: place.path("whole.journal"), toPath: path)
      try Tampering.run(Self.cut(after: Int64(last)), on: path)
      #expect(try head(of: "cut.journal").sequence == Int64(last))
      try record(into: "cut.journal").expect(0)
      // The chain covers every column of every entry.
      #expect(try head(of: "cut.journal") == whole, "cut after \(last), a \(kinds[last - 1])")
    }
    try place.run("verify", "cut.journal").expect(0)
  }
}
