import RouteEngine
import RouteStore

/// What a journal takes on disk.
struct DiskBenchmark {
  private static let rounds = 300

  /// Bytes of a journal at rest for each decided entry, with everything else that is in it: one
  /// customer's journey through the shipped example, over and over.
  static func disk() throws -> [Measurement] {
    let example = "\(FileText.packageRoot)/Examples/shop"
    guard let json = FileText.read("\(example)/routes.json5"),
      let journey = FileText.read("\(example)/journeys.txt")
    else { throw FloorError(description: "there is no \(example)") }
    let table = try RouteTable(json: Array(json.utf8))
    let links = journey.split(separator: "\n").filter { $0.first != "#" }.map(String.init)
    return try Folder.temporary { folder in
      let decided = record(links, table, to: folder.file("disk"))
      return [
        Measurement(
          name: "disk", value: Double(folder.size(of: "disk")) / Double(decided), unit: "bytes",
          targets: [.valueAtMost(500)])
      ]
    }
  }

  /// Records the journey with a host that allows everything; returns how many requests ended.
  private static func record(_ links: [String], _ table: RouteTable, to path: String) -> Int {
    let session = RouteSession.launch(table, at: .file(path)) { host in
      let kinds = table.definition.screens
      for route in table.routes {
        for name in route.interceptors { host.answer(name) { _ in .allow } }
        for action in route.actions { host.perform(action.name) { _ in .done } }
      }
      for kind in kinds {
        for name in kind.interceptors { host.answer(name) { _ in .allow } }
        for action in kind.actions { host.perform(action.name) { _ in .done } }
      }
      for name in table.interceptors { host.answer(name) { _ in .allow } }
    }
    var decided = 0
    for _ in 0..<rounds {
      for link in links where session.open(link).outcome != nil { decided += 1 }
    }
    return decided
  }
}
