import RouteEngine
import RouteStore

/// Compares the vault with the tokens in the journal.
///
/// A token without its value is no fault: values are meant to be removed, and a copy for a report
/// has none.
enum VaultCheck {
  /// The values that do not match their tokens.
  static func problems(of history: History) throws -> [Verification.Finding] {
    var keyless = 0
    var foreign = 0
    try history.forEachVaultValue { value, key in
      guard let key else {
        keyless += 1
        return
      }
      if !Bytes.same(PrivateValues.token(for: value.value, under: key), value.token) {
        foreign += 1
      }
    }
    var problems: [Verification.Finding] = []
    func find(_ count: Int, _ problem: String) {
      guard count > 0 else { return }
      let values = count == 1 ? "1 value" : "\(count) values"
      problems.append(
        Verification.Finding(
          sequence: 0, check: .vault, problem: "the vault has \(values) \(problem)"))
    }
    find(keyless, "of principals without a key in it")
    find(foreign, "that do not match their tokens")
    return problems
  }

  /// How many values of the vault have tokens that occur in no entry: no entry refers to them.
  static func countOfUnused(in history: History) throws -> Int {
    var tokens: [String] = []
    try history.forEachVaultValue { value, _ in tokens.append(value.token) }
    guard !tokens.isEmpty, try history.base() == .start else { return 0 }
    var search = TokenSearch(tokens)
    try history.forEachEntryText { text in
      search.look(in: text)
      return !search.missing.isEmpty
    }
    return search.missing.count
  }
}
