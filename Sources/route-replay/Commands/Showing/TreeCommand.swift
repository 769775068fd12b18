import RouteEngine
import RouteStore
import TextTerminal

enum TreeCommand {
  static let at = Option.integer(
    "at", value: "SEQUENCE", in: 1...Int.max, "after this entry instead of the newest")
  static let diagram = Option.flag("diagram", "one line, in the notation of tables")
  static let step = Option.flag(
    "step", "go through the entries by keys: the hierarchy, and beside it what changed")
  static let ids = Option.flag("ids", "with each screen's id")

  static let command = Command(
    name: "tree",
    summary: "draws the screen hierarchy at a point",
    discussion: """
      A star marks the selected tab. The line of --diagram can be given to 'explain --tree' and \
      used as the 'tree' of a route table. The formats for programs list the screens, each after \
      its parent.

      With --step, keys go forward and back, entry by entry, from --at or from the first entry: a \
      plus marks a new screen, a tilde a changed one. This needs a terminal.
      """,
    isEveryday: true, arguments: [ReadingOptions.file],
    options: [at, step, diagram, ids, CommonOptions.output],
    example: Command.Example("route-replay tree app.journal --at 120", "After entry 120.")
  ) { arguments, output in
    guard !arguments[diagram] || !arguments[ids] else {
      throw CommandFailure.usage("the line of '--diagram' has no ids; leave out --ids")
    }
    let forms = [diagram.shape, ids.shape, CommonOptions.output.shape]
    if arguments[step], let other = forms.first(where: arguments.has) {
      throw CommandFailure.usage(
        "'--step' draws the hierarchy in a form of its own; leave out \(other.dashed)")
    }
    let file = try JournalFile(arguments[ReadingOptions.file], output: output)
    let newest = try file.history.head().sequence
    let format = arguments[CommonOptions.output]
    var report = Report()
    report.status = file.status
    guard newest > 0 else {
      report.rows = rows(of: ScreenTree())
      let status = try output.print(report, format)
      output.note("the journal has no entries yet")
      return status
    }
    let sequence = arguments[at].map(Int64.init) ?? newest
    let oldest = try file.history.base().sequence
    guard sequence <= newest, sequence > oldest || sequence == newest else {
      throw try file.missing(sequence)
    }
    if arguments[step] {
      try output.pageNoMore()
      let range = min(oldest + 1, newest)...newest
      let start = arguments[at] == nil ? range.lowerBound : sequence
      try await Stepper(file, in: range, at: start).run(output)
      return file.status
    }
    let state = try file.state(at: sequence)
    if arguments[diagram] {
      // With every container: a route table learns the containers of its tree only from this text.
      report.line("\(safeJSON(state.tree.description))")
    } else {
      for row in TreeDrawing.rows(of: state.tree, showsIDs: arguments[ids]) {
        report.drawn(row.lines, row.isVisible ? .bold : nil)
      }
    }
    report.rows = rows(of: state.tree)
    return try output.print(report, format)
  }

  private static func rows(of tree: ScreenTree) -> Table {
    var screens: [(scene: String, screen: Screen)] = []
    for scene in tree.scenes {
      tree.forEachBelow(scene.root) { screens.append((scene.name, $0)) }
    }
    return Table(
      [
        Column("scene"), Column("screen", .number), Column("parent", .number), Column("kind"),
        Column("container"), Column("ownership"), Column("parameters"), Column("presented"),
        Column("selected"), Column("ready"), Column("visible"),
      ],
      screens.map { scene, screen in
        let parent = screen.parent.flatMap { tree[$0] }
        return [
          .text(scene), .integer(Int64(clamping: screen.id.rawValue)),
          .integer(parent.map { Int64(clamping: $0.id.rawValue) }), .text(screen.kind),
          .text(screen.container?.text), .text(screen.ownership.word),
          .text(screen.parameters.notation), .bool(parent?.presented == screen.id),
          .bool(parent?.selected == screen.id), .bool(screen.isReady),
          .bool(tree.visibleID(of: scene) == screen.id),
        ]
      })
  }
}
