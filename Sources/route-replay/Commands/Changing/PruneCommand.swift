import RouteEngine
import RouteStore

enum PruneCommand {
  static let days = Option.integer("days", value: "N", "keep the entries of the last N days")
  /// More days than any journal can contain, because its times are microseconds in 64 bits.
  private static let mostDays: Int64 = 1 << 27
  static let entries = Option.integer("entries", value: "N", "keep the last N entries")
  static let bytes = Option.integer("bytes", value: "N", "keep about N bytes of the file")

  static let command = Command(
    name: "prune",
    summary: "removes history beyond given bounds; the rest still verifies",
    discussion: """
      Removes the oldest entries, all that are outside any of the bounds. It never removes the \
      first request that has no outcome, the first pending action, or what follows them. With the \
      entries it removes the rows of sessions before the app's last one that have no entry left, \
      and the route tables and private values that nothing refers to any more; the space is freed. \
      An entry of kind pruned records what was removed, in a session of its own whose beginning is \
      'maintenance'.

      Sessions of maintenance at the end of the journal, which 'prune', 'redact' and 'actions' \
      write, do not count: --entries N and --bytes N keep them in addition to the N of the app.

      Without --write it works on a private copy, which it deletes afterwards, and prints what \
      would be removed.

      The app must not run while its journal is changed. While it runs the exit status is 5, and \
      nothing is changed.
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
      throw CommandFailure.usage("say what is to stay, with --days, --entries or --bytes")
    }
    let isWritten = arguments[WritingOptions.write]
    let done = isWritten ? try Pruned(path, policy) : try preview(path, policy, output)
    return try output.print(report(done, path, isWritten), arguments[CommonOptions.report])
  }

  /// Prunes a copy.
  @MainActor
  private static func preview(
    _ path: String, _ policy: RetentionPolicy, _ output: Output
  ) throws -> Pruned {
    let copy = try ScratchJournal(copying: JournalFile(path, output: output).history)
    return try withExtendedLifetime(copy) { try Pruned(copy.path, policy) }
  }

  private static func report(_ done: Pruned, _ path: String, _ isWritten: Bool) -> Report {
    var report = Report()
    let result = done.result
    let left = done.newest - done.base
    let hasForgotten = result.entries + Int64(result.values) > 0
    report.add([
      "file": path, "written": isWritten, "entries": result.entries, "sessions": result.sessions,
      "values": result.values, "through": done.base, "entries_left": left,
      "bytes_before": done.bytesBefore, "bytes_after": done.bytesAfter,
      "needed_from": result.neededFrom,
    ])
    if hasForgotten {
      report.line(
        """
        \(isWritten ? "removed" : "would remove") \
        \(counted(result.entries, "entry", "entries")) through \(done.base), \
        \(counted(result.sessions, "session")), \(counted(result.values, "private value")); \
        \(counted(left, "stays", "stay"))
        """)
    } else {
      report.line("nothing to remove: no entry outside the bounds may be removed")
    }
    if let needed = result.neededFrom {
      report.line(
        "entry \(needed) and what follows stay: a pending action or open request needs it")
    }
    if hasForgotten {
      report.note(
        "\(done.bytesBefore) bytes before, \(done.bytesAfter) \(isWritten ? "now" : "after it")")
      if !isWritten { report.note(WritingOptions.unchanged) }
    }
    return report
  }
}

/// A pruned journal, and the result.
private struct Pruned {
  let result: RetentionPolicy.Result
  let bytesBefore: Int64
  let bytesAfter: Int64
  /// The newest entry before the pruning wrote entries of its own; then the last entry before those
  /// that are left.
  let newest: Int64
  let base: Int64

  @MainActor
  init(_ path: String, _ policy: RetentionPolicy) throws {
    bytesBefore = FileFacts(path: path)?.size ?? 0
    newest = try JournalFile(path).history.head().sequence
    let maintenance = try JournalMaintenance(at: path)
    result = try maintenance.prune(policy)
    try maintenance.end()
    bytesAfter = FileFacts(path: path)?.size ?? 0
    base = try JournalFile(path).history.base().sequence
  }
}
