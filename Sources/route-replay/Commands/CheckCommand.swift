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
    arguments: [table], options: [CommonOptions.output],
    example: Command.Example("route-replay check routes.json")
  ) { arguments, output in
    let path = arguments[table]
    let bytes = try RouteTable.bytes(of: path)
    let format = arguments[CommonOptions.output]
    do {
      let table = try RouteTable(json: bytes)
      let screens = table.definition.screens.count
      if format != .text { try list([], in: path, format, output) }
      output.note(
        "\(path): no mistakes\n\(counted(table.routes.count, "route")), "
          + "\(counted(screens, "declared screen")), digest \(Digest64.hex(table.digest))")
      return .expected
    } catch let error as RouteTableMistakes {
      try list(error.mistakes, in: path, format, output)
      output.note(counted(error.mistakes.count, "mistake"))
      return .usage
    }
  }

  private static func list(
    _ mistakes: [RouteTableMistakes.Mistake], in path: String, _ format: OutputFormat,
    _ output: Output
  ) throws(OutputError) {
    if format == .text {
      for mistake in mistakes { try output.line(visible("\(path):\(mistake.description)")) }
      return
    }
    var listing = Listing(
      [
        Column("file"), Column("line", .number), Column("column", .number), Column("field"),
        Column("message"),
      ], format: format, time: .raw, to: output)
    for mistake in mistakes {
      try listing.append([
        .text(path), .integer(mistake.line.map(Int64.init)),
        .integer(mistake.column.map(Int64.init)), .text(mistake.field), .text(mistake.message),
      ])
    }
    try listing.finish()
  }
}
