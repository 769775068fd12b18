import RouteStore
import TextTerminal

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The reason why nothing more can be written.
enum OutputError: FailingError, Sendable, Equatable {
  /// The reader ended; this is not a problem.
  case closed
  /// The system refused, for this reason.
  case failed(String)

  var message: String {
    switch self {
    case .closed: "the reader of the output has closed it"
    case .failed(let reason):
      "cannot write the output: \(reason); make room or choose another place"
    }
  }

  var failure: CommandFailure { CommandFailure.unreadable(message) }
}

/// Standard output, for data, and standard error, for notes and progress.
///
/// Data is buffered: a command that follows a growing journal calls `flush`. Only the text formats
/// and notes make strings visible; `write` and `line` print strings as they are.
///
/// If a pager is wanted, text that is longer than the terminal's screen goes to it. Notes go there
/// too, because they would appear between the lines.
final class Output {
  private enum Target {
    case descriptor(Int32)
    /// Stored here for tests.
    case memory
  }

  /// The treatment of text on a terminal.
  private enum Paging {
    /// It is printed.
    case off
    /// It is kept until it is longer than the screen.
    case waiting(PagerCommand, ScreenFill)
    /// A pager shows it.
    case on(Pager)
    /// The pager is closed, and no more text is shown.
    case over
  }

  private static let bufferSize = 64 * 1024
  /// The most bytes of a line of notes.
  private static let noteBytes = 4_096

  private let data: Target
  private let notes: Target
  private let dataTerminal: Terminal
  private let notesTerminal: Terminal
  private var buffer: [UInt8] = []
  private var paging = Paging.off
  private(set) var writtenNotes: [UInt8] = []
  /// Whether a bar is in the terminal's current line.
  private var hasBar = false
  /// Whether text was printed that a bar would interrupt.
  private var hasPrinted = false
  /// Whether walks over entries show their progress; false when a command has a bar of its own.
  private(set) var showsWalks = true

  /// No notes and no progress; problems are still reported.
  var isQuiet = false
  /// Whether standard output may be coloured.
  var usesColor: Bool

  /// The most columns of a table. It is `nil` when the data does not go to a terminal, so that
  /// nothing is cut off in a pipe, unless `COLUMNS` requests a width.
  var width: Int? {
    dataTerminal.isInteractive || dataTerminal.hasWidth ? dataTerminal.width : nil
  }

  /// Whether the data goes to a terminal.
  var isInteractive: Bool { dataTerminal.isInteractive }

  private init(data: Target, notes: Target, dataTerminal: Terminal, notesTerminal: Terminal) {
    self.data = data
    self.notes = notes
    self.dataTerminal = dataTerminal
    self.notesTerminal = notesTerminal
    usesColor = dataTerminal.usesColor
  }

  /// The signals that end a process that writes, unless they are ignored. If they are, `write`
  /// fails: for a closed pipe, and for a file beyond the process's size limit.
  static let signalsOfWriting = [SIGPIPE, SIGXFSZ]

  /// The process's own streams. Failed writing becomes an error instead of a signal.
  ///
  /// A closed stream keeps its descriptor, opened so that no data passes: otherwise a file opened
  /// later would get the descriptor, and with it the output for the stream.
  static func standard() -> Output {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
    for number in signalsOfWriting { _ = signal(number, SIG_IGN) }
    return Output(
      data: .descriptor(STDOUT_FILENO), notes: .descriptor(STDERR_FILENO),
      dataTerminal: .of(STDOUT_FILENO), notesTerminal: .of(STDERR_FILENO))
  }

  /// Keeps everything in memory, as if the streams were these terminals.
  static func inMemory(data: Terminal = .none, notes: Terminal = .none) -> Output {
    Output(data: .memory, notes: .memory, dataTerminal: data, notesTerminal: notes)
  }

  /// Everything written so far, if it is kept in memory.
  var written: [UInt8] { buffer }

  // MARK: Data

  func write(_ text: String) throws(OutputError) {
    buffer.append(contentsOf: text.utf8)
    if case .waiting(let pager, var fill) = paging {
      fill.add(text)
      paging = .waiting(pager, fill)
      if fill.isOver || buffer.count >= Self.bufferSize { try turnToPager(pager) }
    } else if buffer.count >= Self.bufferSize {
      try flush()
    }
  }

  func line(_ text: String = "") throws(OutputError) { try write(text + "\n") }

  /// Writes a line of JSON with its line feed; on a terminal, in a form as harmless as text.
  func write(line: [UInt8]) throws(OutputError) {
    if dataTerminal.isInteractive {
      try self.line(safeJSON(String(decoding: line.dropLast(), as: UTF8.self)))
    } else {
      buffer.append(contentsOf: line)
      if buffer.count >= Self.bufferSize { try flush() }
    }
  }

  /// Writes the buffered data.
  func flush() throws(OutputError) {
    guard case .descriptor(let descriptor) = data, !buffer.isEmpty else { return }
    defer { buffer.removeAll(keepingCapacity: true) }
    if dataTerminal.isInteractive {
      eraseBar()
      hasPrinted = true
    }
    switch paging {
    case .off, .waiting: try writeAll(buffer, to: descriptor)
    case .over: throw .closed
    case .on(let pager):
      do {
        try pager.write(buffer)
      } catch .closed {
        paging = .over
        try leave(pager, to: descriptor, isLast: false)
        if case .over = paging { throw .closed }
      }
    }
  }

  // MARK: Pages

  /// Makes this pager show text that is longer than the screen; nil for none. It has no effect when
  /// the data does not go to a terminal.
  func page(by pager: PagerCommand?) {
    guard case .descriptor = data, dataTerminal.isInteractive, let pager else { return }
    paging = .waiting(pager, ScreenFill(of: dataTerminal))
  }

  /// Prints everything at once from now on, for a command that continues while the user watches.
  func pageNoMore() throws(OutputError) {
    guard case .waiting = paging else { return }
    paging = .off
    try flush()
  }

  /// Writes the remaining data, and waits for the pager to end. Leaving the pager early is no
  /// failure. The command is over then: after the pager an interrupt ends the program.
  func finish() throws(OutputError) {
    eraseBar()
    do throws(OutputError) {
      try flush()
    } catch {
      if case .over = paging { return }
      throw error
    }
    guard case .on(let pager) = paging, case .descriptor(let descriptor) = data else { return }
    paging = .over
    try leave(pager, to: descriptor, isLast: true)
  }

  private func turnToPager(_ command: PagerCommand) throws(OutputError) {
    eraseBar()
    if !command.isMissing, let pager = Pager(command) {
      paging = .on(pager)
    } else {
      paging = .off
      let advice = command.origin.map { "correct \($0), or give --no-pager" } ?? "give --no-pager"
      writeNote(visible("the pager '\(command.text)' cannot be started; \(advice)") + "\n")
    }
    try flush()
  }

  /// Waits for a pager to end. Text that it could not take, because the program does not exist, is
  /// printed as if no pager was wanted.
  private func leave(
    _ pager: Pager, to descriptor: Int32, isLast: Bool
  ) throws(OutputError) {
    guard let text = pager.end(isLast: isLast) else { return }
    paging = .off
    try writeAll(text, to: descriptor)
  }

  /// Waits for a number of milliseconds. Returns whether the reader of standard output has ended,
  /// which otherwise only the next write would show.
  func isAbandoned(after milliseconds: Int32) -> Bool {
    _ = poll(nil, 0, milliseconds)
    guard case .descriptor(let descriptor) = data else { return false }
    var request = pollfd(fd: descriptor, events: 0, revents: 0)
    return unsafe poll(&request, 1, 0) > 0 && request.revents & Int16(POLLERR | POLLHUP) != 0
  }

  /// A text in a colour, if colours are used; the text must be visible text.
  func painted(_ text: String, _ ink: Ink?) -> String {
    guard usesColor, let ink, !text.isEmpty else { return text }
    return ink.paint(text)
  }

  // MARK: Notes

  /// A note, which is left out in quiet mode.
  func note(_ text: String) {
    if !isQuiet { problem(text) }
  }

  /// A problem. Every line is made visible and cut to a readable length, because it may quote a
  /// file.
  func problem(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let shown = lines.map { line in
      visible(FileBounds.cut(String(line), to: Self.noteBytes)) + "\n"
    }.joined()
    // On a terminal, both streams appear together and should be in order.
    if isPaging, notesTerminal.isInteractive { return (try? write(shown)) ?? () }
    if dataTerminal.isInteractive { try? flush() }
    eraseBar()
    writeNote(shown)
  }

  private var isPaging: Bool {
    switch paging {
    case .waiting, .on: true
    case .off, .over: false
    }
  }

  /// A progress bar on standard error, drawn only on a terminal and for long work.
  func progress(of label: String, total: Int?) -> ProgressBar {
    showsWalks = false
    return bar(label, total: total)
  }

  /// The bar of a walk over the entries of journals, for commands without a bar of their own.
  func bar(
    _ label: String, total: Int?, start: ContinuousClock.Instant = .now
  ) -> ProgressBar {
    ProgressBar(
      label: label, total: total, width: notesTerminal.width, start: start,
      draw: showsProgress ? { self.draw($0) } : nil)
  }

  /// Whether a bar would be visible.
  var showsProgress: Bool { notesTerminal.isInteractive && !isQuiet }

  /// Draws a bar, but not over a pager's text or into printed text.
  private func draw(_ text: String) {
    if case .on = paging { return }
    guard !hasPrinted else { return }
    hasBar = text != ProgressBar.nothing
    writeNote(text)
  }

  private func eraseBar() {
    guard hasBar else { return }
    hasBar = false
    writeNote(ProgressBar.nothing)
  }

  private func writeNote(_ text: String) {
    switch notes {
    case .memory: writtenNotes.append(contentsOf: text.utf8)
    // If standard error is gone too, the problem cannot be reported anywhere.
    case .descriptor(let descriptor): try? writeAll(Array(text.utf8), to: descriptor)
    }
  }
}

/// Writes all bytes, in as many calls as needed.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(OutputError) {
  var done = 0
  while done < bytes.count {
    let count = unsafe bytes[done...].withUnsafeBytes { part in
      unsafe write(descriptor, part.baseAddress, part.count)
    }
    if count >= 0 {
      done += count
    } else if errno == EPIPE {
      throw .closed
    } else if errno == EAGAIN {
      waitUntilWritable(descriptor)
    } else if errno != EINTR {
      throw .failed(FilePath.message(errno))
    }
  }
}

/// A terminal shared with another program may have been set to non-blocking by it.
private func waitUntilWritable(_ descriptor: Int32) {
  var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
  _ = unsafe poll(&request, 1, -1)
}
