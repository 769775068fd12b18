import RouteEngine

enum CheckCommand {
  static let table = Argument.one("TABLE", kind: .file, "the route table; - reads standard input")

  static let command = Command(
    name: "check",
    summary: "every mistake in a route table, with line, column and field",
    discussion: """
      Mistakes are printed as data, one a line, as path:line:column: field: message; editors jump \
      to them. The exit status is 2 when there are any.
      """,
    arguments: [table],
    example: Command.Example("route-replay check routes.json")
  ) { arguments, output in
    let path = arguments[table]
    let bytes = try RouteTable.bytes(of: path)
    do {
      let table = try RouteTable(json: bytes)
      let routes = table.routes.count == 1 ? "1 route" : "\(table.routes.count) routes"
      let screens = table.definition.screens.count
      output.note(
        "\(path): no mistakes\n\(routes), \(screens) declared screens, digest "
          + Digest64.hex(table.digest))
      return .expected
    } catch let error as RouteTableMistakes {
      for mistake in error.mistakes {
        try output.line(visible("\(path):\(mistake.description)"))
      }
      let count = error.mistakes.count
      output.note(count == 1 ? "1 mistake" : "\(count) mistakes")
      return .usage
    }
  }
}
