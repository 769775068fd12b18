import RouteEngine
import RouteStore
import TextTerminal

/// Journals that are read one after another. A problem of one of several is reported once, and the
/// others are nevertheless read; a mistake in the question ends the command. Only the one that is
/// read is open: a process may have 256 open files on some systems.
struct SeveralJournals {
  private var paths: [String] = []
  private let isAlone: Bool
  /// The gravest status so far.
  private(set) var status = ExitStatus.expected

  init(_ paths: [String], _ output: Output) throws {
    isAlone = paths.count == 1
    for path in paths {
      do throws(CommandFailure) {
        let file = try JournalFile(path, output: output)
        self.paths.append(file.history.path)
        status = status.graver(file.status)
      } catch {
        try note(error, of: path, output)
      }
    }
  }

  /// Journals that are queried as one history: the paths of those that can be read, and the gravest
  /// status.
  static func together(
    _ paths: [String], _ output: Output
  ) throws -> (paths: [String], status: ExitStatus) {
    var journals = try SeveralJournals(paths, output)
    try journals.noteSharedSessions(output)
    return (journals.paths, journals.status)
  }

  /// Reports each file with a session that an earlier file also contains.
  private mutating func noteSharedSessions(_ output: Output) throws {
    var shared = SharedSessions()
    try forEach(output) { file in
      if let problem = try shared.problem(of: file.history) { output.problem(problem) }
    }
  }

  mutating func forEach(_ output: Output, _ body: (JournalFile) throws -> Void) throws {
    for path in paths {
      do {
        let file = try JournalFile(path)
        file.showWalks(on: output)
        try body(file)
      } catch let error as OutputError {
        throw error
      } catch {
        try note(CommandFailure(of: error), of: path, output)
        paths.removeAll { $0.hasSameBytes(as: path) }
      }
    }
  }

  private mutating func note(
    _ failure: CommandFailure, of path: String, _ output: Output
  ) throws(CommandFailure) {
    guard !isAlone, failure.status != .usage else { throw failure }
    output.problem("\(visible(path)): \(failure.message)")
    status = status.graver(failure.status)
  }
}

/// The sessions of some files, to find those that several files contain: these would be counted
/// more than once.
struct SharedSessions {
  private var holders: [String: String] = [:]

  /// The problem of a file with a session of an earlier file; nil when it has none.
  mutating func problem(of history: History) throws -> String? {
    var shared: String?
    // All sessions, for the following files.
    for session in try history.sessions() {
      let holder = holders.updateValue(history.path, forKey: session.identifier)
      shared = shared ?? holder
    }
    return shared.map {
      "\(history.path): has sessions of '\($0)' too, which count more than once; leave one out"
    }
  }
}
