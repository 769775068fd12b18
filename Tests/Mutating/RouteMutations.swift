import Foundation

/// Mutates journals in every way that the corpus knows, and compares what nobody sees with the
/// reviewed list `Tests/Mutating/unseen.txt`.
///
/// `route-mutations LIST FILE...`: prints the lines that are missing in the list or belong there no
/// longer; the exit status is 1 when there are any. With `--needed` it prints for each check a
/// mutation that it alone finds.
@main
enum RouteMutations {
  static func main() throws {
    var arguments = CommandLine.arguments.dropFirst()
    let tellsNeeded = arguments.contains("--needed")
    arguments.removeAll { $0 == "--needed" }
    guard let list = arguments.popFirst(), !arguments.isEmpty else {
      print("usage: route-mutations [--needed] LIST FILE...")
      exit(64)
    }
    // Ending the process would leave the folder where it is.
    if try !isAsListed(Array(arguments), in: list, tellsNeeded) { exit(1) }
  }

  private static func isAsListed(
    _ paths: [String], in list: String, _ tellsNeeded: Bool
  ) throws -> Bool {
    let folder = URL(filePath: NSTemporaryDirectory()).appending(path: "mutations-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var isSame = true
    for path in paths {
      let tally = try MutationTrial.tally(of: path, at: folder.appending(path: "copy.sqlite").path)
      print(tally.summary)
      let known = Set(try MutationTrial.unseen(of: tally.journal, in: list))
      let found = Set(tally.unseenLines)
      for line in found.subtracting(known).sorted() { print("  not listed: \(line)") }
      for line in known.subtracting(found).sorted() { print("  not found: \(line)") }
      if known != found { isSame = false }
      if tellsNeeded { for line in tally.neededLines { print("  needed: \(line)") } }
    }
    return isSame
  }
}
