/// A mark that a damaged file is being set aside and that no new file has its salvaged content yet:
/// if a process dies in between, the next launch does the rest.
///
/// It is the symbolic link `<journal>-aside`, which names the first file that was set aside since
/// the last entry. It is made in one step, mostly without needing disk space. It is read and never
/// followed. If it cannot be made, the file is nevertheless set aside.
///
/// The file itself gets its new name first, then its log. So a process that finds a mark, and a log
/// without a file, knows that the log belongs to the file that was set aside last.
package struct AsideMark: Sendable {
  let journal: String

  /// The mark beside the journal at `path`, whether it exists or not.
  package init(beside path: String) {
    // A path that cannot be resolved is used as it is: opening it reports the reason.
    journal = (try? FilePath.resolved(path)) ?? path
  }

  private var path: String { "\(journal)-aside" }

  /// The suffixes of a file's companion files.
  private static var companions: [String] { ["-wal", "-journal", "-shm"] }

  /// The accepted numbers: a session counts from 1, and can always continue.
  private static var numbers: ClosedRange<Int64> { 1...1 << 62 }

  private func name(_ number: Int64) -> String { "\(journal)-damaged-\(number)" }

  /// The number in the name of the first file; nil when there is no mark, or another item has its
  /// name.
  private var first: Int64? {
    guard let target = FilePath.target(ofLink: path), let number = number(in: target),
      target.utf8.elementsEqual(FilePath.split(name(number)).name.utf8)
    else { return nil }
    return number
  }

  /// The number in the name of a file that was set aside, or of its companion.
  private func number(in name: String) -> Int64? {
    let prefix = "\(FilePath.split(journal).name)-damaged-"
    guard name.utf8.starts(with: prefix.utf8) else { return nil }
    let digits = name.utf8.dropFirst(prefix.utf8.count).prefix { (0x30...0x39).contains($0) }
    return Int64(Substring(digits)).flatMap { Self.numbers ~= $0 ? $0 : nil }
  }

  /// The numbers in use, newest first.
  private var taken: [Int64] {
    var taken: Set<Int64> = []
    Folder(FilePath.split(journal).folder)?.forEachName { name in
      if let number = number(in: name) { taken.insert(number) }
    }
    return taken.sorted(by: >)
  }

  /// Whether the mark exists.
  package var isThere: Bool { first != nil }

  /// The files that were set aside and whose content no new file has, newest first.
  package var files: [String] {
    guard let first else { return [] }
    return taken.filter { $0 >= first }.map(name).filter {
      FileFacts(named: $0)?.isRegular ?? false
    }
  }

  /// Makes the mark, if it does not exist, and gives the file an unused name.
  ///
  /// - Returns: the name.
  /// - Throws: the errors of renaming; then the file has its own name, or there is still a mark.
  func moveFile() throws(StoreError) -> String {
    var number = max(taken.first ?? 0, (first ?? 1) - 1) + 1
    while FileFacts(named: name(number)) != nil { number += 1 }
    let isMarked = FilePath.makeLink(path, to: FilePath.split(name(number)).name)
    do throws(StoreError) {
      try FilePath.rename(journal, to: name(number))
    } catch {
      if isMarked { FilePath.remove(path) }
      guard case .cannotOpen(_, let reason) = error else { throw error }
      throw .cannotOpen(
        path: journal,
        reason: "it has to be set aside, and cannot be renamed to '\(name(number))': \(reason)")
    }
    try moveLog(to: name(number))
    return name(number)
  }

  /// Whether the log of the newest file that was set aside is still in its old place.
  package var isUnfinished: Bool {
    isThere && FilePath.isFree(journal)
      && Self.companions.contains { FileFacts(named: journal + $0) != nil }
  }

  /// Moves the log of the newest file that was set aside to it, if a death came in between. The
  /// caller must own the journal.
  func finish() throws(StoreError) {
    guard isUnfinished, let newest = files.first else { return }
    try moveLog(to: newest)
  }

  private func moveLog(to name: String) throws(StoreError) {
    for suffix in Self.companions
    where FileFacts(named: journal + suffix) != nil && FileFacts(named: name + suffix) == nil {
      try FilePath.rename(journal + suffix, to: name + suffix)
    }
  }

  /// Removes the mark: there is an entry.
  package func remove() {
    guard isThere else { return }
    FilePath.remove(path)
    FilePath.synchronizeFolder(of: path)
  }
}
