import RouteEngine

extension EntryAudit {
  /// Finds host code that had to allow the effects of a completed request, but was not asked.
  ///
  /// - Parameters:
  ///   - target: the target of the request; after a resumption it may differ from the first one.
  ///   - definition: the table in force.
  func askingProblem(
    _ entry: JournalEntry, _ id: RequestID, _ target: RouteRequest.Target, _ before: RouteState,
    by definition: RouteTableDefinition
  ) -> String? {
    if let rewriter = definition.links.rewriter, case .link(let link) = target,
      let host = link.hostRange,
      rewriter.hosts.contains(String(decoding: link.bytes[host], as: UTF8.self)),
      !hasAllowed(rewriter.name, at: .match, in: entry, orRedirected: true)
    {
      return "request \(id) is matched, and \(rewriter.name) was not asked for another link"
    }
    let asked = entry.answers.filter { $0.question.moment == .match }
    for answer in asked {
      guard case .redirect = answer.answer else { continue }
      if asked.contains(where: { $0.question.hop == answer.question.hop + 1 }) {
        return "request \(id) is rewritten, and what it was rewritten to once more"
      }
    }
    for screen in before.tree.visiblePath() where state.tree[screen.id] == nil {
      guard screen.ownership == .declared else { continue }
      let names = definition.screens.first { $0.kind == screen.kind }?.leaving ?? []
      for name in names where !hasAllowed(name, at: .departure, in: entry) {
        return "request \(id) takes screen \(screen.id) away, and \(name) was not asked"
      }
    }
    return nil
  }

  private func hasAllowed(
    _ name: String, at moment: Question.Moment, in entry: JournalEntry,
    orRedirected: Bool = false
  ) -> Bool {
    entry.answers.contains { recorded in
      guard recorded.question.name == name, recorded.question.moment == moment else { return false }
      if case .redirect = recorded.answer { return orRedirected }
      return recorded.answer == .allow
    }
  }
}
