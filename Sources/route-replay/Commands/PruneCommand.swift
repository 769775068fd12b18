import RouteEngine
import RouteStore

enum PruneCommand {
  static let days = Option.integer("days", value: "N", "entries of the last N days stay")
  static let entries = Option.integer("entries", value: "N", "the last N entries stay")
  static let bytes = Option.integer("bytes", value: "N", "about N bytes of the file stay")

  static let command = Command(
    name: "prune",
    summary: "forgets the history beyond bounds; recorded, the rest verifies as before",
    discussion: """
      Entries go oldest first, whatever any of the bounds lets go, but never the first request \
      that has no outcome, the first pending action, or what follows them. With them go the rows \
      of sessions before the app's last one that have no entry left, and the private values that \
      nothing speaks of any more; the space is given back. What went stands in an entry of kind \
      pruned, in a session of its own whose beginning is 'maintenance'.

      The app must not run. The exit status is 5 while it does, and nothing is changed then.
      """,
    arguments: [WritingOptions.file],
    options: [WritingOptions.write, days, entries, bytes, CommonOptions.report],
    example: Command.Example(
      "route-replay prune app.journal --write --days 30 --entries 50000",
      "What an app does by itself.")
  ) { arguments, output in
    let path = arguments[WritingOptions.file]
    var policy = RetentionPolicy()
    policy.age = arguments[days].map { .seconds(Int64(clamping: $0) * 86_400) }
    policy.entries = arguments[entries]
    policy.bytes = arguments[bytes]
    guard policy != .unlimited else {
      throw CommandFailure(.usage, "say what is to stay, with --days, --entries or --bytes")
    }
    try WritingOptions.demand(arguments, for: "prune")
    let size = { (FileFacts(path: path)?.size) ?? 0 }
    let before = size()
    let maintenance = try Maintenance(at: path)
    let result = try maintenance.prune(policy)
    try maintenance.end()
    let after = size()
    let left = try JournalFile(path).history
    let (newest, base) = (try left.head().sequence, try left.base().sequence)
    let json = JSON.members([
      "file": .string(path), "entries": .int(result.entries),
      "sessions": .int(Int64(result.sessions)), "values": .int(Int64(result.values)),
      "through": .int(base), "entries_left": .int(newest - base), "bytes_before": .int(before),
      "bytes_after": .int(after), "needed_from": result.neededFrom.map { .int($0) } ?? .null,
    ])
    guard try output.lineUnlessText(json, arguments[CommonOptions.report]) else {
      return .expected
    }
    guard result.entries > 0 else {
      try output.line("nothing to forget: nothing beyond the bounds may go")
      try Self.explain(result, to: output)
      return .expected
    }
    try output.line(
      "forgot \(counted(result.entries, "entry", "entries")) through \(base), "
        + "\(counted(result.sessions, "session")), \(counted(result.values, "private value")); "
        + "\(newest - base) stay")
    try Self.explain(result, to: output)
    output.note("\(before) bytes before, \(after) now")
    return .expected
  }

  /// Says why more stays than was asked for.
  private static func explain(_ result: RetentionPolicy.Result, to output: Output)
    throws(OutputError)
  {
    guard let needed = result.neededFrom else { return }
    try output.line(
      "entry \(needed) and what follows stay: a pending action or open request needs it")
  }
}

extension Output {
  /// Prints the value, when the format is one for programs.
  ///
  /// - Returns: whether it is the one for people, and nothing was printed.
  func lineUnlessText(_ value: JSON, _ format: ReportFormat) throws(OutputError) -> Bool {
    switch format {
    case .text: return true
    case .json: try line(prettyJSON(value))
    case .jsonl: try line(oneLine(value))
    }
    return false
  }
}
