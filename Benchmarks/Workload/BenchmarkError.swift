#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The reason why a benchmark or its floor failed.
package nonisolated struct BenchmarkError: Error, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }
}

/// Prints the problem on standard error, and ends as after a usage error.
package nonisolated func fail(_ message: String) -> Never {
  let line = Array("\(message)\n".utf8)
  unsafe _ = write(2, line, line.count)
  exit(2)
}
