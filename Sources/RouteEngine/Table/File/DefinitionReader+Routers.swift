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
    for (index, node) in elements(members["children"], "\(field).children").enumerated() {
      let place = "\(field).children[\(index)]"
      let child = self.members(node, place, of: .child)
      let priority = integer(child["priority"], "\(place).priority") ?? Router.medium
      if let name = string(child["router"], "\(place).router") {
        router.add(name, priority: priority)
      }
      written += repeatElement(index, count: router.children.count - written.count)
    }
    note(written, of: "\(field).children")
    return router
  }
}
