#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
public import RouteReplay
import RouteStore

extension ReplayProgram {
  /// Runs the command of the arguments, and ends the process with its status: 0 as expected, 1 a
  /// difference was found; `--help` lists them all.
  ///
  /// - Parameters:
  ///   - name: the name of the program in its help and its messages.
  ///   - host: the app's own code; nil for none.
  ///   - arguments: the words of the command line after the program's name.
  @MainActor
  public static func main(
    name: String = "route-replay", host: ReplayHost? = nil,
    arguments: [String] = Array(CommandLine.arguments.dropFirst())
  ) async -> Never {
    MemoryCount.switchOff()
    let status = await program(named: name, host: host).run(arguments, output: .standard())
    exit(status.rawValue)
  }

  static func program(named name: String = "route-replay", host: ReplayHost? = nil) -> Program {
    Program(
      name: name, version: version, released: released,
      summary: "shows, checks and replays the journal of a route session",
      commands: [
        RecordCommand.command, LogCommand.command, ShowCommand.command, TreeCommand.command,
        VerifyCommand.command, WhatIfCommand.command, ExplainCommand.command, StatsCommand.command,
        SessionsCommand.command, RerunCommand.command, RoutesCommand.command, CheckCommand.command,
        SQLCommand.command, DoctorCommand.command, SummaryCommand.command, ActionsCommand.command,
        PruneCommand.command, RedactCommand.command, ExportCommand.command,
        ImportCommand.command, BisectCommand.command, DiffCommand.command, MinimizeCommand.command,
        FixtureCommand.command, ReportCommand.command,
      ],
      fallback: SummaryCommand.command, host: host)
  }
}
