import Foundation
import RouteStore
import RouteTestSupport
import Testing

@testable import RouteReplayProgram

@Suite struct `An access log` {
  static let start = #"10.0.0.1 - - [17/May/2015:10:05:03 +0000] "#

  private func line(_ text: String) throws(AccessLogLine.Failure) -> AccessLogLine {
    try AccessLogLine(Array(text.utf8))
  }

  @Test func `line is read whole`() throws {
    let text =
      #"v - frank [10/Oct/2000:13:55:36 -0700] "GET /a?b=c HTTP/1.0" 200 23 "http://r/" "M (x)""#
    let read = try line(text)
    #expect(read.visitor == "v")
    #expect(read.at == 971_211_336_000_000)
    #expect(read.target == "/a?b=c")
    #expect(read.digest == SHA256.digest(of: Array(text.utf8)))
  }

  @Test(arguments: [
    #""GET /a HTTP/1.1" 304 - "-" "-""# + "\r", #""GET /a HTTP/1.1" 200 5"#,
    #""GET /a HTTP/1.1" 200 5 "-" "Mozilla/5.0 (comp"#, #""GET /a HTT"#,
  ])
  func `line may lack what follows its target`(rest: String) throws {
    #expect(try line(Self.start + rest).target == "/a")
  }

  @Test(
    arguments: [
      ("", "has no visitor; is this an access log in the combined format?"),
      ("v - -", "has no time in brackets; is this an access log in the combined format?"),
      (
        "v - - [31/Jun/2015:10:05:03 +0000] \"GET / HTTP/1.1\"",
        "has the time '31/Jun/2015:10:05:03 +0000', not one like 17/May/2015:10:05:03 +0000"
      ),
      (
        "v - - [02/Oct/2219:00:00:00 +0000] \"GET / HTTP/1.1\"",
        "has the time '02/Oct/2219:00:00:00 +0000', which no journal can hold"
      ),
      (
        "v - - [01/Jan/1684:00:00:00 +0000] \"GET / HTTP/1.1\"",
        "has the time '01/Jan/1684:00:00:00 +0000', which no journal can hold"
      ),
      (start, "has no request in quotes after the time"),
      (start + "\"GET /par", "is cut off inside what was asked for"),
      (start + "\"GET", "is cut off inside what was asked for"),
      (start + "\"-\" 408 0", "asks for nothing: '-'"),
      (start + "\"\\x16\\x03\" 400 0", "asks for nothing: '\u{16}\u{3}'"),
      (start + "\"GET \" 400 0", "asks for nothing: 'GET '"),
      (start + "\"GET  HTTP/1.1\" 400 0", "asks for nothing: 'GET  HTTP/1.1'"),
    ] as [(String, String)])
  func `line that is no request is reported with the reason`(text: String, reason: String) {
    #expect {
      try line(text)
    } throws: { error in
      (error as? AccessLogLine.Failure)?.reason == reason
    }
  }

  @Test(arguments: [
    (#"GET /a b HTTP/1.1"#, "/a b"), (#"GET /a"#, "/a"), (#"GET /%41 HTTP/1.1"#, "/%41"),
    (#"GET /\"q\" HTTP/1.1"#, "/\"q\""), (#"GET /\xc3\xa9 HTTP/1.1"#, "/é"),
    (#"GET /\xe4\x0a HTTP/1.1"#, "/%E4%0A"), (#"GET http://h/a HTTP/1.1"#, "http://h/a"),
    (#"GET /\xz HTTP/1.1"#, #"/\xz"#), (#"GET /a\\ HTTP/1.1"#, #"/a\"#),
  ])
  func `asks for a target in any spelling`(request: String, target: String) throws {
    #expect(try line(Self.start + "\"\(request)\" 200 1").target == target)
  }

  @Test(arguments: [
    "17/May/2015:10:05:03", "17/Mai/2015:10:05:03 +0000", "00/May/2015:10:05:03 +0000",
    "17/May/2015:24:05:03 +0000", "17/May/2015 10:05:03 +0000", "17/May/2015:10:05:03 *0000",
    "-7/May/2015:10:05:03 +0000", "17/May/2015:10:05:61 +0000", "17/May/2015:10:05:03 +0060",
  ])
  func `has times that are checked`(stamp: String) {
    #expect(microseconds(ofLogTime: Array(stamp.utf8)) == nil)
  }

  @Test func `has times with an offset from UTC`() {
    let utc = microseconds(ofLogTime: Array("17/May/2015:10:05:03 +0000".utf8))
    #expect(utc == 1_431_857_103_000_000)
    #expect(microseconds(ofLogTime: Array("17/May/2015:15:35:03 +0530".utf8)) == utc)
    #expect(microseconds(ofLogTime: Array("16/May/2015:22:35:03 -1130".utf8)) == utc)
  }

  @Test func `is split into visits by visitor and silence`() {
    var log = AccessLog()
    let requests = [
      ("a", "10:00:00", "/1"), ("b", "09:59:30", "/2"), ("a", "10:29:59", "/4"),
      ("a", "10:10:00", "/3"),
      ("a", "10:59:59", "/6"), ("a", "10:29:59", "/5"), ("a", "10:29:59", "/5"),
    ]
    for (index, (visitor, time, target)) in requests.enumerated() {
      let text = "\(visitor) - - [17/May/2015:\(time) +0000] \"GET \(target) HTTP/1.1\" 200 1"
      log.add(.whole(index + 1, Array(text.utf8)))
    }
    let visits = log.visits()
    #expect(visits.map(\.visitor) == ["b", "a", "a"])
    let targets = visits.map { visit in visit.places.map { log.lines[$0].target } }
    #expect(targets == [["/2"], ["/1", "/3", "/4", "/5", "/5"], ["/6"]])
  }

  @Test func `may begin with a byte order mark`() {
    var log = AccessLog()
    let text = Self.start + #""GET /a HTTP/1.1" 200 5"#
    log.add(.whole(1, Array("\u{FEFF}\(text)".utf8)))
    log.add(.whole(2, Array(text.utf8)))
    #expect(log.visits().map(\.visitor) == ["10.0.0.1"])
    let digest = SHA256.digest(of: Array(text.utf8))
    #expect(log.lines.map(\.digest) == [digest, digest])
  }

  @Test func `that is damaged keeps its good lines`() {
    var log = AccessLog()
    log.add(.whole(1, Array("rubbish".utf8)))
    log.add(.tooLong(2))
    log.add(.whole(3, []))
    log.add(.whole(4, Array((Self.start + #""GET /good HTTP/1.1" 200 5"#).utf8)))
    log.add(.whole(5, [0xFF, 0x00, 0x20, 0x5B]))
    #expect(log.lines.map(\.target) == ["/good"])
    #expect(log.problems.map(\.line) == [1, 2, 5])
  }

  static let recorded = "../shared/data/access-log/semicomplete.log"

  @Test(.enabled(if: PackageFile.exists(recorded), "the recorded log is missing"))
  func `of a real server has 3,052 visits`() throws {
    let log = try AccessLog(path: PackageFile.url(Self.recorded).path)
    #expect(log.lines.count == 10_000)
    #expect(log.problems.isEmpty)
    let visits = log.visits()
    #expect(visits.count == 3052)
    #expect(visits.reduce(0) { $0 + $1.places.count } == 10_000)
    #expect(Set(visits.map(\.visitor)).count == 1753)
  }
}
