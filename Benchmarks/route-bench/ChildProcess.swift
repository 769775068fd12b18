import BenchmarkWorkload

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Runs this program again, as a separate process.
enum ChildProcess {
  /// The peak memory of the process, in bytes.
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
    // The value is read repeatedly while the process runs: getrusage(2) of a child starts with the
    // memory of its parent, and proc(5) has no value for a process that has ended.
    while unsafe waitpid(process, &status, WNOHANG) == 0 {
      peak = max(peak, peakMemory(of: process))
      usleep(1_000)
    }
    guard status == 0 else {
      throw BenchmarkError(description: "\(arguments.joined(separator: " ")) failed")
    }
    #endif
    guard peak > 0 else {
      throw BenchmarkError(description: "the memory of process \(process) cannot be read")
    }
    return peak
  }

  /// The peak memory of a process, in bytes; 0 when it has ended.
  private static func peakMemory(of process: pid_t) -> Int {
    // proc(5): VmHWM, in kilobytes
    let lines = FileText.read("/proc/\(process)/status")?.split(separator: "\n") ?? []
    let line = lines.first { $0.hasPrefix("VmHWM:") }
    return (line.flatMap { Int($0.filter(\.isNumber)) } ?? 0) * 1_024
  }
}
