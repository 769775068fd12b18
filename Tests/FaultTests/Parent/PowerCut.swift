import FaultHost
import Foundation
import RouteTestSupport

/// What a disk may hold when the power goes: all that was synchronised, and of what came after it
/// nobody knows what.
///
/// A write that was not synchronised may be there whole, in part by sectors, or not at all,
/// whatever became of the ones before it; so may a change of a file's size. A file that was never
/// synchronised may be gone with its name, one whose removal was not synchronised may be back.
struct PowerCut {
  private struct File {
    var durable: [UInt8] = []
    var pending: [FaultFileSystem.Change] = []
    var isNamed = false
  }

  private var files: [UInt64: File] = [:]
  private var names: [String: UInt64] = [:]
  /// Files whose name is gone for now.
  private var removed: [String: File] = [:]

  /// Bytes that a disk writes all or not at all.
  private static let sector = 512

  /// Takes note of what is done next.
  mutating func follow(_ change: FaultFileSystem.Change) {
    switch change {
    case .open(let path, let file):
      // One file can come under another name; the old one is then gone.
      for name in names.keys where names[name] == file && name != path { names[name] = nil }
      names[path] = file
      if files[file] == nil { files[file] = File() }
    case .write(let file, _, _), .truncate(let file, _):
      files[file, default: File()].pending.append(change)
    case .synchronize(let file):
      guard var found = files[file] else { return }
      for pending in found.pending { Self.apply(pending, to: &found.durable) }
      found.pending = []
      found.isNamed = true
      files[file] = found
    case .delete(let path, let isDurable):
      guard let number = names.removeValue(forKey: path) else { return }
      removed[path] = isDurable ? nil : files[number]
      files[number] = nil
    }
  }

  /// Writes the files as they may be found, below another folder.
  func write(to folder: String, _ random: inout SeededRandom) throws {
    for path in names.keys.sorted() {
      guard let file = names[path].flatMap({ files[$0] }) else { continue }
      if !file.isNamed, random.chance(30) { continue }
      try Self.write(file, path, folder, &random)
    }
    for path in removed.keys.sorted() where names[path] == nil {
      guard let file = removed[path], file.isNamed, random.chance(50) else { continue }
      try Self.write(file, path, folder, &random)
    }
  }

  private static func write(
    _ file: File, _ path: String, _ folder: String, _ random: inout SeededRandom
  ) throws {
    guard !path.hasSuffix("-shm") else { return }
    var bytes = file.durable
    // Now and then nothing of it is there, or all.
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
    let name = path.split(separator: "/").last.map(String.init) ?? path
    try Data(bytes).write(to: URL(filePath: "\(folder)/\(name)"))
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
