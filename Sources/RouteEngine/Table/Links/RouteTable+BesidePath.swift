extension RouteTable {
  /// The parameters that a route captures beside the path of a link: a label of the host, and
  /// captures of the paths that the fragment and query items are. Nil when one of them cannot be
  /// read as its type.
  func parameters(besidePathOf link: RouteLink, forRoute route: Int) -> Parameters? {
    let test = linkTest(ofRoute: route)
    var parameters: Parameters = [:]
    if let label = test.label(of: link) {
      let type = types(ofRoute: route)[label.name]?.type ?? .string
      // Letter case does not count in hosts.
      guard let value = link.value(of: type, in: label.range, folding: true) else { return nil }
      parameters[label.name] = value
    }
    for text in test.texts {
      guard let found = text.find(in: link, plusIsSpace: test.plusIsSpace) else { return nil }
      for element in found.parameters { parameters[element.name] = element.value }
    }
    return parameters
  }

  /// The path that a query item is, or without an item the fragment, to some routes; nil where two
  /// read another path there, or where it is none.
  package func pathText(
    of item: RouteLink.QueryItem?, of link: RouteLink, routesAt positions: [Int]
  ) -> PathText? {
    guard capturesBesidePath, !positions.isEmpty else { return nil }
    // An item that is private to one of several routes is so to all.
    let isPrivate =
      positions.count > 1
      && positions.contains { position in
        guard let item else { return queryReading(ofRoute: position).readsFragment }
        return types(ofRoute: position)[item.name].map { $0.secrecy != .open } ?? false
      }
    guard !isPrivate else { return nil }
    let all = positions.compactMap { position in
      linkTest(ofRoute: position).texts.first { text in
        item.map { text.isAbout($0, of: link) } ?? (text.item == nil)
      }
    }
    return all.dropFirst().allSatisfy { $0 == all.first } ? all.first : nil
  }
}
