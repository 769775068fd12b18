extension DefinitionReader {
  mutating func router(_ node: JSONNode, _ field: String) -> Router {
    let members = members(node, field, of: .router)
    var router = Router(
      string(members["id"], "\(field).id") ?? "?",
      routes: names(members["routes"], "\(field).routes"),
      screens: names(members["screens"], "\(field).screens"),
      values: names(members["values"], "\(field).values"),
      asksAboutLinks: bool(members["asksAboutLinks"], "\(field).asksAboutLinks") ?? false)
    var written: [Int] = []
    // A dictionary, because a file may have thousands of children.
    var places: [[UInt8]: Int] = [:]
    for (index, node) in elements(members["children"], "\(field).children").enumerated() {
      let place = "\(field).children[\(index)]"
      let child = self.members(node, place, of: .child)
      let priority = integer(child["priority"], "\(place).priority") ?? Router.medium
      guard let name = string(child["router"], "\(place).router") else { continue }
      let known = places[Array(name.utf8)]
      router.add(Router.Child(router: name, priority: priority), at: known)
      guard known == nil else { continue }
      places[Array(name.utf8)] = written.count
      written.append(index)
    }
    note(written, of: "\(field).children")
    return router
  }
}
