import Dispatch
import RouteStore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The signals with which a user or the system ends the program. A temporary folder can hold a copy
/// of a journal, which does not stay behind.
enum EndingSignals {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]

  /// A pipe to a thread: the code that a signal runs may call hardly anything.
  private static let pipeEnds: (outlet: Int32, inlet: Int32) = {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return (-1, -1) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }()

  /// From now on such a signal removes the temporary folders before it ends the process. One that
  /// is ignored stays ignored.
  static func removeFolders() {
    let outlet = pipeEnds.outlet
    guard outlet >= 0 else { return }
    for number in numbers {
      let before = signal(number) { EndingSignals.tell($0) }
      if unsafe unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        _ = signal(number, SIG_IGN)
      }
    }
    DispatchQueue(label: "signals").async { Self.endWhenTold(by: outlet) }
  }

  private static func tell(_ number: Int32) {
    var byte = UInt8(truncatingIfNeeded: number)
    _ = unsafe write(pipeEnds.inlet, &byte, 1)
  }

  private static func endWhenTold(by outlet: Int32) {
    var byte: UInt8 = 0
    while unsafe read(outlet, &byte, 1) != 1 {
      guard errno == EINTR else { return }
    }
    FilePath.removeTemporaryFolders()
    _ = signal(Int32(byte), SIG_DFL)
    _ = kill(getpid(), Int32(byte))
  }
}
