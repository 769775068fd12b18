#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The process's standard error; a library writes to it in debug builds only.
enum StandardError {
  /// Writes a line; nil in a release build, where such lines are not read.
  static var inDebugBuilds: ((String) -> Void)? {
    #if DEBUG
    { line in
      let bytes = Array((line + "\n").utf8)
      // If standard error does not accept it, nothing can be done.
      _ = unsafe bytes.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
    #else
    nil
    #endif
  }
}
