import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Where simulations live: their sessions, hosts and checks, one job after the other.
@globalActor
package actor SimulationActor {
  static let executor = InlineExecutor()

  /// Makes this the one place of the process where tasks run: what Swift would give to its threads
  /// waits here for its turn as well. Called once, by a program that does nothing else.
  ///
  /// - Returns: whether this Swift lets itself be told; if not, runs are not the same every time.
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

/// Runs the jobs of one actor one after the other, in the order in which they come, on the thread
/// that brings the first of them. Nothing else decides what comes next, so that a simulation is the
/// same every time.
final class InlineExecutor: SerialExecutor {
  private struct Jobs {
    var waiting: [UnownedJob] = []
    var next = 0
    var isRunning = false
    /// Goes on when no job is left.
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

  /// Goes on when every other job has run as far as it can.
  func settled() async {
    await withCheckedContinuation { continuation in
      jobs.withLock { $0.idle.append(continuation) }
    }
  }

  /// Whether jobs wait.
  var hasJobs: Bool { jobs.withLock { $0.next < $0.waiting.count } }
}
