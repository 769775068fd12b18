import Foundation
import Synchronization

/// Ends the process when a run makes no progress, so that endless loops are found too.
final class Watchdog: Sendable {
  private let beats = Atomic<Int>(0)
  private let seed = Atomic<UInt64>(0)
  /// Starts watching.
  ///
  /// - Parameter patience: the time limit for an input, in seconds.
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

  /// Reports which run is in progress.
  func run(_ seed: UInt64) { self.seed.store(seed, ordering: .relaxed) }

  /// Reports progress of the run.
  func goOn() { beats.add(1, ordering: .relaxed) }
}
