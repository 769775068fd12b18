import Foundation
import RouteEngine

/// Mutates journals in every way that the corpus knows, and tells what nobody sees.
///
/// `route-mutations FILE...`: the exit status is 1 when something is missed that may not be.
@main
enum RouteMutations {
  static func main() throws {
    let paths = CommandLine.arguments.dropFirst()
    guard !paths.isEmpty else {
      print("usage: route-mutations FILE...")
      exit(64)
    }
    let folder = URL(filePath: NSTemporaryDirectory()).appending(
      path: "route-mutations-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var tally = MutationTally()
    for path in paths {
      let trial = try MutationTrial(of: path, at: folder.appending(path: "copy.sqlite").path)
      let name = URL(filePath: path).deletingPathExtension().lastPathComponent
      for mutation in try CellMutation.all(of: path) {
        tally.count(try trial.verdict(on: mutation), of: name, mutation)
      }
      for mutation in EntryMutation.all(of: trial.rows) {
        tally.count(try trial.verdict(on: mutation), of: name, mutation)
      }
    }
    print(tally.report)
    if !tally.missed.isEmpty { exit(1) }
  }
}
