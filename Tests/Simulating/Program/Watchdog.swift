import Foundation
import Synchronization

/// Ends the process when a run stands still: a rule that never comes to an end is found as well.
final class Watchdog: Sendable {
  private let beats = Atomic<Int>(0)
  private let seed = Atomic<UInt64>(0)
  /// Begins to watch.
  ///
  /// - Parameter patience: how long an input may take, in seconds.
  init(patience: Int) {
    let thread = Thread { [self] in
      var (last, rest) = (-1, 0)
      while true {
        Thread.sleep(forTimeInterval: 1)
        let now = beats.load(ordering: .relaxed)
        rest = now == last ? rest + 1 : 0
        last = now
        if rest >= patience {
          print(
            "seed \(seed.load(ordering: .relaxed)): FAILED an input takes more than "
              + "\(patience) seconds")
          exit(1)
        }
      }
    }
    thread.start()
  }

  /// Says which run goes on.
  func run(_ seed: UInt64) { self.seed.store(seed, ordering: .relaxed) }

  /// Says that the run goes on.
  func goOn() { beats.add(1, ordering: .relaxed) }
}
