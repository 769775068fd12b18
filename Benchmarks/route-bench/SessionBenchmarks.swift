import RouteEngine
import RouteStore

/// Costs that may not grow with the number of a journal's sessions.
struct SessionBenchmarks {
  static let names = ["launch.sessions", "end.sessions"]

  /// The launch and the end of a session, on a journal with 10,000 earlier sessions, compared with
  /// one with 10.
  static func growth() throws -> [Measurement] {
    try Folder.temporary { folder in
      let few = try Sessions(10, in: folder)
      let many = try Sessions(10_000, in: folder)
      for slice in 0..<50 {
        for sessions in slice % 2 == 0 ? [few, many] : [many, few] { try sessions.measure() }
      }
      let times = [(many.launches, few.launches), (many.ends, few.ends)]
      return zip(names, times).map { name, times in
        let (ours, floor) = (times.0.median, times.1.median)
        return Measurement(
          name: name, value: ours / 1_000, unit: "us", floor: floor / 1_000, ratio: ours / floor,
          targets: [.ratioAtMost(1.5)])
      }
    }
  }

  /// A journal with the given number of sessions of one request each, and their times in
  /// nanoseconds.
  private final class Sessions {
    private let table: RouteTable
    private let journal: Journal
    private(set) var launches: [Double] = []
    private(set) var ends: [Double] = []

    init(_ count: Int, in folder: Folder) throws {
      table = try RouteTable(
        RouteTableDefinition(
          tree: "main/stack[start]", screens: [],
          routes: [
            Route(
              "start", patterns: ["/start"], destination: Destination([Step(.popTo, "start")]))
          ]))
      journal = try Journal.open(.file(folder.file("sessions-\(count)")))
      for _ in 0..<count {
        let session = try launch()
        session.open("/start")
        session.end()
      }
    }

    func measure() throws {
      var session: RouteSession?
      launches.append(try timed { session = try launch() })
      guard let session else { return }
      session.open("/start")
      ends.append(timed { session.end() })
    }

    private func launch() throws -> RouteSession {
      try RouteSession.launch(table, on: journal) {
        $0.retention = .unlimited
        $0.device = "device"
      }
    }
  }
}
