#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Says that a damaged file is being set aside, and that no new one has what could be salvaged of
/// it yet: a process that dies in between leaves the rest to the next launch.
///
/// It is the symbolic link `<journal>-aside`, which names the first file that was set aside since
/// there was an entry: made in one step, also on a full disk. It is read and never followed. Where
/// it cannot be made the file is set aside all the same.
package struct AsideMark: Sendable {
  private let journal: String

  /// The mark beside the journal at `path`, whether there is one or not.
  package init(beside path: String) {
    journal = (try? FilePath.resolved(path)) ?? path
  }

  private var path: String { "\(journal)-aside" }

  /// The name that a file gets.
  static func name(of number: Int, beside journal: String) -> String {
    "\(journal)-damaged-\(number)"
  }

  /// What belongs to a file, itself last: a log whose file is gone would be thrown away.
  static var companions: [String] { ["-wal", "-journal", "-shm", ""] }

  /// The numbers that are believed: a session counts from 1.
  private static var numbers: ClosedRange<Int> { 1...1_000_000 }

  /// Whether something has a name, or belongs to what has it.
  static func isTaken(_ name: String) -> Bool {
    companions.contains { FileFacts(path: name + $0) != nil }
  }

  /// The number in the name of the first file; nil when there is no mark, or something else has its
  /// name.
  private var first: Int? {
    let name = FilePath.split(journal).name
    guard let target = FilePath.target(ofLink: path), let hyphen = target.utf8.lastIndex(of: 0x2D),
      let number = Int(target[target.utf8.index(after: hyphen)...]), Self.numbers ~= number,
      target.utf8.elementsEqual(Self.name(of: number, beside: name).utf8)
    else { return nil }
    return number
  }

  /// Whether there is one.
  package var isThere: Bool { first != nil }

  /// The files that were set aside and that no new one has taken up, the newest first.
  package var files: [String] { names.filter { FileFacts(path: $0) != nil } }

  /// The names from the first one on that are taken, the newest first.
  private var names: [String] {
    guard let first else { return [] }
    var names: [String] = []
    for number in first...Self.numbers.upperBound {
      let name = Self.name(of: number, beside: journal)
      guard Self.isTaken(name) else { break }
      names.append(name)
    }
    return names.reversed()
  }

  /// Makes the mark, if there is none.
  ///
  /// - Returns: whether it was made.
  func make(_ number: Int) -> Bool {
    FilePath.makeLink(path, to: Self.name(of: number, beside: FilePath.split(journal).name))
  }

  /// Takes the mark away: there is an entry.
  package func remove() {
    if isThere { FilePath.remove(path) }
  }

  /// Gives a file its whole new name, when a death came between its parts. Nothing is overwritten,
  /// and nothing done while somebody owns the journal.
  package func finish() {
    guard isThere, FileFacts(path: journal) != nil else { return }
    do {
      let ownership = try Ownership(of: journal)
      for name in names { try finish(name) }
      _ = consume ownership
    } catch {}  // whoever opens the journal next finds out why
  }

  private func finish(_ name: String) throws(StoreError) {
    guard FileFacts(path: name).map({ isSame($0, journal) }) ?? true else { return }
    for suffix in Self.companions where FileFacts(path: journal + suffix) != nil {
      if let moved = FileFacts(path: name + suffix), isSame(moved, journal + suffix) {
        FilePath.remove(journal + suffix)  // it has both names
      } else {
        try FilePath.moveToNewName(journal + suffix, name + suffix)
      }
    }
  }

  private func isSame(_ facts: FileFacts, _ path: String) -> Bool {
    FileFacts(path: path).map(facts.isSameFile) ?? false
  }
}
