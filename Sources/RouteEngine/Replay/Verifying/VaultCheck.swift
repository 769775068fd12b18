import RouteEngine
import RouteStore

/// Compares the vault with the tokens that stand in the journal.
///
/// A token without its value is no fault: values are made to be forgotten, and a copy for a report
/// has none.
enum VaultCheck {
  /// Values that their tokens do not stand for.
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
    find(keyless, "of principals that have no key there")
    find(foreign, "that are not those their tokens were made of")
    return problems
  }

  /// How many values the vault holds whose tokens are in no entry: no entry leads to them.
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
