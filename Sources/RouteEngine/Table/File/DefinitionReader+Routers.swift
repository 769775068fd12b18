extension DefinitionReader {
  mutating func router(_ node: JSONNode, _ field: String) -> Router {
    let members = object(
      node, field, ["asksAboutLinks", "children", "id", "routes", "screens", "values"])
    if members["id"] == nil {
      add(node, "\(field).id", "expected the router's identifier, found nothing")
    }
    var router = Router(
      string(members["id"], "\(field).id") ?? "?",
      routes: names(members["routes"], "\(field).routes"),
      screens: names(members["screens"], "\(field).screens"),
      values: names(members["values"], "\(field).values"),
      asksAboutLinks: bool(members["asksAboutLinks"], "\(field).asksAboutLinks") ?? false)
    for (index, node) in elements(members["children"], "\(field).children").enumerated() {
      let place = "\(field).children[\(index)]"
      let child = object(node, place, ["priority", "router"])
      if child["router"] == nil {
        add(node, "\(place).router", "expected the child's identifier, found nothing")
      }
      let priority = integer(child["priority"], "\(place).priority") ?? Router.medium
      if let name = string(child["router"], "\(place).router") {
        router.add(name, priority: priority)
      }
    }
    return router
  }
}
