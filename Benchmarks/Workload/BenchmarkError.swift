#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What went wrong with a benchmark, or on its floor.
package nonisolated struct BenchmarkError: Error, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }
}

/// Says on standard error what is wrong, and ends as after a mistake of the caller's.
package nonisolated func fail(_ message: String) -> Never {
  let line = Array("\(message)\n".utf8)
  unsafe _ = write(2, line, line.count)
  exit(2)
}
