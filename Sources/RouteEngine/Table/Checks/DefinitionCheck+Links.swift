extension DefinitionCheck {
  /// The literals that are not case-sensitive in the paths of a route.
  func foldedSegments(of route: Route) -> Set<[UInt8]> {
    route.letterCase?.foldedSegments ?? foldedSegments
  }

  /// Compiles a route's requirements for a link beside its path.
  mutating func compileConstraint(
    of route: Route, at position: Int, _ types: CaptureTypes, _ field: String
  ) {
    var (test, problems) = route.constraint.checked(types, secretNames: secretNames, linkStart)
    let (texts, flaws) = route.pathTexts(
      at: position, types, secretNames: secretNames, definition.links, foldedSegments(of: route))
    test.texts = texts
    test.start = linkStart
    test.plusIsSpace = QueryReading(route, definition.links).plusIsSpace
    linkTests.append(test)
    if route.readsFragment, route.constraint.fragment == .absent {
      problems.append(
        ("fragmentItems", "the route takes no link with a fragment; allow one, or remove this"))
    }
    problems += route.letterCase?.problems ?? []
    for problem in problems + flaws { add("\(field).\(problem.field)", problem.message) }
    let labels = Set(test.labels)
    for text in texts {
      guard let name = text.pattern.names.first(where: labels.contains) else { continue }
      add(
        "\(field).hosts", "\(name) is captured in the query or fragment too; rename one of the two")
    }
    if !route.constraint.isEmpty, route.patterns.isEmpty {
      add(
        "\(field).patterns",
        "expected a pattern: only links are asked for scheme, host, query or fragment")
    }
  }
}
