import Foundation

/// Finds the shortest list of inputs that still fails for the same cause: it leaves out large
/// pieces, then smaller ones, down to single inputs (Zeller and Hildebrandt, "Simplifying and
/// Isolating Failure-Inducing Input", 2002).
package struct Shortening {
  /// The remaining inputs.
  package private(set) var inputs: [SimulatedStep]
  package private(set) var failure: SimulationFailure
  /// The number of lists that were tried.
  package private(set) var trials = 0
  /// Called before every input of every list.
  package var progress: (@Sendable () -> Void)?
  private let seed: UInt64
  private let folder: String?

  package init(
    _ inputs: [SimulatedStep], failing failure: SimulationFailure, seed: UInt64, folder: String?
  ) {
    (self.inputs, self.failure, self.seed, self.folder) = (inputs, failure, seed, folder)
  }

  /// Leaves out inputs that are not needed.
  ///
  /// - Parameter time: the time limit, after which the list is taken as it is.
  package mutating func shorten(within time: Duration = .seconds(120)) async {
    let end = ContinuousClock.now.advanced(by: time)
    // With all checks after each input, a failure may show earlier.
    guard let first = await run(inputs).failure else { return }
    failure = first
    cutOff()
    var size = max(inputs.count / 2, 1)
    while true {
      var start = 0
      var isShorter = false
      while start < inputs.count, ContinuousClock.now < end {
        var fewer = inputs
        fewer.removeSubrange(start..<min(start + size, inputs.count))
        if !fewer.isEmpty, await stillFails(fewer) {
          inputs = fewer
          cutOff()
          isShorter = true
        } else {
          start += size
        }
      }
      guard ContinuousClock.now < end else { return }
      if size == 1, !isShorter { return }
      size = max(size / 2, 1)
    }
  }

  private mutating func cutOff() { inputs = Array(inputs.prefix(failure.step + 1)) }

  private mutating func stillFails(_ list: [SimulatedStep]) async -> Bool {
    trials += 1
    guard let found = await run(list).failure,
      found.cause == failure.cause
    else { return false }
    failure = found
    return true
  }

  /// Runs a list; a short one runs with all checks after each input.
  private func run(_ list: [SimulatedStep]) async -> Simulation.Report {
    let files = SimulationFiles(folder)
    defer { files.remove() }
    var plan = Simulation.Plan(seed: seed, inputs: list, path: files.path)
    plan.checksEvery = list.count > 100 ? 32 : 1
    plan.progress = progress
    return await Simulation(plan).run()
  }
}

/// The files of one run: a journal in a folder of its own.
package struct SimulationFiles {
  /// The journal; nil: the run is in memory.
  package let path: String?
  private let own: String?

  /// Makes the files.
  ///
  /// - Parameter folder: the folder that contains the new folder; nil: the run is in memory.
  package init(_ folder: String?) {
    own = folder.map { "\($0)/simulated-\(UUID().uuidString)" }
    path = own.map { "\($0)/journal.sqlite" }
    // If it cannot be made, the run reports that there is no journal.
    if let own {
      try? FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    }
  }

  /// A journal that is kept for inspection.
  package init(keeping path: String) { (self.path, own) = (path, nil) }

  package func remove() {
    // The remaining files are in a temporary folder.
    if let own { try? FileManager.default.removeItem(atPath: own) }
  }
}
