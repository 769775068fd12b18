import FaultHost
import Foundation
import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

extension FaultTests {
  @MainActor
  @Suite struct `Killed under a stream of requests` {
    @Test func `killed at forty random moments, nothing acknowledged is lost`() throws {
      var random = SeededRandom(FaultTests.seed)
      let place = FaultPlace()
      var acknowledged: Child.Acknowledgement?
      var notes: Set<Int> = []
      var number = 0
      for round in 1...40 {
        let child = try place.child()
        let launched = try #require(child.launched, "round \(round) of seed \(FaultTests.seed)")
        #expect(launched.isRecording)
        acknowledged = launched
        // Several are under way at once, so that death comes at any moment of any of them.
        var unanswered: [Line] = []
        for _ in 0..<Int.random(in: 0...12, using: &random) {
          number += 1
          unanswered.append(Line.random(number, &random))
          child.say(unanswered[unanswered.count - 1].text)
        }
        let answers = Int.random(in: 0...unanswered.count, using: &random)
        var next = unanswered[...]
        for _ in 0..<answers {
          let answer: Child.Acknowledgement = try #require(try child.acknowledgement())
          acknowledged = answer
          notes.formUnion(next.removeFirst().note)
        }
        usleep(UInt32.random(in: 0...2_000, using: &random))
        child.kill()
        while let late = try child.acknowledgement() {  // said before it died
          acknowledged = late
          notes.formUnion(next.removeFirst().note)
        }
        try place.requireSound(
          holding: acknowledged, rerunning: round.isMultiple(of: 20),
          "round \(round) of seed \(FaultTests.seed)")
      }
      try requireEffects(notes, at: place)
    }

    /// What was acknowledged has happened, and what happened again was announced as such.
    private func requireEffects(_ notes: Set<Int>, at place: FaultPlace) throws {
      var keys: Set<Substring> = []
      var happened: Set<Int> = []
      for effect in place.effects where effect.hasPrefix("note") {
        let words = effect.split(separator: " ")
        happened.formUnion(Int(words[1]).map { [$0] } ?? [])
        if !keys.insert(words[2]).inserted {
          #expect(words[4] == "true", "\(effect), seed \(FaultTests.seed)")
        }
      }
      #expect(notes.isSubset(of: happened), "seed \(FaultTests.seed)")
      let session = try place.relaunch()
      #expect(session.health == .recording)
      #expect(session.open("/products/0").isRecorded)
      try place.requireSound(holding: nil, "seed \(FaultTests.seed)")
    }
  }
}

/// One line for the child.
private struct Line {
  var text: String
  /// The number of the note whose action it causes.
  var note: [Int] = []

  static func random(_ number: Int, _ random: inout SeededRandom) -> Line {
    switch Int.random(in: 0..<12, using: &random) {
    case 0...3: Line(text: "open /products/\(number)")
    case 4...5: Line(text: "open /notes/\(number) note-\(number)", note: [number])
    case 6: Line(text: "open /receipts/\(number)")
    case 7: Line(text: "open /checked")
    case 8: Line(text: "popped")
    case 9: Line(text: "ready")
    case 10: Line(text: "signal signedIn user-1")
    default: Line(text: Bool.random(using: &random) ? "background" : "foreground")
    }
  }
}
