import BenchmarkWorkload

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// This program run once more, in a process of its own.
enum ChildProcess {
  /// The most bytes that it had in memory.
  static func peakMemory(of arguments: [String]) throws -> Int {
    let program = CommandLine.arguments[0]
    var words = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    var process: pid_t = 0
    guard unsafe posix_spawn(&process, program, nil, nil, &words, environ) == 0 else {
      throw BenchmarkError(description: "\(program) cannot be run once more")
    }
    var (status, peak): (Int32, Int) = (0, 0)
    #if canImport(Darwin)
    var usage = rusage()
    guard unsafe wait4(process, &status, 0, &usage) == process, status == 0 else {
      throw BenchmarkError(description: "\(arguments.joined(separator: " ")) failed")
    }
    peak = usage.ru_maxrss
    #else
    // Read again and again while it runs: what getrusage(2) tells of a child begins with what its
    // parent had in memory, and nothing is told of one that has ended.
    while unsafe waitpid(process, &status, WNOHANG) == 0 {
      peak = max(peak, peakMemory(of: process))
      usleep(1_000)
    }
    guard status == 0 else {
      throw BenchmarkError(description: "\(arguments.joined(separator: " ")) failed")
    }
    #endif
    return peak
  }

  /// The most bytes that a process has had in memory; 0 when it has ended.
  private static func peakMemory(of process: pid_t) -> Int {
    // proc(5): VmHWM, in kilobytes
    let lines = FileText.read("/proc/\(process)/status")?.split(separator: "\n") ?? []
    let line = lines.first { $0.hasPrefix("VmHWM:") }
    return (line.flatMap { Int($0.filter(\.isNumber)) } ?? 0) * 1_024
  }
}
