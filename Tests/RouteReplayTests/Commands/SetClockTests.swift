import Foundation
import RouteEngine
import Testing

/// Readers of a journal show in which direction the clock was set, and a replay repeats it.
@Suite @MainActor struct `A clock that was set` {
  private final class Clock {
    var wall: Int64 = 1_700_000_000_000_000
    var monotonic: Int64 = 7
  }

  private func recorded(settingClockBy span: Int64) throws -> Workplace {
    let place = Workplace()
    let table = try RouteTable(
      RouteTableDefinition(
        tree: "main/stack[feed]", screens: [ScreenDeclaration("item")],
        routes: [
          Route("item", "/item", to: [.push("item")]).performs(
            ActionTemplate("later").delayed(by: .seconds(3_600))),
          Route("order", "/order", to: [.push("item")]).asks("gate"),
        ]))
    let clock = Clock()
    func launch() -> RouteSession {
      RouteSession.launch(table, at: .file(place.path("app.journal"))) {
        $0.clock = SessionClock(
          wallMicroseconds: { clock.wall }, monotonicMicroseconds: { clock.monotonic },
          boot: "this one")
        $0.answer("gate") { $0.holds("open") ? .allow : .wait(condition: "open") }
      }
    }
    do {
      let session = launch()
      session.open("/item")
      let options = RouteRequest.Options(expiresAfter: .seconds(60))
      session.open("/order", options: options)
    }
    clock.wall += span + 5_000_001
    clock.monotonic += 5_000_001
    launch().signal("open")
    return place
  }

  @Test(arguments: [(31_536_000, "forward by 365d"), (-7_200, "back by 2h")])
  func `is said where the entry is shown`(seconds: Int64, words: String) throws {
    let place = try recorded(settingClockBy: seconds * 1_000_000)
    let log = try place.run("log", "app.journal").lines
    let line = try #require(log.last { $0.contains("restored") }, "\(log)")
    let sequence = try #require(line.split(separator: " ").first.map(String.init))
    try place.run("show", "app.journal", sequence).expect(
      says: "restored the whole place; the clock was set \(words)", "action 3: clockSet \(words)")
    try place.run("verify", "app.journal").expect(0)
  }

  @Test func `expires nothing when it all happens again`() throws {
    for seconds in [31_536_000, 0] as [Int64] {
      let place = try recorded(settingClockBy: seconds * 1_000_000)
      try place.run("what-if", "app.journal", "--out", "again.journal").expect(0)
      try place.run("verify", "again.journal").expect(0)
      for name in ["app.journal", "again.journal"] {
        try place.run("log", name).expect(0, says: "/order", lacks: "expired")
      }
    }
  }
}
