import RouteEngine

extension EntryAudit {
  /// Finds a screen that stays although it answers a signalled condition and other screens close.
  /// Also finds a condition of an earlier process that has an effect in this one.
  mutating func signalProblem(
    _ entry: JournalEntry, by definition: RouteTableDefinition?
  ) -> String? {
    switch (entry.kind, entry.changes.first) {
    case (.signalled, .signal(let condition, true)?):
      signalledHere.insert(condition)
      // In the middle of a transition, which no entry records, no screen closes.
      guard entry.changes.count > 1 else { return nil }
      let kinds = (definition?.screens ?? []).filter { $0.answers.contains(condition) }.map(\.kind)
      let stays = state.tree.screens.first { screen in
        kinds.contains(screen.kind) && screen.ownership == .declared
          && !state.tree.isForeignGround(screen) && state.tree.leaving(screen.id) != nil
      }
      if let stays { return "\(condition) is signalled, and screen \(stays.id) stays" }
    case (.began, _): signalledHere = entry.changes.isEmpty ? [] : Set(state.conditions)
    case (.outage, _): signalledHere = Set(state.conditions)
    case (.started, _):
      let condition = SimulatedApp.processCondition
      if state.conditions.contains(condition), !signalledHere.contains(condition) {
        return "\(condition) holds since the process before, and an action starts"
      }
    default: break
    }
    return nil
  }
}
