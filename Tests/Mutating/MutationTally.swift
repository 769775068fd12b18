import RouteEngine
import RouteReplay

/// The results of many mutations of one journal.
struct MutationTally {
  /// The journal's name.
  let journal: String
  /// The families of the mutations that were tried.
  let families: Set<String>
  /// The number of changed values and rows.
  private(set) var cells = 0
  /// The number of changed entries with digests computed again.
  private(set) var entries = 0
  /// The number of entry mutations that only rerun found.
  private(set) var reruns = 0
  /// The number of mutations that do not change the meaning.
  private(set) var same = 0
  /// The mutations that neither verify nor rerun can find, counted by family: a reviewed list has
  /// them.
  private(set) var unseen: [String: Int] = [:]
  /// For each check, a mutation that only this check finds.
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

  /// One line with the number of mutations and their results.
  var summary: String {
    let missed = unseen.reduce(0) { $0 + $1.value }
    return "\(journal): \(cells) of values and rows, \(entries) of entries with all digests made "
      + "anew: \(reruns) seen by rerun alone, \(same) say the same, \(missed) unseen"
  }

  /// The mutations that nothing finds, a line for each family: journal, count, family.
  var unseenLines: [String] {
    unseen.sorted { $0.key < $1.key }.map { "\(journal) \($0.value) \($0.key)" }
  }

  /// For each check, a line with a mutation that only this check finds.
  var neededLines: [String] {
    needed.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\(journal) \($0.key): \($0.value)" }
  }
}
