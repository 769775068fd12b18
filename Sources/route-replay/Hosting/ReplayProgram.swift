#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@main
struct RouteReplay {
  /// The version that `CHANGELOG.md` is headed with, `-dev` as long as it is unreleased there.
  static let version = "0.1.0-dev"

  static let program = Program(
    name: "route-replay", version: version,
    summary: "shows, checks and replays the journal of a route session",
    commands: [
      RecordCommand.command, LogCommand.command, ShowCommand.command, TreeCommand.command,
      VerifyCommand.command, WhatIfCommand.command, ExplainCommand.command, StatsCommand.command,
      SessionsCommand.command, RerunCommand.command, RoutesCommand.command, CheckCommand.command,
      SQLCommand.command, DoctorCommand.command, SummaryCommand.command, ActionsCommand.command,
      PruneCommand.command, RedactCommand.command, ExportCommand.command,
    ],
    fallback: SummaryCommand.command)

  @MainActor
  static func main() async {
    let output = Output.standard()
    let status = await program.run(Array(CommandLine.arguments.dropFirst()), output: output)
    exit(status.rawValue)
  }
}
