import RouteEngine
import RouteReplay

/// What became of many mutations of one journal.
struct MutationTally {
  /// The journal's name.
  let journal: String
  /// What was tried, by what is done: the families of the mutations.
  let families: Set<String>
  /// How many values and rows were other ones.
  private(set) var cells = 0
  /// How many entries said something else, with the digests made anew.
  private(set) var entries = 0
  /// How many of those only rerun saw.
  private(set) var reruns = 0
  /// How many say the same in other words.
  private(set) var same = 0
  /// How many nobody sees from inside the file, by what was done: a reviewed list has them.
  private(set) var unseen: [String: Int] = [:]
  /// For each check a mutation that it alone finds.
  private(set) var needed: [Verification.Check: String] = [:]

  init(of journal: String, families: Set<String>) {
    (self.journal, self.families) = (journal, families)
  }

  mutating func count(_ verdict: MutationTrial.Verdict, of mutation: CellMutation) {
    if verdict != .impossible { cells += 1 }
    note(verdict, "\(mutation)", mutation.family)
  }

  mutating func count(_ verdict: MutationTrial.Verdict, of mutation: EntryMutation) {
    entries += 1
    note(verdict, "\(mutation)", mutation.family)
  }

  private mutating func note(_ verdict: MutationTrial.Verdict, _ name: String, _ family: String) {
    switch verdict {
    case .verified(let checks):
      if checks.count == 1, let only = checks.first, needed[only] == nil { needed[only] = name }
    case .rerun: reruns += 1
    case .same: same += 1
    case .missed: unseen[family, default: 0] += 1
    case .impossible: break
    }
  }

  /// One line: how many there were, and what became of them.
  var summary: String {
    let missed = unseen.reduce(0) { $0 + $1.value }
    return "\(journal): \(cells) of values and rows, \(entries) of entries with all digests made "
      + "anew: \(reruns) seen by rerun alone, \(same) say the same, \(missed) unseen"
  }

  /// What nobody sees, one line for each thing that was done: journal, how often, what.
  var unseenLines: [String] {
    unseen.sorted { $0.key < $1.key }.map { "\(journal) \($0.value) \($0.key)" }
  }

  /// For each check a mutation that it alone finds, one line each.
  var neededLines: [String] {
    needed.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\(journal) \($0.key): \($0.value)" }
  }
}
