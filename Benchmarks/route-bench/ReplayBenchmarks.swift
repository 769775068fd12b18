import BenchmarkWorkload
import RouteEngine
import RouteReplay
import RouteStore

/// The commands of `route-replay` on a journal, on one core, in processor time.
struct ReplayBenchmarks {
  private static let operations = 20_000
  private static let slices = 9

  /// Checks the chain and the state digests, and applies every change.
  static func verify() throws -> [Measurement] {
    let rate = try rate { history in
      let verification = try Verification(of: history)
      guard verification.isIntact else {
        throw BenchmarkError(description: "\(verification.findings)")
      }
      return verification.entries
    }
    return [
      Measurement(
        name: "verify", value: rate, unit: "entries/s", targets: [.valueAtLeast(400_000)])
    ]
  }

  /// Decides every recorded request again and compares.
  static func rerun() throws -> [Measurement] {
    let rate = try rate { history in
      let rerun = try Rerun(of: history)
      guard rerun.isIdentical else { throw BenchmarkError(description: "\(rerun.divergences)") }
      return rerun.decisions
    }
    return [
      Measurement(
        name: "rerun", value: rate, unit: "decisions/s", targets: [.valueAtLeast(300_000)])
    ]
  }

  private static func rate(_ replay: @MainActor (History) throws -> Int) throws -> Double {
    try Folder.temporary { folder in
      let path = folder.file("journal")
      try Workload().write(operations, to: path)
      let history = try History(path: path)
      let rates = try (0..<slices).map { _ in
        let before = processorTime()
        let count = try replay(history)
        return Double(count) / (processorTime() - before) * 1e9
      }
      return rates.median
    }
  }
}
