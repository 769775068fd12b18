import Dispatch
import TextTerminal

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A running pager: it shows the given text, until the user leaves it.
///
/// An interrupt from the keyboard reaches every program in the foreground of the terminal. While
/// the pager runs, only the pager handles it. If an interrupt ended this program, the pager would
/// be left behind, and the shell would use the same terminal.
final class Pager {
  /// More bytes than a pipe can hold when no program reads it.
  private static let mostUntaken = 128 * 1024
  private static let interrupts = [SIGINT, SIGQUIT]
  private typealias Function = @convention(c) (Int32) -> Void

  private let process: pid_t
  private let input: Int32
  /// The addresses of the functions that the interrupts called before the pager ran, such as those
  /// that remove copies of journals.
  private let functions: [Int]
  /// Signalled when the pager has ended and the interrupts call their functions again.
  private let reclaimed = DispatchSemaphore(value: 0)
  /// The bytes written so far, while the pager may not have read any of them; nil afterwards.
  private var untaken: [UInt8]? = []

  /// Starts a pager; nil when the system starts none.
  init?(_ command: PagerCommand) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let functions = Self.interrupts.map { number in
      unsafe unsafeBitCast(signal(number, SIG_IGN), to: Int.self)
    }
    guard let process = Self.start(command, reading: ends[0]) else {
      Self.interruptAgain(functions)
      close(ends[1])
      return nil
    }
    (self.process, input, self.functions) = (process, ends[1], functions)
    // After the user has left the pager, an interrupt can end the remaining work.
    DispatchQueue(label: "pager").async { [reclaimed] in
      Self.reclaimInterrupts(from: process, functions)
      reclaimed.signal()
    }
  }

  /// Writes text to the pager; waits while the pager's pipe is full.
  ///
  /// - Throws: `OutputError.closed` when the pager accepts no more.
  func write(_ bytes: [UInt8]) throws(OutputError) {
    untaken?.append(contentsOf: bytes)
    try writeAll(bytes, to: input)
    if let count = untaken?.count, count > Self.mostUntaken { untaken = nil }
  }

  /// Ends the text, and waits for the pager to end. Call it once.
  ///
  /// - Parameter isLast: whether the command is over. An interrupt then ends the program, because
  ///   the functions that handled it have no more work.
  /// - Returns: the text if the shell found no program to read it; nil otherwise.
  func end(isLast: Bool) -> [UInt8]? {
    close(input)
    reclaimed.wait()  // so that no interrupt gets its function back later
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    if isLast { _ = signal(SIGINT, SIG_DFL) }
    // POSIX, Shell Command Language, 2.8.2: found but not executable, or not found.
    let isMissing = status & 0x7F == 0 && [126, 127].contains(status >> 8 & 0xFF)
    return isMissing ? untaken : nil
  }

  private static func reclaimInterrupts(from process: pid_t, _ functions: [Int]) {
    var information = unsafe siginfo_t()
    while unsafe waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0,
      errno == EINTR
    {}
    interruptAgain(functions)
  }

  private static func interruptAgain(_ functions: [Int]) {
    for (number, address) in zip(interrupts, functions) {
      _ = signal(number, unsafe unsafeBitCast(address, to: Function?.self))
    }
  }

  /// Starts the shell with the command, with its input at the end of a pipe.
  private static func start(_ command: PagerCommand, reading end: Int32) -> pid_t? {
    #if os(tvOS) || os(watchOS)
    return nil  // these systems start no programs
    #else
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
    #else
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawn_file_actions_adddup2(&actions, end, STDIN_FILENO)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    // Signals that this program ignores are not ignored by the pager and the processes it starts.
    var ignored = sigset_t()
    unsafe sigemptyset(&ignored)
    for number in interrupts + Output.signalsOfWriting { unsafe sigaddset(&ignored, number) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &ignored)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    let line: [String] = ["/bin/sh", "-c", command.text]
    let words = unsafe line.map { unsafe strdup($0) } + [nil]
    let variables = unsafe environment().map { unsafe strdup($0) } + [nil]
    defer { unsafe (words + variables).forEach { unsafe free($0) } }
    var process: pid_t = 0
    let code = unsafe posix_spawn(
      &process, "/bin/sh", &actions, &attributes, words, variables)
    return code == 0 ? process : nil
    #endif
  }

  /// The process's own environment, with defaults for `less` that the user may override: end when
  /// everything fits the screen, pass colours through and nothing else, leave the text on the
  /// screen.
  private static func environment() -> [String] {
    #if canImport(Darwin)
    var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe _NSGetEnviron().pointee
    #else
    var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe environ
    #endif
    var variables: [String] = []
    while let variable = unsafe next?.pointee {
      variables.append(unsafe String(cString: variable))
      unsafe next = next?.advanced(by: 1)
    }
    if Terminal.environment("LESS") == nil { variables.append("LESS=FRX") }
    return variables
  }
}

@available(*, unavailable)
extension Pager: Sendable {}
