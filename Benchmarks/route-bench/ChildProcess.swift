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
    var (status, usage): (Int32, rusage) = (0, rusage())
    guard unsafe wait4(process, &status, 0, &usage) == process, status == 0 else {
      throw BenchmarkError(description: "\(arguments.joined(separator: " ")) failed")
    }
    #if canImport(Darwin)
    return usage.ru_maxrss
    #else
    return usage.ru_maxrss * 1_024  // getrusage(2): in kilobytes
    #endif
  }
}
