import Foundation
import Testing

@testable import RouteReplayProgram

/// A page that `report` wrote, and its data.
struct WrittenReport {
  let html: String
  let data: [String: Any]

  init(_ html: String) throws {
    self.html = html
    let text = try #require(
      html.components(separatedBy: "<script id=\"data\" type=\"application/json\">").last?
        .components(separatedBy: "</script>").first)
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    data = try #require(object as? [String: Any])
  }

  var texts: [String] { data["texts"] as? [String] ?? [] }

  func journal(_ index: Int = 0) throws -> [String: Any] {
    try #require((data["journals"] as? [[String: Any]])?[index])
  }

  func column<Value>(_ name: String, of type: Value.Type = Value.self) throws -> [Value] {
    let entries = try #require(try journal()["entries"] as? [String: Any])
    return try #require(entries[name] as? [Value], "\(name)")
  }

  func column(textsOf name: String) throws -> [String] {
    try column(name, of: Int.self).map { texts[$0] }
  }

  func sessions<Value>(_ name: String, of type: Value.Type = Value.self) throws -> [Value] {
    let sessions = try #require(try journal()["sessions"] as? [String: Any])
    return try #require(sessions[name] as? [Value], "\(name)")
  }

  func sessions(textsOf name: String) throws -> [String] {
    try sessions(name, of: Int.self).map { texts[$0] }
  }

  /// Each entry's hierarchy, drawn.
  func drawings() throws -> [[String]] {
    let rows = try #require(try journal()["rows"] as? [[Int]])
    var newest: [Int] = []
    return try column("drawing", of: [Int].self).map { change in
      newest = ReportedDrawing.apply(
        .init(head: change[0], tail: change[1], rows: Array(change[2...])), to: newest)
      return newest.map { texts[rows[$0][0]] + texts[rows[$0][1]] }
    }
  }

  var comparison: [String: Any]? { data["comparison"] as? [String: Any] }
}

extension Workplace {
  /// Runs `report` and reads the page that it wrote.
  func report(_ words: String..., status: Int32 = 0) throws -> WrittenReport {
    try report(words, status: status)
  }

  func report(_ words: [String], status: Int32 = 0) throws -> WrittenReport {
    let name = "\(UUID()).html"
    try run(["report"] + words + ["--out", name]).expect(status)
    return try WrittenReport(String(decoding: try #require(bytes(name)), as: UTF8.self))
  }
}
