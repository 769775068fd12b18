import RouteEngine
import RouteStore
import TextTerminal

enum CheckCommand {
  /// One line of the findings.
  struct Finding {
    let file: String
    var position: JSONPosition?
    let field: String
    let message: String
    /// The route that it concerns.
    var route: String?
  }

  static let table = Argument.one("TABLE", kind: .file, "the route table; - reads standard input")
  static let association = Option.text(
    "aasa", value: "FILE", kind: .file,
    "compare with this apple-app-site-association file")
  static let journal = Option.text(
    "journal", value: "FILE", kind: .file, "with --aasa: look at the links of this journal too")
  static let host = Option.text(
    "host", value: "HOST", "with --aasa: the domain that serves the file")
  static let app = Option.text(
    "app", value: "ID", "with --aasa: the app, where the file is for several")
  static let schema = Option.flag(
    "schema", "only the JSON Schema of route tables, for editors; needs no TABLE")

  static let command = Command(
    name: "check",
    summary: "prints every mistake in a route table, with line, column and field",
    discussion: """
      Mistakes are printed one per line, as path:line:column: field: message, so that editors can \
      jump to them. The exit status is 2 when there are any. Warnings point out what probably does \
      not work as intended; they are printed in the same form and do not change the exit status.

      With --aasa the links are checked against the association file too. A universal link opens \
      the app only when the system finds it in this file and the app finds it in the table. Three \
      differences are printed in the same form: a pattern whose links never arrive, a component \
      that opens the app on a link that no route takes, and a component that ignores case where \
      the table does not. They are found with example links, which are made from the patterns. It \
      is also said when no example of a pattern can be made, and when a component takes links of a \
      route and others too; the latter is no difference, because components cannot express all \
      that a table can. With --journal each recorded http(s) link that would never have arrived is \
      printed once. With --host a link to another host never arrives, and a link that is only a \
      path counts as a link to this host. The exit status is then 1 when a difference is found, \
      and 4 when only private values could decide.
      """,
    arguments: [table], options: [association, journal, host, app, schema, CommonOptions.output],
    standalone: [schema],
    example: Command.Example(
      "route-replay check routes.json --aasa apple-app-site-association",
      "Which patterns never arrive as universal links, and which components lead nowhere.")
  ) { arguments, output in
    if arguments[schema] {
      try arguments.refuseOutput(beside: schema)
      try output.write(TableSchema.text)
      return .expected
    }
    try checkUse(arguments)
    let path = arguments[table]
    try InputFile.requireOneStandardInput([path, arguments[association]])
    let bytes = try RouteTable.bytes(of: path)
    let format = arguments[CommonOptions.output]
    do {
      let table = try RouteTable(json: bytes)
      if let file = arguments[association] {
        return try compare(table, path, bytes, with: file, arguments, output)
      }
      let screens = table.definition.screens.count
      let warnings = table.warnings
      try list(warnings, in: path, format, output, as: "warning: ")
      let found = warnings.isEmpty ? "" : ", \(counted(warnings.count, "warning"))"
      output.note(
        "\(path): no mistakes\(found)\n\(counted(table.routes.count, "route")), "
          + "\(counted(screens, "declared screen")), digest \(Digest64.hex(table.digest))")
      if !table.conditions.isEmpty {
        let names = table.conditions.map(visible).joined(separator: ", ")
        output.note("conditions that only the app can signal: \(names)")
      }
      return .expected
    } catch let error as RouteTableMistakes {
      try list(error.mistakes, in: path, format, output)
      if let rest = error.rest { output.note(rest) }
      output.note(counted(error.count, "mistake"))
      return .usage
    }
  }

  /// Throws for options of the comparison without an association file: they would have no effect.
  private static func checkUse(_ arguments: ParsedArguments) throws(CommandFailure) {
    guard arguments[association] == nil else { return }
    for option in [journal, host, app] where arguments[option] != nil {
      throw CommandFailure.usage("'\(option.shape.dashed)' needs '--aasa FILE' beside it")
    }
  }

  /// A link can have any length; the other formats contain it completely.
  private static let widest = 400

  private static func list(
    _ mistakes: [RouteTableMistakes.Mistake], in path: String, _ format: OutputFormat,
    _ output: Output, as mark: String = ""
  ) throws {
    let findings = mistakes.map { mistake in
      let position = mistake.line.map {
        JSONPosition(line: $0, column: mistake.column ?? 1, offset: 0)
      }
      return Finding(
        file: path, position: position, field: mistake.field, message: mark + mistake.message,
        route: mistake.route)
    }
    try list(findings, format, output)
  }

  static func list(_ findings: [Finding], _ format: OutputFormat, _ output: Output) throws {
    var report = Report()
    for finding in findings {
      let place = finding.position.map { ":\($0.line):\($0.column)" } ?? ""
      let route = finding.route.map { "route \($0): " } ?? ""
      // A problem of the whole file has no field.
      let field = finding.field.isEmpty ? "" : "\(finding.field): "
      let line = visible("\(finding.file)\(place): \(route)\(field)\(finding.message)")
      report.line("\(truncated(line, toWidth: widest))")
    }
    report.rows = Table(
      [
        Column("file"), Column("line", .number), Column("column", .number), Column("field"),
        Column("message"), Column("route"),
      ],
      findings.map { finding in
        [
          .text(finding.file), .integer(finding.position.map { Int64($0.line) }),
          .integer(finding.position.map { Int64($0.column) }), .text(finding.field),
          .text(finding.message), .text(finding.route),
        ]
      })
    _ = try output.print(report, format)
  }
}
