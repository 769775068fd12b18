import RouteEngine
import RouteStore

enum TreeCommand {
  static let at = Option.integer(
    "at", value: "SEQUENCE", in: 1...Int.max, "after this entry instead of the newest")
  static let diagram = Option.flag("diagram", "one line, in the notation of tables")
  static let ids = Option.flag("ids", "with each screen's id")

  static let command = Command(
    name: "tree",
    summary: "the screen hierarchy at a point, drawn",
    discussion: """
      A star marks the selected tab. The line of --diagram can be given to 'explain --tree' and \
      used as the 'tree' of a route table.
      """,
    isEveryday: true, arguments: [ReadingOptions.file], options: [at, diagram, ids],
    example: Command.Example("route-replay tree app.journal --at 120", "After entry 120.")
  ) { arguments, output in
    let file = try JournalFile(arguments[ReadingOptions.file], output: output)
    let newest = try file.history.head().sequence
    guard newest > 0 else {
      output.note("the journal has no entries yet")
      return file.status
    }
    let sequence = arguments[at].map(Int64.init) ?? newest
    let oldest = try file.history.base().sequence
    guard sequence <= newest, sequence > oldest else {
      throw CommandFailure(
        .usage, "there is no entry \(sequence); they go from \(oldest + 1) to \(newest)")
    }
    let state = try file.state(at: sequence)
    let table = try file.table(of: file.session(ofEntryAt: sequence))
    if arguments[diagram] {
      try output.line(visible(table?.notation(of: state.tree) ?? state.tree.description))
      return file.status
    }
    for line in TreeDrawing.lines(of: state.tree, table: table, showsIDs: arguments[ids]) {
      try output.line(visible(line))
    }
    return file.status
  }
}
