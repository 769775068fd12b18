import Foundation
import Testing

/// Short simulations of the engine on inputs drawn from a seed; `Scripts/simulate` runs longer
/// ones.
struct SimulationTests {
  private func simulate(_ words: String...) throws -> (status: Int32, output: String) {
    try Child.run("route-simulate", words)
  }

  /// The trace lines of a run, without digests: these cover tokens of private values, which differ
  /// between runs.
  private func lines(_ output: String) -> [String] {
    output.split(separator: "\n").filter { $0.contains(" -> entry ") }
      .map { String($0.prefix { $0 != "," }) + ($0.components(separatedBy: " -> ").last ?? "") }
      .map { $0.components(separatedBy: ", state").first ?? $0 }
  }

  @Test(arguments: [1, 2, 3, 4, 5])
  func `runs on a real journal break no invariant`(_ seed: Int) throws {
    let run = try simulate("--seed", "\(seed * 100)", "--steps", "400")
    #expect(run.status == 0 && run.output.contains("inputs 400, "), "\(run.output)")
  }

  @Test(arguments: [1, 2, 3, 4, 5])
  func `runs in memory break no invariant`(_ seed: Int) throws {
    let run = try simulate("--seed", "\(seed * 100)", "--steps", "600", "--memory")
    #expect(run.status == 0 && run.output.contains("inputs 600, "), "\(run.output)")
  }

  @Test(arguments: ["", "x", "3,,4", "400", "-1"])
  func `a list of inputs that is not in the run is refused`(_ list: String) throws {
    let run = try simulate("--memory", "--steps", "400", "--keep", list)
    #expect(run.status == 64 && run.output.contains("--keep"), "\(run.output)")
  }

  @Test func `a listed input of the run is the only one that it takes`() throws {
    let run = try simulate("--memory", "--steps", "400", "--keep", "0,3,399")
    #expect(run.status == 0 && run.output.contains("inputs 3, "), "\(run.output)")
  }

  @Test(arguments: [["--memory"], []])
  func `the same seed takes the same inputs to the same entries`(_ place: [String]) throws {
    let words = ["--seed", "7", "--steps", "300", "--trace"] + place
    let first = try Child.run("route-simulate", words)
    let second = try Child.run("route-simulate", words)
    #expect(first.status == 0, "\(first.output)")
    #expect(lines(first.output).count == 300)
    #expect(lines(first.output) == lines(second.output))
  }
}
