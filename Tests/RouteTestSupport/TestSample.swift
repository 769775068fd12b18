import Foundation

/// Which of many cases a run of the tests tries: a part of them that differs with each seed, or all
/// of them by hand.
package enum TestSample {
  /// Another seed each time; `FAULT_SEED` repeats one.
  package static let seed: UInt64 = {
    let given = ProcessInfo.processInfo.environment["FAULT_SEED"].flatMap { UInt64($0) }
    let seed = given ?? UInt64.random(in: 1...UInt64(UInt32.max))
    print("FAULT_SEED=\(seed)")
    return seed
  }()

  /// Whether every case is tried where otherwise some are: with `FAULT_FULL` set.
  package static let isFull = ProcessInfo.processInfo.environment["FAULT_FULL"] != nil

  /// One of so many cases, others with another seed; all of them where every case is tried.
  ///
  /// - Parameter turn: a number of the test's own: with each number from one to the next another
  ///   part is taken, so that as many turns as the stride try every case.
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
