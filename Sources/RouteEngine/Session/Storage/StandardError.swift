#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The process's standard error, which a library writes to in debug builds alone.
enum StandardError {
  /// Writes a line; nil in a release build, where such lines are not read.
  static var inDebugBuilds: ((String) -> Void)? {
    #if DEBUG
    { line in
      let bytes = Array((line + "\n").utf8)
      // Nothing is left to be done about a standard error that takes nothing.
      _ = unsafe bytes.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
    #else
    nil
    #endif
  }
}
