import FaultHost
import Foundation
import RouteEngine
import RouteStore
import Testing

extension FaultTests {
  @MainActor
  @Suite struct `Killed under a stream of requests` {
    /// Another seed each time; `FAULT_SEED` repeats one.
    static let seed =
      ProcessInfo.processInfo.environment["FAULT_SEED"].flatMap { UInt64($0) }
      ?? UInt64.random(in: 1...UInt64(UInt32.max))

    @Test func `killed at forty random moments, nothing acknowledged is lost`() throws {
      print("FAULT_SEED=\(Self.seed)")
      var random = SeededGenerator(state: Self.seed)
      let place = FaultPlace()
      var acknowledged: Child.Acknowledgement?
      var notes: Set<Int> = []
      var number = 0
      for round in 1...40 {
        let child = try place.child()
        let launched = try #require(child.launched, "round \(round) of seed \(Self.seed)")
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
          "round \(round) of seed \(Self.seed)")
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
          #expect(words[4] == "true", "\(effect), seed \(Self.seed)")
        }
      }
      #expect(notes.isSubset(of: happened), "seed \(Self.seed)")
      let session = try place.relaunch()
      #expect(session.health == .recording)
      #expect(session.open("/products/0").isRecorded)
      try place.requireSound(holding: nil, "seed \(Self.seed)")
    }
  }
}

/// One line for the child.
private struct Line {
  var text: String
  /// The number of the note whose action it causes.
  var note: [Int] = []

  static func random(_ number: Int, _ random: inout SeededGenerator) -> Line {
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

/// SplitMix64 (Steele, Lea, Flood 2014): small, and the same everywhere.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
