import FaultHost
import Foundation
import RouteTestSupport

/// The content that a disk may have after a power cut: everything that was synchronised, and any
/// part of what came after it. All files are in one folder.
///
/// A write that was not synchronised may be there as a whole, in part by sectors, or not at all,
/// independently of earlier writes. The same is true of a change of a file's size. Until their
/// folder is synchronised, a new file may be absent, a renamed file may have its old name, and a
/// removed file may be back. When a change of a name is lost, later changes of the same name are
/// lost too.
struct PowerCut {
  private struct File {
    var durable: [UInt8] = []
    var pending: [FaultFileSystem.Change] = []
  }

  /// The file or link to which a name refers.
  private enum Item: Equatable {
    case file(Int)
    case link(target: String)
  }

  private var files: [File] = []
  /// The files that have a name, by their inode numbers.
  private var numbers: [UInt64: Int] = [:]
  /// The present names, and the names when the folder was last synchronised.
  private var names: [String: Item] = [:]
  private var durableNames: [String: Item] = [:]
  /// The changes of names since then, each of which is atomic.
  private var renamings: [[String: Item?]] = []

  /// The number of bytes that a disk writes atomically.
  private static let sector = 512

  /// The number of changes of names that are not durable.
  var unsureNames: Int { renamings.count }

  /// Records the next change.
  mutating func follow(_ change: FaultFileSystem.Change) {
    switch change {
    case .open(let path, let number): open(path, number)
    case .write(let number, _, _), .truncate(let number, _):
      if let file = numbers[number] { files[file].pending.append(change) }
    case .synchronize(let number):
      guard let file = numbers[number] else { return }
      for pending in files[file].pending { Self.apply(pending, to: &files[file].durable) }
      files[file].pending = []
    case .delete(let path): if names[path] != nil { rename([path: nil]) }
    case .rename(let path, let target):
      if let item = names[path] { rename([path: nil, target: item]) }
    case .makeLink(let path, let target): rename([path: Item.link(target: target)])
    case .synchronizeFolder: (durableNames, renamings) = (names, [])
    }
  }

  private mutating func open(_ path: String, _ number: UInt64) {
    if numbers[number] == nil { add(File(), number) }
    guard let item = numbers[number].map(Item.file), names[path] != item else { return }
    var renaming: [String: Item?] = [path: item]
    // On systems where renaming is not recorded, the old name is gone.
    for (name, other) in names where other == item { renaming.updateValue(nil, forKey: name) }
    rename(renaming)
  }

  private mutating func add(_ file: File, _ number: UInt64) {
    numbers[number] = files.count
    files.append(file)
  }

  private mutating func rename(_ renaming: [String: Item?]) {
    renamings.append(renaming)
    for (name, item) in renaming { names[name] = item }
    // The system reuses the inode numbers of files that are gone.
    numbers = numbers.filter { names.values.contains(.file($0.value)) }
  }

  /// Writes the files in a state in which they may be found, into another folder.
  ///
  /// - Parameter lost: a bit for each change of names that is not durable, the oldest in the lowest
  ///   bit: whether it is lost.
  func write(to folder: String, losing lost: UInt64, _ random: inout SeededRandom) throws {
    let found = names(losing: lost)
    for path in found.keys.sorted() where !path.hasSuffix("-shm") {
      let place = "\(folder)/\(path.split(separator: "/").last ?? "")"
      switch found[path] {
      case .file(let file)?:
        try Data(Self.content(of: files[file], &random)).write(to: URL(filePath: place))
      case .link(let target)?:
        try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: target)
      case nil: break
      }
    }
  }

  private func names(losing lost: UInt64) -> [String: Item] {
    var found = durableNames
    var stale: Set<String> = []
    for (index, renaming) in renamings.enumerated() {
      if lost >> UInt64(index % 64) & 1 == 1 || !stale.isDisjoint(with: renaming.keys) {
        stale.formUnion(renaming.keys)
      } else {
        for (name, item) in renaming { found[name] = item }
      }
    }
    return found
  }

  private static func content(of file: File, _ random: inout SeededRandom) -> [UInt8] {
    var bytes = file.durable
    // Sometimes nothing of the write is there, or all of it.
    let share = random.pick([0, 30, 60, 90, 100])
    for change in file.pending where random.chance(share) {
      if case .write(let number, let offset, let written) = change, random.chance(20) {
        for start in stride(from: 0, to: written.count, by: sector) where random.chance(50) {
          let part = Array(written[start..<min(start + sector, written.count)])
          apply(.write(file: number, offset: offset + start, bytes: part), to: &bytes)
        }
      } else {
        apply(change, to: &bytes)
      }
    }
    return bytes
  }

  private static func apply(_ change: FaultFileSystem.Change, to bytes: inout [UInt8]) {
    switch change {
    case .write(_, let offset, let written):
      let end = offset + written.count
      if bytes.count < end { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
      bytes.replaceSubrange(offset..<end, with: written)
    case .truncate(_, let size):
      if size < bytes.count {
        bytes.removeSubrange(size...)
      } else {
        bytes += [UInt8](repeating: 0, count: size - bytes.count)
      }
    default: break
    }
  }
}

extension PowerCut {
  /// Makes a disk with the files of a folder.
  init(holding folder: String) throws {
    self.init()
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let path = "\(folder)/\(name)"
      var facts = stat()
      guard unsafe stat(path, &facts) == 0 else { continue }
      names[path] = .file(files.count)
      add(File(durable: [UInt8](try Data(contentsOf: URL(filePath: path)))), UInt64(facts.st_ino))
    }
    durableNames = names
  }
}
