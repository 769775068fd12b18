import BenchmarkWorkload
import RouteEngine
import RouteReplay
import RouteReplayProgram
import RouteStore

/// Measures this package, where it makes sense in comparison with a floor in C.
///
/// `route-bench [--json] [NAME...]`: without names it measures everything. Figures of one run are
/// printed together, whichever of them was named.
@main
struct RouteBench {
  /// A run that measures the figures of these names.
  private struct Benchmark {
    let names: [String]
    let run: @MainActor () throws -> [Measurement]
  }

  private static let all = [
    Benchmark(names: ["open.one_commit"], run: OpenBenchmarks.oneCommit),
    Benchmark(names: ["open.with_id"], run: OpenBenchmarks.withID),
    Benchmark(names: ["open.two_commits"], run: OpenBenchmarks.twoCommits),
    Benchmark(names: ["floor.readers_lock"], run: OpenBenchmarks.readersLock),
    Benchmark(names: ["open.p50", "open.p99", "open.p999"], run: OpenBenchmarks.latency),
    Benchmark(
      names: ["open.one_commit.power", "open.with_id.power", "open.two_commits.power"],
      run: OpenBenchmarks.power),
    Benchmark(names: ["action.enqueue"], run: ActionBenchmarks.enqueue),
    Benchmark(names: ["action.cycle"], run: ActionBenchmarks.cycle),
    Benchmark(names: ["recover.10000"], run: ActionBenchmarks.recover),
    Benchmark(names: ["decide"], run: MemoryBenchmarks.decide),
    Benchmark(
      names: ["match.20", "match.142", "match.2000", "match.20000"], run: GrowthBenchmarks.match),
    Benchmark(names: ["check.20000"], run: GrowthBenchmarks.check),
    Benchmark(
      names: [
        "open.deep.push", "open.deep.pop", "open.deep.find", "open.deep.digest",
        "open.deep.journal",
      ], run: GrowthBenchmarks.deep),
    Benchmark(names: ["link.to_match"], run: MemoryBenchmarks.linkToMatch),
    Benchmark(names: ["restore.thousand", "restore.million"], run: RestoreBenchmarks.restore),
    Benchmark(names: SessionBenchmarks.names, run: SessionBenchmarks.growth),
    Benchmark(names: ["verify"], run: ReplayBenchmarks.verify),
    Benchmark(names: ["rerun"], run: ReplayBenchmarks.rerun),
    Benchmark(names: ["disk"], run: DiskBenchmark.disk),
    Benchmark(
      names: [
        "verify.million", "verify.one", "verify.two", "rerun.million", "rerun.one", "rerun.two",
        "verify.memory", "tree.at",
      ],
      run: HistoryBenchmarks.long),
    Benchmark(names: ["what-if.fleet"], run: HistoryBenchmarks.fleet),
    Benchmark(names: QuestionBenchmarks.names, run: QuestionBenchmarks.all),
    Benchmark(names: ExportBenchmarks.names, run: ExportBenchmarks.all),
  ]

  /// The argument with which the program only verifies the file that follows.
  static let verifying = "--verifying"

  /// The argument with which the program acts as `route-replay` with the arguments that follow.
  static let replaying = "--replaying"

  static func main() async {
    if CommandLine.arguments.dropFirst().first == replaying {
      await ReplayProgram.main(arguments: Array(CommandLine.arguments.dropFirst(2)))
    }
    do {
      if CommandLine.arguments.count == 3, CommandLine.arguments[1] == verifying {
        keep(try Verification(of: History(path: CommandLine.arguments[2])))
        return
      }
      try run()
    } catch {
      fail("route-bench: \(error)")
    }
  }

  private static func run() throws {
    let arguments = CommandLine.arguments.dropFirst()
    let isJSON = arguments.contains("--json")
    let wanted = arguments.filter { $0 != "--json" }
    let known = all.flatMap(\.names)
    if let unknown = wanted.first(where: { !known.contains($0) }) {
      throw BenchmarkError(
        description: "there is no \(unknown); there are \(known.joined(separator: ", "))")
    }
    var rows = [Measurement.heading]
    for benchmark in all {
      guard wanted.isEmpty || benchmark.names.contains(where: wanted.contains) else { continue }
      for measurement in try benchmark.run() {
        if isJSON { print(measurement.json) }
        rows.append(measurement.cells)
      }
    }
    if !isJSON { print(columns(rows)) }
  }
}
