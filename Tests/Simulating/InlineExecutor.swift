import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The actor of simulations: their sessions, hosts and checks run on it, one job after the other.
@globalActor
package actor SimulationActor {
  static let executor = InlineExecutor()

  /// Makes all tasks of the process run here: jobs that Swift would give to its threads wait here
  /// for their turn too. A program that does nothing else calls it once.
  ///
  /// - Returns: whether this version of Swift allows it; otherwise runs are not reproducible.
  package static func takeAllTasks() -> Bool {
    guard
      let hook = unsafe dlsym(dlopen(nil, RTLD_LAZY), "swift_task_enqueueGlobal_hook")
    else { return false }
    unsafe hook.assumingMemoryBound(to: Hook?.self).pointee = { job, _ in
      SimulationActor.executor.enqueue(job)
    }
    return true
  }

  private typealias Original = @convention(thin) (UnownedJob) -> Void
  private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void
  package static let shared = SimulationActor()

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe Self.executor.asUnownedSerialExecutor()
  }
}

/// Runs the jobs of one actor one after the other, in the order of their arrival, on the thread
/// that brings the first of them. Nothing else determines the order, so a simulation is
/// reproducible.
final class InlineExecutor: SerialExecutor {
  private struct Jobs {
    var waiting: [UnownedJob] = []
    var next = 0
    var isRunning = false
    /// The continuations to resume when no job is left.
    var idle: [CheckedContinuation<Void, Never>] = []
  }

  private let jobs = Mutex(Jobs())

  func enqueue(_ job: consuming ExecutorJob) { enqueue(UnownedJob(job)) }

  func enqueue(_ job: UnownedJob) {
    let mustRun = jobs.withLock { jobs in
      jobs.waiting.append(job)
      guard !jobs.isRunning else { return false }
      jobs.isRunning = true
      return true
    }
    if mustRun { run() }
  }

  private func run() {
    while true {
      let (job, idle) = jobs.withLock { jobs -> (UnownedJob?, CheckedContinuation<Void, Never>?) in
        if jobs.next < jobs.waiting.count {
          jobs.next += 1
          return (jobs.waiting[jobs.next - 1], nil)
        }
        jobs.waiting.removeAll(keepingCapacity: true)
        jobs.next = 0
        guard let idle = jobs.idle.popLast() else {
          jobs.isRunning = false
          return (nil, nil)
        }
        return (nil, idle)
      }
      if let job {
        unsafe job.runSynchronously(on: asUnownedSerialExecutor())
      } else if let idle {
        idle.resume()
      } else {
        return
      }
    }
  }

  /// Returns when every other job has run as far as it can.
  func settled() async {
    await withCheckedContinuation { continuation in
      jobs.withLock { $0.idle.append(continuation) }
    }
  }

  /// Whether jobs wait.
  var hasJobs: Bool { jobs.withLock { $0.next < $0.waiting.count } }
}
