package import RouteEngine
import RouteStore

/// One customer's journey through the shipped example, repeated, with a host that allows
/// everything.
package struct ShopJournal {
  /// The number of rounds of the journey in one long session.
  private static let roundsOfSession = 30

  package let table: RouteTable
  private let links: [String]

  package init() throws {
    let example = "\(FileText.packageRoot)/Examples/shop"
    guard let json = FileText.read("\(example)/routes.json5"),
      let journey = FileText.read("\(example)/journeys.txt")
    else { throw BenchmarkError(description: "there is no \(example)") }
    table = try RouteTable(json: Array(json.utf8))
    links = journey.split(separator: "\n").filter { $0.first != "#" }.map(String.init)
  }

  /// Writes a journal of at least the given number of requests; returns how many of them ended.
  package func write(requests: Int, to path: String) -> Int {
    var decided = 0
    while decided < requests {
      let session = RouteSession.launch(table, at: .file(path)) { configure(&$0) }
      for _ in 0..<Self.roundsOfSession where decided < requests {
        for link in links where session.open(link).outcome != nil { decided += 1 }
      }
      session.end()
    }
    return decided
  }

  private func configure(_ host: inout RouteSession.Configuration) {
    host.beginning = .clean
    host.retention = .unlimited
    for kind in table.definition.screens {
      for name in kind.interceptors { host.answer(name) { _ in .allow } }
      for action in kind.actions { host.perform(action.name) { _ in .done } }
    }
    for route in table.routes {
      for name in route.interceptors { host.answer(name) { _ in .allow } }
      for action in route.actions { host.perform(action.name) { _ in .done } }
    }
    for name in table.interceptors { host.answer(name) { _ in .allow } }
  }
}
