/// Host code that only the route table or only the host names.
package struct UnmatchedCode: Hashable, Sendable {
  /// Its kind, for a person.
  package let kind: String
  /// Its name.
  package let name: String
  /// Whether the host contributes it and the table does not name it. False: the reverse.
  package let isContributed: Bool
  /// Whether it handles actions.
  package let isAction: Bool
  /// A hint at host code that the host contributes under a similar name; empty without one.
  package let hint: String
}

extension UnmatchedCode: CustomStringConvertible {
  /// One line for a person.
  package var description: String {
    switch (isContributed, isAction) {
    case (false, false): "the table asks the \(kind) \(name), and the host has none\(hint)"
    case (false, true):
      "the table performs the action \(name), and the host has no handler for it\(hint)"
    case (true, false): "the host contributes the \(kind) \(name), and the table does not ask it"
    case (true, true): "the host handles the action \(name), and the table does not perform it"
    }
  }
}

extension RouteTable {
  /// The host code that only this table or only a host names: by kind and, within a kind, first the
  /// code that the host lacks, in byte order.
  ///
  /// Translators are not included: entrances name the types of values that they translate, and the
  /// table does not.
  package func unmatchedCode(in configuration: RouteSession.Configuration) -> [UnmatchedCode] {
    let contributed = configuration.contributed
    let ofQuestions = Question.Kind.allCases.filter { $0 != .translator }.flatMap { kind in
      unmatched(hostCode(kind), contributed[kind] ?? []) { name, isContributed, hint in
        let rewriter = definition.links.rewriter?.name ?? ""
        let isRewriter = kind == .interceptor && !isContributed && name.hasSameBytes(as: rewriter)
        return UnmatchedCode(
          kind: isRewriter ? "rewriter" : kind.rawValue, name: name, isContributed: isContributed,
          isAction: false, hint: hint)
      }
    }
    let ofActions = unmatched(actionNames, configuration.handled) { name, isContributed, hint in
      UnmatchedCode(
        kind: "action handler", name: name, isContributed: isContributed, isAction: true,
        hint: hint)
    }
    return ofQuestions + ofActions
  }

  private func unmatched(
    _ named: [String], _ contributed: Set<String>,
    _ make: (_ name: String, _ isContributed: Bool, _ hint: String) -> UnmatchedCode
  ) -> [UnmatchedCode] {
    let surplus = contributed.subtracting(named)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return named.filter { !contributed.contains($0) }
      .map { make($0, false, nearestName(to: $0, in: surplus)) }
      + surplus.map { make($0, true, "") }
  }
}
