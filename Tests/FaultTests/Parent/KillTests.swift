import FaultHost
import Foundation
import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

/// All tests with children, one after the other, because each already uses many processes.
@Suite(.serialized) enum FaultTests {}

extension FaultTests {
  @MainActor
  @Suite struct `Killed while a request waits` {
    let place = FaultPlace()

    @Test
    func `the interceptor suspends, opens Login and dies: the link continues after the sign-in`()
      async throws
    {
      let child = try place.child()
      try child.ask("open /products/1")
      let parked = try child.ask("park /orders/7")
      #expect(parked.outcome == nil)
      child.kill()

      try place.requireSound(holding: parked, andNoMore: true)
      let session = try place.relaunch()
      #expect(session.notation == "main[home[feed] shop*[catalog product(id: 1)]]^sheet:login")
      #expect(session.state.waiting.map(\.status) == [.condition("signedIn")])
      session.report(.dismissed(nil))
      session.signal("signedIn", principal: "user-1")
      await runUntil { session.state.waiting.isEmpty }
      let there = "main[home[feed] shop*[catalog product(id: 1) order(id: 7)]]"
      #expect(session.notation == there)
      #expect(place.effects("highlight") == 0)
      session.ready()
      #expect(place.effects("highlight 7") == 1)

      session.signal("signedIn", principal: "user-1")
      session.ready()
      #expect(session.notation == there)
      #expect(place.effects("highlight") == 1)
      #expect(try place.outcomes() == ["shown", "shown", "shown", "shown"])
      try place.requireSound(holding: parked)
    }

    @Test func `waiting links survive repeated kills, and continue in order`() throws {
      var last: Child.Acknowledgement?
      for id in 1...4 {
        let child = try place.child()
        last = try child.ask("open /receipts/\(id)")
        child.kill()
        try place.requireSound(holding: last, andNoMore: true)
      }
      let session = try place.relaunch()
      #expect(session.state.waiting.count == 4)
      #expect(session.notation == "main[home*[feed] shop[catalog]]")
      session.signal("signedIn", principal: "user-1")
      let receipts = (1...4).map { "receipt(id: \($0))" }.joined(separator: " ")
      #expect(session.notation == "main[home[feed] shop*[catalog \(receipts)]]")
      #expect(session.state.waiting.isEmpty)
      try place.requireSound(holding: last)
    }

    @Test func `killed between the signal and the first turn, every link still continues`() throws {
      var child = try place.child()
      try child.ask("open /receipts/1")
      try child.ask("open /receipts/2")
      let last = try child.ask("open /receipts/3")
      child.kill()
      child = try place.child(dying: .released)
      try child.dies(over: "signal signedIn user-1")

      try place.requireSound(holding: last)
      let session = try place.relaunch()
      #expect(
        session.notation
          == "main[home[feed] shop*[catalog receipt(id: 1) receipt(id: 2) receipt(id: 3)]]")
      #expect(session.state.waiting.isEmpty)
      #expect(session.state.suspects.isEmpty)
      try place.requireSound(holding: last)
    }

    @Test func `killed in the first released link's interceptor, the others continue`() throws {
      var child = try place.child()
      for id in 1...3 { try child.ask("open /receipts/\(id)") }
      child.kill()
      child = try place.child(dying: .interceptor("member"))
      try child.dies(over: "signal signedIn user-1")

      let session = try place.relaunch()
      #expect(session.notation == "main[home[feed] shop*[catalog receipt(id: 2) receipt(id: 3)]]")
      #expect(try place.outcomes() == ["interrupted", "shown", "shown"])
      #expect(session.state.suspects.count == 1)
      try place.requireSound(holding: nil)
    }

    @Test func `a link behind one whose interceptor takes its time survives its death`()
      async throws
    {
      let child = try place.child(dying: .parent)
      try child.ask("open /slow")
      let behind = try child.ask("open /products/1 push-1")
      let repeated = try child.ask("open /products/1 push-1")
      let last = try child.ask("open /products/2")
      #expect(behind.request != nil)
      #expect(behind.outcome == nil)
      #expect(repeated.outcome == "duplicate")
      child.kill()

      try place.requireSound(holding: last, andNoMore: true)
      let session = try place.relaunch()
      #expect(session.notation == "main[home[feed] shop*[catalog product(id: 1) product(id: 2)]]")
      #expect(try place.outcomes() == ["duplicate", "interrupted", "shown", "shown"])
      try place.requireSound(holding: last)
    }

    @Test(arguments: [
      ("execute", ["shown", "shown"], "product(id: 1) product(id: 2)"),
      ("latestOnly", ["superseded", "shown"], "product(id: 2)"),
      ("clear", ["denied", "denied"], nil), ("none", [], nil),
      ("transform", ["denied", "shown"], "product(id: 9)"),
      ("custom", ["denied", "denied", "shown", "shown"], "product(id: 2) product(id: 1)"),
    ])
    func `S11: links kept by a suspended session survive, and end as the resume says`(
      policy: String, outcomes: [String], shown: String?
    ) throws {
      let child = try place.child()
      try child.ask("suspend")
      try child.ask("open /products/1")
      let last = try child.ask("open /products/2")
      child.kill()

      let session = try place.relaunch()
      #expect(session.state.isSuspended)
      #expect(session.state.waiting.map(\.status) == [.suspended, .suspended])
      let kept = session.state.waiting.map(\.id)
      switch policy {
      case "transform":
        let other = try RouteLink("/products/9")
        session.requests.resumeTransforming { $0.id == kept[0] ? nil : .link(other) }
      case "custom":
        session.requests.resumeHandingOver { kept in
          for request in kept.reversed() { session.open(request.target, from: .programmatic) }
        }
      default: session.requests.resume(try #require(WaitingRequest.ResumePolicy(rawValue: policy)))
      }
      #expect(session.notation == FaultPlace.notation(of: shown))
      #expect(try place.outcomes() == outcomes)
      // Each of the requests that were kept ends at most once, by its own id.
      let ended = try place.entries().filter { $0.outcome != nil }.compactMap(\.requestID)
      #expect(ended.filter(kept.contains) == (outcomes.isEmpty ? [] : kept))
      #expect(session.state.waiting.map(\.id) == (outcomes.isEmpty ? kept : []))
      try place.requireSound(holding: last)
    }
  }

  @MainActor
  @Suite struct `Killed before the outcome` {
    let place = FaultPlace()

    @Test func `fault 1: killed before the first commit of a request, there is no trace of it`()
      throws
    {
      var count = 1
      var before: Child.Acknowledgement?
      while true {  // the clock is read a few times for a request: the child dies at each time
        let place = FaultPlace()
        let child = try place.child(dying: .clock(count))
        guard let launched = child.launched else {
          count += 1  // the child died while it launched
          continue
        }
        child.say("open /products/1")
        let acknowledgement = try child.acknowledgement()
        child.kill()
        // After the commit the request is in the journal, which is the subject of another test.
        guard acknowledgement == nil, try place.entries().last?.sequence == launched.anchor.sequence
        else { break }
        before = launched
        try place.requireSound(holding: launched, andNoMore: true)
        let session = try place.relaunch()
        #expect(session.notation == "main[home*[feed] shop[catalog]]")
        #expect(session.open("/products/1").outcome == .shown)
        count += 1
      }
      #expect(before != nil, "the clock is read at least once for a request")
    }

    @Test func `fault 2: killed after received in the background, it is asked again`() throws {
      let child = try place.child(dying: .interceptor("checked"))
      let background = try child.ask("background")
      try child.dies(over: "open /checked push-1")

      try place.requireSound(holding: background)
      let session = try place.relaunch()
      #expect(session.notation == "main[home[feed] shop*[catalog checked]]")
      #expect(place.effects("checked") == 2)
      #expect(try place.outcomes() == ["shown"])
      #expect(session.open("/checked", source: "push-1").outcome?.word == "duplicate", "twice")
      try place.requireSound(holding: background)
    }

    @Test func `fault 2: killed in the foreground, the same id runs once when asked anew`() throws {
      let child = try place.child(dying: .interceptor("checked"))
      try child.dies(over: "open /checked push-1")

      let session = try place.relaunch()
      #expect(try place.outcomes() == ["interrupted"])
      #expect(session.open("/checked", source: "push-1").outcome == .shown)
      #expect(session.open("/checked", source: "push-1").outcome?.word == "duplicate", "twice")
      try place.requireSound(holding: nil)
    }

    @Test func `fault 2: a launch that dies before asking again does not count for the link`()
      throws
    {
      var child = try place.child(dying: .interceptor("checked"))
      try child.ask("background")
      try child.dies(over: "open /checked")
      for count in 1...3 {  // the child dies while it launches
        child = try place.child(dying: .clock(count))
        child.kill()
        #expect(child.launched == nil)
      }

      let session = try place.relaunch()
      #expect(session.notation == "main[home[feed] shop*[catalog checked]]")
      #expect(session.state.suspects.isEmpty)
      try place.requireSound(holding: nil)
    }

    @Test func `fault 3: killed in an interceptor, again: interrupted, then quarantined`() throws {
      for outcomes in [["interrupted"], ["interrupted", "quarantined"]] {
        let child = try place.child(dying: .interceptor("checked"))
        try child.dies(over: "open /checked")
        let session = try place.relaunch()
        #expect(session.health == .recording)
        #expect(try place.outcomes() == outcomes)
        #expect(session.state.waiting.isEmpty)
      }
      #expect(place.effects("checked") == 2)
      let session = try place.relaunch()
      #expect(session.open("/checked").outcome == .quarantined)
      #expect(place.effects("checked") == 2)
      #expect(session.open("/products/1").outcome == .shown)
      try place.requireSound(holding: nil)
    }
  }
}
