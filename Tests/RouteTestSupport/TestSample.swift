import Foundation

/// Chooses the cases that a run of the tests tries: a sample that depends on the seed, or all of
/// them on request.
package enum TestSample {
  /// A new seed for each run; `FAULT_SEED` repeats one.
  package static let seed: UInt64 = {
    let given = ProcessInfo.processInfo.environment["FAULT_SEED"].flatMap { UInt64($0) }
    let seed = given ?? UInt64.random(in: 1...UInt64(UInt32.max))
    print("FAULT_SEED=\(seed)")
    return seed
  }()

  /// Whether every case is tried instead of a sample: with `FAULT_FULL` set.
  package static let isFull = ProcessInfo.processInfo.environment["FAULT_FULL"] != nil

  /// Every n-th case, beginning with one that depends on the seed; all cases when `isFull`.
  ///
  /// - Parameter turn: a number of the test: consecutive numbers give different parts, so that as
  ///   many turns as the stride try every case.
  package static func some<Cases: Collection>(
    _ cases: Cases, every stride: Int, turn: Int = 0
  ) -> [Cases.Element] {
    guard !isFull, stride > 1, !cases.isEmpty else { return Array(cases) }
    var random = SeededRandom(seed)
    let stride = min(stride, cases.count)
    let first = (random.below(stride) + turn) % stride
    return cases.enumerated().filter { $0.offset % stride == first }.map(\.element)
  }
}
