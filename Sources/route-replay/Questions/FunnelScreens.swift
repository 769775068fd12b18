import RouteEngine
import RouteStore
import TextTerminal

/// Checks the screen names in funnels: with a wrong name, a funnel always counts 0.
struct FunnelScreens {
  private var declared = DeclaredScreens()

  /// The screens of funnels that no visit saw.
  private static let unseen = """
    SELECT DISTINCT screen FROM funnel_step
    WHERE screen NOT IN (SELECT screen FROM v_funnel_view) ORDER BY screen LIMIT 100
    """

  /// The problems of the funnels' screens that no visit showed: those that no visit can ever show.
  ///
  /// - Parameters:
  ///   - gathered: the funnels, and the screens of visits.
  ///   - paths: the journals, whose route tables declare the screens.
  ///   - isAlone: whether the questions are only about funnels, so that there has to be one.
  static func problems(
    of gathered: GatheredJournals, in paths: [String], isAlone: Bool = false
  ) throws -> [String] {
    if isAlone, try areNone(in: gathered) {
      return ["there is no funnel: --funnel 'feed > product' asks about one"]
    }
    var names: [String] = []
    _ = try gathered.query(unseen, .ofQuestions, columns: { _ in }) { names.append($0[0].text) }
    guard !names.isEmpty else { return [] }
    var known = FunnelScreens()
    for path in paths { try known.declared.add(History(path: path, allowingNewer: true)) }
    guard !known.declared.tables.isEmpty else { return [] }
    return names.compactMap { known.problem(of: $0) }
  }

  /// Whether there is no funnel.
  private static func areNone(in gathered: GatheredJournals) throws -> Bool {
    var isNone = true
    let sql = "SELECT funnel FROM funnel_step LIMIT 1"
    _ = try gathered.query(sql, .ofQuestions, columns: { _ in }) { _ in isNone = false }
    return isNone
  }

  private func problem(of name: String) -> String? {
    let known = declared.tables(with: name)
    guard known.allSatisfy({ $0.container(of: name) != nil }) else { return nil }
    let hint =
      declared.question(about: name) { $0.container == nil }
      ?? "a funnel takes the names that 'stats FILE screen-views' has"
    return known.isEmpty
      ? "no screen is called '\(visible(name))' in a funnel; \(hint)"
      : "'\(visible(name))' in a funnel is a container, which is no screen; \(hint)"
  }
}
