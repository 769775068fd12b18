import Foundation

/// The text files of this repository, read once.
enum Repository {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let files: [SourceFile] = paths(below: root).compactMap { path in
    guard let bytes = try? Data(contentsOf: root.appending(path: path)), bytes.count < 2_000_000,
      !bytes.contains(0), let text = String(bytes: bytes, encoding: .utf8)
    else { return nil }
    return SourceFile(path, text)
  }

  private static let skippedFolders: Set = [".build", ".git", ".swiftpm", "DerivedData", ".vscode"]

  private static func paths(below folder: URL) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().flatMap { name -> [String] in
      guard !skippedFolders.contains(name) else { return [] }
      let url = folder.appending(path: name)
      let isFolder = (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory ?? false
      return isFolder
        ? paths(below: url).map { name + "/" + $0 } : [name]
    }
  }
}
