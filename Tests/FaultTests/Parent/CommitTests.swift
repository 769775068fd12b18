import FaultHost
import RouteEngine
import RouteStore
import Testing

extension FaultTests {
  @MainActor
  @Suite struct `Killed around a commit` {
    @Test(arguments: [false, true])
    func `fault 5: killed at every operation of a commit: before or after, nothing between`(
      isHalf: Bool
    ) throws {
      let filled = FaultPlace()
      try filled.child().ask("background")
      var ends: Set<Int> = []
      for count in 1...200 {
        let place = try filled.copy()
        let child = try place.child(dying: isHalf ? .halfWrite(count) : .operation(count))
        let before = try child.ask("arm")
        // Three transactions: the decision with its action claimed, the action's start, and its
        // end.
        child.say("open /notes/\(count)")
        let after = try child.acknowledgement()
        child.kill()
        try place.requireSound(holding: before, rerunning: false)
        let kinds = try place.entries().map(\.kind).dropFirst(Int(before.anchor.sequence))
        ends.insert(kinds.count)
        let whole: [EntryKind] = [.decided, .enqueued, .claimed, .started, .done]
        #expect(kinds.elementsEqual(whole.prefix(kinds.count)))

        let session = try place.relaunch()
        session.stable()
        #expect(session.health == .recording)
        let screen = session.state.tree.visibleLeaf()
        let isShown = screen?.kind == "note" && screen?.parameters["id"] == .int(Int64(count))
        #expect(isShown == !kinds.isEmpty)
        let effects = place.effects("note \(count) ")
        switch kinds.count {
        case 0: #expect(effects == 0)
        case 4: #expect(effects == 1 || effects == 2)  // the handler may have been called before
        default: #expect(effects == 1)
        }
        if after != nil {
          #expect(ends == [0, 3, 4, 5])
          try place.requireSound(holding: after)
          return
        }
      }
      Issue.record("the child outlived no number of operations")
    }

    @Test func `fault 4: killed before the commit: state unchanged, no action enqueued`() throws {
      let place = FaultPlace()
      // The decision is made before the first operation on a file.
      let child = try place.child(dying: .operation(1))
      let before = try child.ask("arm")
      try child.dies(over: "open /notes/1 push-1")

      #expect(try place.requireSound(holding: before, andNoMore: true).actions == [])
      #expect(place.effects == [])
      let session = try place.relaunch()
      #expect(session.notation == FaultPlace.notation(of: nil))
      #expect(session.open("/notes/1", source: "push-1").outcome == .shown)
      #expect(place.effects.count == 1)
      try place.requireSound(holding: before)
    }

    @Test func `fault 6: killed after the commit, before the acknowledgement: shown once`() throws {
      let place = FaultPlace()
      let child = try place.child(dying: .shown("receipt"))
      try child.ask("signal signedIn user-1")
      let last = try child.ask("open /products/1")
      try child.dies(over: "open /receipts/7 push-1")

      let state = try place.requireSound(holding: last)
      #expect(state.actions.map(\.name) == ["highlight"])
      let session = try place.relaunch()
      let there = FaultPlace.notation(of: "product(id: 1) receipt(id: 7)")
      #expect(session.notation == there)
      guard case .duplicate(let first)? = session.open("/receipts/7", source: "push-1").outcome
      else {
        Issue.record("the same id must not take effect twice")
        return
      }
      #expect(try place.entries().contains { $0.requestID == first && $0.outcome == .shown })
      #expect(session.state.actions.count == 1)
      session.ready()
      #expect(place.effects("highlight 7") == 1)
      #expect(session.notation == there)
      try place.requireSound(holding: nil)
    }
  }

  @MainActor
  @Suite struct `Killed over an action` {
    let place = FaultPlace()

    @Test func `fault 7: killed between claim and handler, it runs again and is counted`() throws {
      let child = try place.child(dying: .claimed)
      try child.dies(over: "open /notes/1")
      #expect(place.effects == [])
      let state = try place.requireSound(holding: nil)
      #expect(state.actions.map(\.attempt) == [1])

      let action = try #require(state.actions.first)
      let session = try place.relaunch()
      #expect(place.effects == ["note 1 device/\(action.id) 2 false"])
      #expect(session.state.actions.isEmpty)
      try place.requireSound(holding: nil)
    }

    @Test func `fault 8: killed in a handler after its effect, it runs again by its key`() throws {
      let child = try place.child(dying: .handler("note"))
      try child.dies(over: "open /notes/1")
      let state = try place.requireSound(holding: nil)
      let action = try #require(state.actions.first)
      #expect(place.effects == ["note 1 device/\(action.id) 1 false"])

      let session = try place.relaunch()
      #expect(
        place.effects == [
          "note 1 device/\(action.id) 1 false", "note 1 device/\(action.id) 2 true",
        ])
      #expect(session.state.actions.isEmpty)
      #expect(session.notation == FaultPlace.notation(of: "note(id: 1)"))
      try place.requireSound(holding: nil)
    }

    @Test func `fault 9: a handler that kills each time is dead after two, others run`() throws {
      var child = try place.child()
      try child.ask("open /products/1")
      child.kill()
      child = try place.child(dying: .handler("bomb"))
      try child.dies(over: "open /bombs/1")
      child = try place.child(dying: .handler("bomb"))
      #expect(child.launched == nil)
      #expect(child.wait() == 9)
      #expect(place.effects("bomb") == 2)

      child = try place.child(dying: .handler("bomb"))
      #expect(child.launched?.isRecording == true)
      try child.ask("stable")
      #expect(try child.ask("open /notes/1").outcome == "shown")
      child.kill()
      #expect(place.effects("bomb") == 2)
      #expect(place.effects("note 1") == 1)
      let session = try place.relaunch()
      #expect(
        session.notation == "main[home[feed] shop*[catalog product(id: 1) bomb(id: 1) note(id: 1)]]"
      )
      #expect(try place.entries().count { $0.kind == .dead } == 1)
      try place.requireSound(holding: nil)
    }

    @Test func `an action that waits for its screen survives, and runs once it is ready`() throws {
      var child = try place.child()
      try child.ask("signal signedIn user-1")
      try child.ask("open /receipts/7")
      child.kill()
      child = try place.child()
      #expect(place.effects("highlight") == 0)
      var last = try child.ask("ready")
      child.kill()
      #expect(try place.requireSound(holding: last, andNoMore: true).actions.isEmpty)
      child = try place.child()
      last = try child.ask("ready")
      child.kill()
      let action = try #require(try place.entries().first { $0.kind == .enqueued }?.action)
      #expect(place.effects.suffix(1) == ["highlight 7 device/\(action) 1 false"])
      #expect(place.effects("highlight") == 1)
      try place.requireSound(holding: last, andNoMore: true)
    }
  }
}
