import RouteEngine
import RouteStore

/// Requests as traces, for OpenTelemetry back ends.
extension ExportCommand {
  static func spans(_ arguments: ParsedArguments, _ output: Output) async throws -> ExitStatus {
    let target = try arguments[out].map { path throws(StoreError) in try NewFile(at: path) }
    var export = try SpanExport(
      of: arguments[service] ?? SpanExport.unknownService, arguments[profile], try names(arguments)
    ) { line in
      if let target { try target.write(line) } else { try output.write(line: line) }
    }
    let status = try await add(arguments[ReadingOptions.files], to: &export, output)
    guard export.hasSources else { return status }
    try export.finish()
    try target?.finish()
    output.note(
      "\(counted(export.count, "span")) of \(counted(export.sources, "journal")), "
        + "profile \(arguments[profile].rawValue)")
    noteOpen(export.openRequests, "request", "without an outcome", output)
    noteOpen(export.openActions, "action", "not settled", output)
    return status
  }

  private static func noteOpen(_ count: Int, _ what: String, _ why: String, _ output: Output) {
    guard count > 0 else { return }
    output.note("\(counted(count, what)) \(why), and so without a span")
  }
}
