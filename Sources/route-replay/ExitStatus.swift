/// The result of a run of the program. The numbers are a promise to scripts and never change.
enum ExitStatus: Int32, CaseIterable, Sendable {
  /// Everything is as expected.
  case expected = 0
  /// A comparison found a difference, or a search found nothing.
  case difference = 1
  /// The command line or a route table is wrong.
  case usage = 2
  /// A journal is damaged: a check of its integrity failed.
  case damaged = 3
  /// The format is newer, or data is needed that the journal does not contain, such as a private
  /// value of which it has only the token, or pruned entries.
  case incompatible = 4
  /// A file is missing, locked, not a journal, or cannot be read or written.
  case unreadable = 5
  /// The definitions that a replay needs are missing.
  case definitionsMissing = 6
  /// An action is dead, shelved, or has killed the host; only if the check for it was requested.
  case unhealthyActions = 7

  /// One line for help and the manual page.
  var meaning: String {
    switch self {
    case .expected: "as expected"
    case .difference: "a difference was found, or a search found nothing"
    case .usage: "wrong use, or mistakes in a route table"
    case .damaged: "a journal's integrity check failed"
    case .incompatible: "a newer format, or something needed is not in the file"
    case .unreadable: "cannot read or write: missing, locked, not a journal"
    case .definitionsMissing: "the route table needed to replay is missing"
    case .unhealthyActions: "unhealthy actions, with --fail-on-actions only"
    }
  }

  /// The graver of two results, for several files: damage, then files that cannot be read, then the
  /// rest; every other result is graver than `expected`.
  func graver(_ other: ExitStatus) -> ExitStatus {
    let order: [ExitStatus] = [
      .damaged, .unreadable, .usage, .incompatible, .definitionsMissing, .difference,
      .unhealthyActions,
    ]
    return order.first { $0 == self || $0 == other } ?? .expected
  }

  /// Replaces this result by another one if that is graver.
  mutating func worsen(to other: ExitStatus) { self = graver(other) }

  /// The word for a file that a command of several files could not process.
  var fileWord: String {
    switch self {
    case .damaged: "damaged"
    case .incompatible: "newer"
    case .definitionsMissing: "definitions missing"
    default: "unreadable"
    }
  }
}

/// The failure of a command: the problem, the next step, and the exit status.
struct CommandFailure: Error, Sendable {
  let status: ExitStatus
  let message: String

  init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }

  /// The failure for one of several journals: it names the journal if there are several and the
  /// journal is at fault.
  func of(_ path: String, among count: Int) -> CommandFailure {
    guard count > 1, status == .damaged || status == .incompatible else { return self }
    return CommandFailure(status, "\(path): \(message)")
  }

  static func difference(_ message: String) -> CommandFailure { .init(.difference, message) }
  static func usage(_ message: String) -> CommandFailure { .init(.usage, message) }
  static func damaged(_ message: String) -> CommandFailure { .init(.damaged, message) }
  static func incompatible(_ message: String) -> CommandFailure { .init(.incompatible, message) }
  static func unreadable(_ message: String) -> CommandFailure { .init(.unreadable, message) }
  static func definitionsMissing(_ message: String) -> CommandFailure {
    .init(.definitionsMissing, message)
  }
}

/// An error that determines the failure of a command itself.
protocol FailingError: Error {
  var failure: CommandFailure { get }
}
