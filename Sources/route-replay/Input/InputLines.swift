import RouteStore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The reason why an input cannot be read at all.
enum InputError: FailingError, Sendable, Equatable {
  /// The path and the system's reason.
  case cannotOpen(String, String)
  case cannotRead(String, String)
  /// The path, the number of a line, and the bytes of it that were skipped without an end of it.
  case endless(String, line: Int, bytes: Int)

  var message: String {
    switch self {
    case .cannotOpen(let path, let reason):
      "cannot open '\(path)': \(reason); check the path, or give - for standard input"
    case .cannotRead(let path, let reason):
      "cannot read '\(path)': \(reason)"
    case .endless(let path, let line, let bytes):
      "cannot read '\(path)': line \(line) goes on after \(bytes) bytes that are not used; give a "
        + "file of lines, or remove that line"
    }
  }

  var failure: CommandFailure { CommandFailure.unreadable(message) }
}

/// A line of an input that was left out, with the reason; the rest of the input is used.
struct InputProblem: Sendable, Equatable {
  /// The number of the line, from 1.
  let line: Int
  let reason: String

  var message: String { "line \(line): \(reason)" }
}

/// One line of an input.
enum InputLine: Sendable, Equatable {
  /// Its number, from 1, and its bytes without the line feed.
  case whole(Int, [UInt8])
  /// The number of a line that is longer than allowed; its bytes are not kept.
  case tooLong(Int)
}

/// Consecutive lines of an input, with a line feed between them.
struct JoinedLines: Sendable, Equatable {
  private(set) var bytes: [UInt8] = []
  private var count = 0

  mutating func append(_ line: [UInt8]) {
    if count > 0 { bytes.append(UInt8(ascii: "\n")) }
    bytes += line
    count += 1
  }
}

/// A file, or standard input for `-`, read in pieces.
struct InputFile: ~Copyable {
  let path: String
  private let descriptor: Int32

  init(_ path: String) throws(InputError) {
    self.path = path
    descriptor = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw .cannotOpen(path, FilePath.message(errno)) }
  }

  deinit {
    if path != "-" { _ = close(descriptor) }
  }

  /// Throws when more than one of the paths is `-`: the second would have no input left.
  static func requireOneStandardInput(_ paths: [String?]) throws(CommandFailure) {
    guard paths.count(where: { $0 == "-" }) < 2 else {
      throw CommandFailure.usage("standard input can be read once; give '-' once")
    }
  }

  /// The next bytes, at most this many; none at the end.
  func next(_ most: Int) throws(InputError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: most)
    while true {
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe read(descriptor, buffer.baseAddress, buffer.count)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw .cannotRead(path, FilePath.message(errno)) }
      bytes.removeLast(most - count)
      return bytes
    }
  }
}

/// Reads a file, or standard input for `-`, line by line in chunks, so that an input of any length
/// only needs the memory of its longest allowed line.
struct InputLines: ~Copyable {
  /// The most bytes of a line; servers refuse requests that are much shorter than this.
  static let longestLine = 1024 * 1024
  /// The most bytes that are skipped of a line that is too long; an input with more has no lines.
  static let longestSkipped = 64 * 1024 * 1024
  private static let chunkSize = 64 * 1024

  private let file: InputFile
  private let limit: Int
  private let skippedLimit: Int
  private var chunk: [UInt8] = []
  private var position = 0
  private var number = 0
  private var ended = false
  /// Whether the newest line was too long and its end was not read yet.
  private var isInLongLine = false

  /// Throws `InputError.cannotOpen`.
  init(
    path: String, longestLine: Int = Self.longestLine, longestSkipped: Int = Self.longestSkipped
  ) throws(InputError) {
    file = try InputFile(path)
    (limit, skippedLimit) = (longestLine, longestSkipped)
  }

  /// The next line; a last line without a line feed counts, an empty rest does not.
  ///
  /// A line that is too long is reported as soon as that is known, because it may have no end. The
  /// rest of it is skipped when the next line is read. Throws `InputError.endless` when the rest
  /// has no end within its bound.
  mutating func next() throws(InputError) -> InputLine? {
    try skipLongLine()
    var line: [UInt8] = []
    while let part = try nextPart() {
      line.append(contentsOf: part.bytes)
      guard line.count <= limit else {
        isInLongLine = !part.isLast
        number += 1
        return .tooLong(number)
      }
      if part.isLast { return finished(line) }
    }
    return line.isEmpty ? nil : finished(line)
  }

  private mutating func skipLongLine() throws(InputError) {
    var skipped = 0
    while isInLongLine, let part = try nextPart() {
      isInLongLine = !part.isLast
      skipped += part.bytes.count
      guard skipped <= skippedLimit else {
        throw .endless(file.path, line: number, bytes: skippedLimit)
      }
    }
  }

  private mutating func finished(_ line: [UInt8]) -> InputLine {
    number += 1
    return .whole(number, line)
  }

  /// The next bytes of a line, without its line feed, and whether they are its last; nil at the end
  /// of the input.
  private mutating func nextPart() throws(InputError) -> (bytes: ArraySlice<UInt8>, isLast: Bool)? {
    if position == chunk.count { try readChunk() }
    guard !ended else { return nil }
    let rest = chunk[position...]
    let end = rest.firstIndex(of: UInt8(ascii: "\n"))
    position = end.map { $0 + 1 } ?? chunk.count
    return (rest[..<(end ?? rest.endIndex)], end != nil)
  }

  private mutating func readChunk() throws(InputError) {
    guard !ended else { return }
    chunk = try file.next(Self.chunkSize)
    (position, ended) = (0, chunk.isEmpty)
  }
}

/// A list that is read from an input line by line. An invalid line is a problem.
protocol InputList {
  var problems: [InputProblem] { get set }

  init()

  /// Adds the item of a line.
  mutating func add(_ bytes: [UInt8], line number: Int)
}

extension InputList {
  /// Reads a file, or standard input for `-`. Throws when it cannot be read at all.
  init(path: String) throws(InputError) {
    self.init()
    var input = try InputLines(path: path)
    while let line = try input.next() { add(line) }
  }

  /// A line without the byte order mark with which editors on Windows begin a file.
  static func text(_ bytes: [UInt8], line number: Int) -> ArraySlice<UInt8> {
    bytes[(number == 1 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)...]
  }

  mutating func add(_ line: InputLine) {
    switch line {
    case .tooLong(let number): problems.append(.tooLong(line: number))
    case .whole(let number, let bytes): add(bytes, line: number)
    }
  }
}

extension InputProblem {
  fileprivate static func tooLong(line: Int) -> InputProblem {
    InputProblem(
      line: line,
      reason: "has more than the \(InputLines.longestLine) bytes allowed; cut or remove it")
  }
}
