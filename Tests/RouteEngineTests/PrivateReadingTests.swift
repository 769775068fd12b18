import Foundation
import RouteStore
import RouteTestSupport
import Testing

@testable import RouteEngine

/// A link that could be a private route in any reading has no clear text.
@MainActor @Suite struct PrivateReadingTests {
  private struct Gift: ScreenKind { var code: String }
  private struct Ticket: ScreenKind {
    var event: String
    var seat: String
  }
  private struct Page: ScreenKind { var name: String }

  private func table(openPages: Bool) throws -> RouteTable {
    try RouteTable(tree: "main/stack[home]") {
      Kind(Gift.self, private: \.code)
      Kind(Ticket.self, private: \.seat)
      Kind(Page.self)
      Route("gift", "/gift/:code", to: [.push(Gift.self)])
      Route("ticket", "/e/:event/seat/:seat", to: [.push(Ticket.self)])
      if openPages { Route("page", "/:name", to: [.push(Page.self)]) }
    }
  }

  /// Everything beside the vault: a report copy, and what the host is told.
  private func leaks(
    _ canaries: [String], _ session: RouteSession, _ journal: TestJournal, _ words: [String]
  ) throws -> [String] {
    let copy = journal.file("report.sqlite")
    try session.writeReportCopy(to: copy)
    var text = String(
      decoding: try Data(contentsOf: URL(fileURLWithPath: copy)), as: UTF8.self)
    text += words.joined(separator: "\n") + session.notation
    let small = text.lowercased()
    return canaries.filter { small.contains($0.lowercased()) }
  }

  @Test(arguments: [false, true])
  func `an encoded separator before a capture hides what follows`(openPages: Bool) throws {
    let journal = try TestJournal(table(openPages: openPages))
    let session = journal.launch()
    let links = [
      "/gift%2FCANARY0X", "/gift%2fCANARY1X", "/gift%252FCANARY2X", "/gift%5CCANARY3X",
      "https://shop.example/gift%2FCANARY4X", "shop://gift%2FCANARY5X", "shop:gift%2FCANARY6X",
      "/gift%3FCANARY7X", "/e/7%2Fseat%2FCANARY8X", "/e%2F7%2Fseat/CANARY9X",
      "/%67ift%2FCANARY10X", "/GIFT%252f%2fCANARY11X", "/gift;CANARY12X", "https://gift/CANARY13X",
      "/e//seat/CANARY14X", "shop://gift:7/CANARY15X", "/x/%2e%2e%2Fgift%2FCANARY16X",
      "/a%2Fgift/CANARY17X", "/gift%00CANARY18X", "/gift%20/CANARY19X", "/gift%23CANARY20X",
      "//gift/CANARY21X", "/e/7%2F8/seat/CANARY22X",
    ]
    var words: [String] = []
    for link in links { words.append("\(session.open(link).outcome.map(\.description) ?? "")") }
    let canaries = links.indices.map { "CANARY\($0)X" }
    #expect(try leaks(canaries, session, journal, words) == [])
    try journal.requireReplays(of: session)
  }

  @Test(arguments: 0..<8)
  func `no canary of links made up around private routes is anywhere`(seed: UInt64) throws {
    var random = SeededRandom(seed)
    let journal = try TestJournal(table(openPages: seed % 2 == 1))
    let session = journal.launch()
    let separators = [
      "/", "/", "//", "%2F", "%2f", "%252F", "%25252f", "%5C", "%5c", "\\", "/./", "%2F%2F", ";",
      "%3B", "%3F", "%23", "?", "#", "%20/", "%00", "%0A", "/%2e/", "/x/../", ":", "=", "%3D", "&",
    ]
    let starts = [
      "", "https://shop.example", "shop:/", "shop:", "shop://", "shop://host", "http:/",
    ]
    let words = [["gift"], ["GIFT"], ["%67ift"], ["e", "7", "seat"], ["E", "a%20b", "Seat"]]
    var canaries: [String] = []
    var links: [String] = []
    var outcomes: [String] = []
    for number in 0..<60 {
      let canary = "CANARY\(seed)x\(number)X"
      var link = starts[random.below(starts.count)]
      if random.below(4) == 0 { link += separators[random.below(separators.count)] + "en" }
      for word in words[random.below(words.count)] {
        link += separators[random.below(separators.count)] + word
      }
      link += separators[random.below(separators.count)] + canary
      if random.below(4) == 0 { link += separators[random.below(separators.count)] + "more" }
      canaries.append(canary)
      links.append(link)
      outcomes.append(session.open(link).outcome.map(\.description) ?? "")
    }
    let leaked = try leaks(canaries, session, journal, outcomes)
    let guilty = zip(canaries, links).filter { leaked.contains($0.0) }.map(\.1)
    #expect(guilty == [])
    try journal.requireReplays(of: session)
  }
}
