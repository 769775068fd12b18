import Foundation
import Testing

/// A journal in a folder that cannot be written. The superuser may write everywhere, so when the
/// tests run as superuser the program runs as another user.
@Suite struct `A file that may only be read` {
  static let setpriv = "/usr/bin/setpriv"
  static let canTry = geteuid() != 0 || FileManager.default.isExecutableFile(atPath: setpriv)

  let place = Workplace.sample()

  private func run(_ words: [String]) throws -> Workplace.Result {
    guard geteuid() == 0 else { return try place.run(words) }
    let somebody = ["--reuid=65534", "--regid=65534", "--clear-groups", Workplace.program.path]
    return try place.run(somebody + words, of: URL(filePath: Self.setpriv))
  }

  private func content(of folder: URL) throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return Dictionary(
      uniqueKeysWithValues: try names.map {
        ($0, try Data(contentsOf: folder.appending(path: $0)))
      })
  }

  @Test(
    .enabled(if: canTry, "the superuser may write anywhere, and there is no setpriv"),
    arguments: [true, false])
  func `fault 20: every reading command reads it, and changes nothing`(hasLog: Bool) throws {
    let kept = place.folder.appending(path: "kept")
    let files = FileManager.default
    try files.createDirectory(at: kept, withIntermediateDirectories: false)
    let journal = kept.appending(path: "app.journal").path
    let original = place.path("app.journal")
    if hasLog {
      try Tampering.leavingLog(
        "INSERT INTO funnel_step VALUES ('from the log', 1, 'home')", of: original, as: journal)
    } else {
      try files.copyItem(atPath: original, toPath: journal)
    }
    let before = try content(of: kept)
    #expect((before["app.journal-wal"]?.isEmpty == false) == hasLog)
    for name in before.keys {
      try files.setAttributes(
        [.posixPermissions: 0o444], ofItemAtPath: kept.appending(path: name).path)
    }
    try files.setAttributes([.posixPermissions: 0o555], ofItemAtPath: kept.path)
    defer { try? files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: kept.path) }
    for command in `A file that cannot be trusted`.commands {
      let words = command.prefix(1) + ["kept/app.journal"] + command.dropFirst()
      let result = try run(Array(words)).expect(0)
      #expect(!result.output.isEmpty, "\(words)")
    }
    let row = try run(["sql", "kept/app.journal", "SELECT funnel FROM funnel_step"])
    #expect(row.output.contains("from the log") == hasLog)
    // Writing is refused, with advice.
    let prune = try run(["prune", "kept/app.journal", "--write", "--entries", "1"])
    #expect(prune.status != 0 && !prune.notes.isEmpty, "\(prune)")
    #expect(try content(of: kept) == before)
  }
}
