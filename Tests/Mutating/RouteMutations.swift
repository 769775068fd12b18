import Foundation

/// Mutates journals in every way that the corpus knows, and compares the mutations that nothing
/// finds with the reviewed list `Tests/Mutating/unseen.txt`.
///
/// `route-mutations LIST FILE...`: prints the lines that are missing in the list or no longer
/// belong there; the exit status is 1 when there are any. With `--needed` it prints for each check
/// a mutation that only this check finds.
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
    // Calling exit inside would leave the temporary folder.
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
