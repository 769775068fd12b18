import RouteEngine

/// What became of many mutations.
struct MutationTally {
  /// How many values and rows were other ones, and how many were seen.
  private(set) var cells = 0
  /// How many entries said something else, with the digests made anew.
  private(set) var entries = 0
  /// How many of those only rerun saw.
  private(set) var reruns = 0
  /// How many say the same in other words.
  private(set) var same = 0
  /// How many nobody can see from inside the file, by what was done.
  private(set) var unseen: [String: Int] = [:]
  /// Those that were to be seen and were not.
  private(set) var missed: [String] = []
  /// For each check a mutation that it alone finds.
  private(set) var needed: [Verification.Check: String] = [:]

  mutating func count(
    _ verdict: MutationTrial.Verdict, of journal: String, _ mutation: CellMutation
  ) {
    guard verdict != .impossible else { return }
    cells += 1
    note(verdict, "\(journal) \(mutation)", mutation.family, isAllowed: mutation.isHarmless)
  }

  mutating func count(
    _ verdict: MutationTrial.Verdict, of journal: String, _ mutation: EntryMutation
  ) {
    entries += 1
    if verdict == .rerun { reruns += 1 }
    note(verdict, "\(journal) \(mutation)", mutation.family, isAllowed: mutation.isUnseen)
  }

  private mutating func note(
    _ verdict: MutationTrial.Verdict, _ name: String, _ family: String, isAllowed: Bool
  ) {
    switch verdict {
    case .missed where isAllowed: unseen[family, default: 0] += 1
    case .missed: missed.append(name)
    case .verified(let checks):
      if checks.count == 1, let only = checks.first, needed[only] == nil { needed[only] = name }
    case .same: same += 1
    case .rerun, .impossible: break
    }
  }

  /// Lines for a person.
  var report: String {
    let seen = unseen.reduce(0) { $0 + $1.value }
    var lines = [
      "mutations: \(cells) of values and rows; \(entries) of entries, with all digests made anew",
      "\(missed.count) missed; \(reruns) seen by rerun alone; \(same) say the same; "
        + "\(seen) that only an anchor tells:",
    ]
    lines += unseen.sorted { $0.key < $1.key }.map { "  \($0.value) \($0.key)" }
    lines += missed.map { "  MISSED \($0)" }
    lines += needed.sorted { $0.key.rawValue < $1.key.rawValue }.map {
      "  \($0.key) alone: \($0.value)"
    }
    return lines.joined(separator: "\n")
  }
}
