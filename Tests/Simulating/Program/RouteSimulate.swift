import FaultHost
import Foundation
import RouteSimulation

/// `route-simulate [--seed N] [--steps N | --minutes N] [--memory] [--keep N,N,...]`: runs the
/// engine on inputs drawn from a seed, and checks its invariants after every input. A failing run
/// prints its seed and the shortest list of inputs that still fails.
@main
struct RouteSimulate {
  private var seed: UInt64 = 1
  private var steps = 5_000
  private var seconds: Double?
  private var isInMemory = false
  private var keep: [Int]?
  private var checksEvery = 64
  private var shortens = true
  private var traces = false
  private var journal: String?
  private var patience = 30

  static func main() async {
    do {
      let program = try RouteSimulate(Array(CommandLine.arguments.dropFirst()))
      exit(await program.run() ? 0 : 1)
    } catch {
      print("route-simulate: \(error)")
      exit(64)
    }
  }

  private struct Usage: Error, CustomStringConvertible {
    let description: String
  }

  private init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      switch option {
      case "--memory": isInMemory = true
      case "--long": shortens = false
      case "--trace": traces = true
      case "--seed": seed = try Self.value(of: option, &rest)
      case "--steps": steps = try Self.value(of: option, &rest)
      case "--check-every": checksEvery = try Self.value(of: option, &rest)
      case "--patience": patience = try Self.value(of: option, &rest)
      case "--minutes":
        let minutes: Double = try Self.value(of: option, &rest)
        seconds = minutes * 60
      case "--journal": journal = try Self.newFile(rest.popFirst())
      case "--keep": keep = try Self.positions(rest.popFirst())
      default: throw Usage(description: "there is no option \(option)")
      }
    }
    if journal != nil, seconds != nil || isInMemory {
      throw Usage(description: "--journal goes with neither --minutes nor --memory")
    }
    guard steps > 0 else { throw Usage(description: "--steps needs a number above 0") }
    if let other = keep?.first(where: { $0 < 0 || $0 >= steps }) {
      throw Usage(description: "--keep has \(other), the run inputs 0 to \(steps - 1); see --steps")
    }
  }

  /// The inputs to keep. A mistake in the list is an error: if an input were silently left out, a
  /// run that failed could seem to be mended.
  private static func positions(_ list: String?) throws -> [Int] {
    let words = (list ?? "").split(separator: ",", omittingEmptySubsequences: false)
    let positions = words.compactMap { Int($0) }
    guard positions.count == words.count else {
      throw Usage(description: "--keep needs numbers such as 3,17,40")
    }
    return positions
  }

  /// The absolute path of a file that does not exist.
  private static func newFile(_ path: String?) throws -> String {
    guard let path else { throw Usage(description: "--journal needs a path") }
    guard !FileManager.default.fileExists(atPath: path) else {
      throw Usage(description: "\(path) is there already; name a new file")
    }
    return URL(filePath: path).standardizedFileURL.path
  }

  private static func value<Value: LosslessStringConvertible>(
    of option: String, _ rest: inout ArraySlice<String>
  ) throws -> Value {
    guard let value = rest.popFirst().flatMap({ Value($0) }) else {
      throw Usage(description: "\(option) needs a number")
    }
    return value
  }

  private func run() async -> Bool {
    let folder = isInMemory ? nil : NSTemporaryDirectory()
    if !SimulationActor.takeAllTasks() { print("tasks run on threads of their own here") }
    if !isInMemory {
      FaultFileSystem.watch(journal ?? "simulated-")
      FaultFileSystem.leaveDiskAlone()
    }
    let start = ContinuousClock.now
    let watchdog = Watchdog(patience: patience)
    var total = Simulation.Report()
    var next = seed
    repeat {
      let files = journal.map { SimulationFiles(keeping: $0) } ?? SimulationFiles(folder)
      defer { files.remove() }
      let drawn = inputs(of: next)
      var plan = Simulation.Plan(seed: next, inputs: drawn, path: files.path)
      plan.checksEvery = checksEvery
      watchdog.run(next)
      plan.progress = { watchdog.goOn() }
      if traces { plan.trace = { print($0) } }
      let report = await Simulation(plan).run()
      total.add(report)
      if let failure = report.failure {
        print("seed \(next): FAILED \(failure)")
        fflush(nil)
        if shortens { await shorten(drawn, failure, next, folder, watchdog) }
        return false
      }
      next += 1
    } while seconds.map { start.duration(to: .now) < .seconds($0) } ?? false
    print(total.summary(runs: next - seed, from: seed))
    return true
  }

  private func inputs(of seed: UInt64) -> [SimulatedStep] {
    var draw = InputDraw(seed: seed, usesFiles: !isInMemory)
    let all = draw.steps(steps)
    return keep.map { $0.map { all[$0] } } ?? all
  }

  private func shorten(
    _ inputs: [SimulatedStep], _ failure: SimulationFailure, _ seed: UInt64, _ folder: String?,
    _ watchdog: Watchdog
  ) async {
    var shortening = Shortening(inputs, failing: failure, seed: seed, folder: folder)
    shortening.progress = { watchdog.goOn() }
    await shortening.shorten()
    guard shortening.trials > 0 else {
      return print("the same inputs do not fail when everything is checked after each of them")
    }
    print("\(shortening.inputs.count) inputs are enough (\(shortening.trials) lists tried):")
    var places: [Int] = []
    var from = 0
    let all = self.inputs(of: seed)
    for step in shortening.inputs {
      print("  \(step)")
      let place = all[from...].firstIndex(of: step) ?? from
      places.append(place)
      from = min(place + 1, all.count)
    }
    print(shortening.failure)
    let memory = isInMemory ? " --memory" : ""
    print(
      "again: Scripts/simulate --seed \(seed) --steps \(steps)\(memory) --keep "
        + places.map(String.init).joined(separator: ","))
  }
}

extension Simulation.Report {
  /// Adds the results of another run.
  fileprivate mutating func add(_ other: Simulation.Report) {
    inputs += other.inputs
    entries += other.entries
    launches += other.launches
    outages += other.outages
    running += other.running
    verifying += other.verifying
    anchor = other.anchor
    outcomes.merge(other.outcomes) { $0 + $1 }
  }

  fileprivate func summary(runs: UInt64, from seed: UInt64) -> String {
    let seconds = running / .seconds(1)
    let told = outcomes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return """
      \(runs) runs from seed \(seed): nothing found
      inputs \(inputs), entries \(entries), launches \(launches), outages \(outages)
      outcomes: \(told.joined(separator: ", "))
      \(Int(Double(inputs) / max(seconds, 0.000_001))) inputs/s of one core \
      (\(running) for the inputs, \(verifying) for verify and rerun)
      end of the last journal: \(anchor)
      """
  }
}
