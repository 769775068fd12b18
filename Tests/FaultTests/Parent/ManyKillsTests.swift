import FaultHost
import Foundation
import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

extension FaultTests {
  /// The number of children that die; with `FAULT_FULL` fifty times as many.
  static let kills = TestSample.isFull ? 10_000 : 200

  @MainActor
  @Suite struct `Killed many times` {
    @Test func `faults 1 to 9: killed at random: nothing acknowledged is lost, nothing is torn`()
      async throws
    {
      // There are two threads, each with one journal after the other, because children mostly wait.
      let streams = FaultTests.kills / Stream.length
      async let odd = run(Array(stride(from: 1, through: streams, by: 2)))
      async let even = run(Array(stride(from: 2, through: streams, by: 2)))
      let totals = try await [odd, even]
      let kills = totals.map(\.kills).reduce(0, +)
      let found = totals.map(\.acknowledgements).reduce(0, +)
      print("\(kills) kills, \(found) acknowledgements found, FAULT_SEED=\(TestSample.seed)")
      #expect(kills == FaultTests.kills)
      #expect(found > kills)
    }

    /// Runs streams one after the other and requires every promise of each.
    private func run(_ numbers: [Int]) async throws -> (kills: Int, acknowledgements: Int) {
      var total = (kills: 0, acknowledgements: 0)
      for number in numbers {
        let comment: Comment = "FAULT_SEED=\(TestSample.seed), stream \(number)"
        let place = FaultPlace()
        let (journal, effects) = (place.journal, place.effectsFile)
        let stream = await onThread {
          var stream = Stream(journal: journal, effects: effects, seed: UInt64(number))
          stream.run()
          return stream
        }
        #expect(stream.problems == [], comment)
        total.kills += stream.kills
        total.acknowledgements += stream.acknowledgements
        try requireEffects(of: stream.notes, at: place, comment)
        let session = try place.relaunch()
        #expect(session.health == .recording, comment)
        // A request that was acknowledged as shown is known by its source's id, whatever died
        // since.
        let ran = place.effects.count
        for note in stream.notes.sorted() {
          let again = session.open("/notes/\(note)", source: "note-\(note)")
          #expect(again.outcome?.word == "duplicate", comment)
        }
        #expect(place.effects.count == ran, comment)
        #expect(session.open("/products/0").isRecorded, comment)
        try place.requireSound(holding: nil, comment)
      }
      return total
    }

    /// Requires that everything acknowledged has happened, and that every repetition was announced
    /// as one.
    private func requireEffects(
      of notes: Set<Int>, at place: FaultPlace, _ comment: Comment
    ) throws {
      var keys: Set<Substring> = []
      var happened: Set<Int> = []
      for effect in place.effects where effect.hasPrefix("note") {
        let words = effect.split(separator: " ")
        happened.formUnion(Int(words[1]).map { [$0] } ?? [])
        if !keys.insert(words[2]).inserted { #expect(words[4] == "true", comment) }
      }
      #expect(notes.isSubset(of: happened), comment)
    }
  }
}

/// Runs code that waits for other processes on a thread of its own.
private func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { continuation in
    Thread { continuation.resume(returning: body()) }.start()
  }
}

/// Children that live and die one after the other on one journal.
private struct Stream: Sendable {
  /// The number of children: with more, every check would only take longer.
  static let length = 10

  private(set) var kills = 0
  private(set) var acknowledgements = 0
  /// The promises that were broken.
  private(set) var problems: [String] = []
  /// Notes whose request was acknowledged as shown.
  private(set) var notes: Set<Int> = []
  private let journal: String
  private let effects: String
  private var random: SeededRandom
  private var number = 0
  private var last: Child.Acknowledgement?

  init(journal: String, effects: String, seed: UInt64) {
    (self.journal, self.effects) = (journal, effects)
    random = SeededRandom(TestSample.seed &+ seed << 32)
  }

  mutating func run() {
    for _ in 1...Self.length {
      do { try live() } catch { problems.append("\(error)") }
    }
  }

  /// One child's life. The child gets several lines at once, and kills itself at some point or is
  /// killed at any moment. Then its journal is checked.
  private mutating func live() throws {
    let killPoint = random.chance(50) ? Self.killPoint(&random) : nil
    let child = try Child(journal: journal, effects: effects, dying: killPoint)
    var lines = killPoint?.isOperation == true ? [Line(text: "arm")] : []
    for _ in 0..<random.below(13) {
      number += 1
      lines.append(Line.random(number, &random))
    }
    for line in lines { child.say(line.text) }
    // If the child does not kill itself, it is killed after some answers and a short while.
    let patience = killPoint == nil ? random.below(lines.count + 1) : lines.count
    var answers: [Child.Acknowledgement] = []
    while answers.count < patience, let answer = try child.acknowledgement() {
      answers.append(answer)
    }
    usleep(UInt32(random.below(2_000)))
    child.kill()
    while let late = try child.acknowledgement() { answers.append(late) }  // before it died
    if child.wait() == SIGKILL { kills += 1 }
    for (line, answer) in zip(lines, answers) where answer.outcome == "shown" {
      notes.formUnion(line.note)
    }
    if child.launched?.isRecording == false { problems.append("a child did not record") }
    let acknowledged = (child.launched.map { [$0] } ?? []) + answers
    acknowledgements += acknowledged.count
    let evidence = Evidence(
      path: journal, place: killPoint?.description ?? "any moment",
      acknowledged: (last.map { [$0] } ?? []) + acknowledged)
    problems += evidence.problems()
    last = evidence.acknowledged.last
  }

  /// The point at which a child kills itself; not every life reaches it.
  private static func killPoint(_ random: inout SeededRandom) -> KillPoint {
    switch random.below(12) {
    case 0...2: .operation(1 + random.below(120))
    case 3: .halfWrite(1 + random.below(40))
    case 4: .launchOperation(1 + random.below(80))
    case 5: .clock(1 + random.below(40))
    case 6: .claimed
    case 7: .shown(random.pick(["product", "note", "receipt"]))
    case 8: .released
    case 9: .interceptor(random.pick(["checked", "member"]))
    default: .handler(random.pick(["note", "highlight"]))
    }
  }
}

/// The answers of a child before its death, and the end of its journal.
private struct Evidence {
  let path: String
  let place: String
  let acknowledged: [Child.Acknowledgement]

  /// The contradictions: acknowledged effects that are lost, and states that are neither before nor
  /// after a request.
  func problems() -> [String] {
    guard FileManager.default.fileExists(atPath: path), let last = acknowledged.last else {
      return acknowledged.isEmpty ? [] : ["killed at \(place): there is no journal"]
    }
    do {
      let history = try History(path: path)
      let verification = try Verification(of: history, anchor: last.anchor)
      var problems = verification.findings.map { "torn at \($0.sequence): \($0.problem)" }
      let state = try HistoryFold.state(at: .max, of: history)
      if state.digest != verification.stateDigest { problems.append("the state is not the fold") }
      for one in acknowledged {
        let found = try history.anchor(at: one.anchor.sequence)
        let digest = try history.entry(at: one.anchor.sequence)?.stateDigest
        if found != one.anchor || digest != one.digest {
          problems.append("acknowledged and lost: \(one.anchor)")
        }
        guard let request = one.request, let told = one.outcome, told != "duplicate" else {
          continue
        }
        let written = try history.outcomeEntry(ofRequest: request)?.outcome
        if written != told {
          problems.append("\(request) was told to be \(told), and is \(written ?? "nothing")")
        }
      }
      return problems.map { "killed at \(place): \($0)" }
    } catch {
      return ["killed at \(place): \(error)"]
    }
  }
}

/// One line for the child.
private struct Line {
  var text: String
  /// The numbers of the notes whose actions it causes.
  var note: [Int] = []

  static func random(_ number: Int, _ random: inout SeededRandom) -> Line {
    switch random.below(12) {
    case 0...3: Line(text: "open /products/\(number)")
    case 4...5: Line(text: "open /notes/\(number) note-\(number)", note: [number])
    case 6: Line(text: "open /receipts/\(number)")
    case 7: Line(text: "open /checked")
    case 8: Line(text: "popped")
    case 9: Line(text: "ready")
    case 10: Line(text: "signal signedIn user-1")
    default: Line(text: random.chance(50) ? "background" : "foreground")
    }
  }
}
