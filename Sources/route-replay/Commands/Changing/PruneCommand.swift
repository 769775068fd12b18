import RouteEngine
import RouteStore

enum PruneCommand {
  static let days = Option.integer("days", value: "N", "entries of the last N days stay")
  /// More days than any journal can hold, whose times are microseconds in 64 bits.
  private static let mostDays: Int64 = 1 << 27
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

      Without --write it is done to a private copy, which disappears, and says what would go.

      To change anything the app must not run. The exit status is 5 while it does, and nothing is \
      changed then.
      """,
    isPaged: false, arguments: [WritingOptions.file],
    options: [WritingOptions.write, days, entries, bytes, CommonOptions.report],
    example: Command.Example(
      "route-replay prune app.journal --write --days 30 --entries 50000",
      "What an app does by itself.")
  ) { arguments, output in
    let path = arguments[WritingOptions.file]
    var policy = RetentionPolicy()
    policy.age = arguments[days].map { .seconds(min(Int64(clamping: $0), mostDays) * 86_400) }
    policy.entries = arguments[entries]
    policy.bytes = arguments[bytes]
    guard policy != .unlimited else {
      throw CommandFailure(.usage, "say what is to stay, with --days, --entries or --bytes")
    }
    let isWritten = arguments[WritingOptions.write]
    let done =
      isWritten
      ? try Pruned(path, policy)
      : try JournalFile(path, output: output).history.withCopy { try Pruned($0, policy) }
    let result = done.result
    let json = JSON.members([
      "file": .string(path), "written": .bool(isWritten), "entries": .int(result.entries),
      "sessions": .int(Int64(result.sessions)), "values": .int(Int64(result.values)),
      "through": .int(done.base), "entries_left": .int(done.newest - done.base),
      "bytes_before": .int(done.bytesBefore), "bytes_after": .int(done.bytesAfter),
      "needed_from": .number(result.neededFrom),
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
      (isWritten ? "forgot " : "would forget ")
        + "\(counted(result.entries, "entry", "entries")) through \(done.base), "
        + "\(counted(result.sessions, "session")), \(counted(result.values, "private value")); "
        + "\(done.newest - done.base) stay")
    try Self.explain(result, to: output)
    output.note(
      "\(done.bytesBefore) bytes before, \(done.bytesAfter) \(isWritten ? "now" : "then")")
    if !isWritten { output.note(WritingOptions.unchanged) }
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

/// A journal that was pruned, and what became of it.
private struct Pruned {
  let result: RetentionPolicy.Result
  let bytesBefore: Int64
  let bytesAfter: Int64
  /// The newest entry before the pruning wrote entries of its own, and the last one before those
  /// that are left.
  let newest: Int64
  let base: Int64

  @MainActor
  init(_ path: String, _ policy: RetentionPolicy) throws {
    bytesBefore = FileFacts(path: path)?.size ?? 0
    newest = try JournalFile(path).history.head().sequence
    let maintenance = try Maintenance(at: path)
    result = try maintenance.prune(policy)
    try maintenance.end()
    bytesAfter = FileFacts(path: path)?.size ?? 0
    base = try JournalFile(path).history.base().sequence
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
