#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import RouteEngine
import RouteStore

/// A folder of fixtures: journals as lines, each in a file of its own.
struct FixtureFolder: Sendable {
  /// The ending of their file names.
  static let ending = ".jsonl"
  private static let longestName = 80

  let path: String

  /// The file of a fixture.
  func file(of name: String) -> String { "\(path)/\(name)\(Self.ending)" }

  /// The names of the fixtures, ordered by bytes, including those that cannot be read. Files whose
  /// names begin with a dot are ignored. Throws for a fixture whose name is not valid text, because
  /// it would otherwise be skipped.
  func names() throws -> [String] {
    guard let list = unsafe opendir(path) else {
      throw CommandFailure.unreadable(
        "the folder '\(path)' cannot be read: \(FilePath.message(errno))")
    }
    defer { unsafe _ = closedir(list) }
    let start = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    var names: [String] = []
    while let entry = unsafe readdir(list) {
      let text = unsafe UnsafeRawPointer(entry).advanced(by: start)
        .assumingMemoryBound(to: CChar.self)
      let shown = unsafe String(cString: text)
      guard !shown.hasPrefix("."), shown.hasSuffix(Self.ending) else { continue }
      guard let name = unsafe String(validatingCString: text) else {
        throw CommandFailure.unreadable(
          "'\(path)/\(shown)' has a name that is not UTF-8; give the fixture another one")
      }
      names.append(String(name.dropLast(Self.ending.count)))
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Creates the folder, if it does not exist.
  func make() throws {
    try NewJournals.makeFolder(
      path, instead: "the fixtures are kept in a folder, which comes first")
  }

  /// The name of a fixture if the user gives none: that of its source file, and the number of its
  /// session.
  static func name(for file: String, session: Int64?) -> String {
    let last = FilePath.split(file).name
    let stem = last.split(separator: ".").first.map(String.init) ?? ""
    let name = String(stem.map { isPlain($0) ? $0 : "-" }.drop { $0 == "-" }.prefix(60))
    return (name.isEmpty ? "journal" : name) + (session.map { "-\($0)" } ?? "")
  }

  /// Throws unless a word can be the name of a fixture: it becomes a file name, on any system on
  /// which the folder is checked out.
  static func check(_ name: String) throws(CommandFailure) {
    let isName =
      name.first.map { isPlain($0) && $0 != "." && $0 != "-" } ?? false
      && name.allSatisfy(isPlain) && name.utf8.count <= longestName
    guard !isName else { return }
    throw CommandFailure.usage(
      "'\(name)' cannot be a fixture's name: it takes up to \(longestName) letters and digits of "
        + "ASCII, '-', '_' and '.', and begins with a letter, a digit or '_'")
  }

  private static func isPlain(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "-_.".contains(character))
  }
}
