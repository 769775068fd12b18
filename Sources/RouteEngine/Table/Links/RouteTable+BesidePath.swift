extension RouteTable {
  /// The parameters that a route captures beside the path of a link: a label of the host, and
  /// captures of paths in the fragment and in query items. Nil when one of them cannot be read as
  /// its type.
  func parameters(besidePathOf link: RouteLink, forRoute route: Int) -> Parameters? {
    let test = linkTest(ofRoute: route)
    var parameters: Parameters = [:]
    if let label = test.label(of: link) {
      let type = types(ofRoute: route)[label.name]?.type ?? .string
      // Hosts are not case-sensitive.
      guard let value = link.value(of: type, in: label.range, folding: true) else { return nil }
      parameters[label.name] = value
    }
    for text in test.texts {
      guard let found = text.find(in: link, plusIsSpace: test.plusIsSpace) else { return nil }
      for element in found.parameters { parameters[element.name] = element.value }
    }
    return parameters
  }

  /// The path in a query item, or without an item in the fragment, for some routes. Nil when it is
  /// no path, or when two routes read it as different paths.
  func pathText(
    of item: RouteLink.QueryItem?, of link: RouteLink, routesAt positions: [Int]
  ) -> PathText? {
    guard capturesBesidePath, !positions.isEmpty else { return nil }
    // An item that is private for one of several routes is private for all.
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
