import BenchmarkWorkload
import Dispatch
import RouteAnalytics
import RouteEngine
import RouteStore

/// The analysts' questions on a history of a million requests. If the reference is present, they
/// are compared with its SQL on its schema and indexes, filled with the same rows.
struct QuestionBenchmarks {
  private static let requests = 1_000_000
  private static let threads = 2

  /// The names of the questions' views; the reference has the first twenty-one.
  static let views = RelationView.all.filter(\.isQuestion).map(\.name)

  static let names = ["stats.gather", "stats.all"] + views.map { name($0) }

  private static func name(_ view: String) -> String { "stats." + view.dropFirst(2) }

  /// Measures each question compared with its reference, and all of them as `route-replay stats`
  /// asks them.
  static func all() throws -> [Measurement] {
    // The program does this too. After another benchmark it has no effect, and memory is counted.
    MemoryCount.switchOff()
    return try Folder.temporary { folder in
      let path = folder.file("history")
      _ = try ShopJournal().write(requests: requests, to: path)
      let queries = views.map { "SELECT * FROM \($0)" }
      let asked = try RelationColumns(readBy: queries, isCounting: true)
      var kept: GatheredRelations?
      let gathering = try timed { kept = try gathered(asked, of: path) }
      guard let answering = kept else { return [] }
      let asking = try timed { keep(try answers(to: queries, in: answering)) }
      let reference = try ReferenceHistory(
        of: gathered(.all, of: path), at: folder.file("reference"))
      return [
        Measurement(name: "stats.gather", value: gathering / 1e9, unit: "s"),
        Measurement(
          name: "stats.all", value: (gathering + asking) / 1e9, unit: "s",
          targets: [.valueAtMost(4)]),
      ] + (try compare(answering, reference))
    }
  }

  private static func gathered(
    _ columns: RelationColumns, of path: String
  ) throws -> GatheredRelations {
    let relations = try GatheredRelations(columns)
    inThreads(relations.partCount) { part in
      try relations.gather(
        part, from: 1, funnels: [.init("buy", through: ["product", "bagContents", "checkout"])]
      ) { _ in try History(path: path) }
    }
    return relations
  }

  private static func answers(to queries: [String], in relations: GatheredRelations) throws -> Int {
    inThreads(queries.count) { index in
      var bounds = SQLBounds()
      bounds.rows = .max
      try relations.reader().query(queries[index], bounds: bounds) { _ in }
    }
    return queries.count
  }

  private static func inThreads(_ count: Int, _ work: @escaping @Sendable (Int) throws -> Void) {
    let threads = threads
    DispatchQueue.concurrentPerform(iterations: threads) { @Sendable thread in
      for index in 0..<count where index % threads == thread {
        do { try work(index) } catch { fail("route-bench: \(error)") }
      }
    }
  }

  private static func compare(
    _ relations: GatheredRelations, _ reference: ReferenceHistory?
  ) throws -> [Measurement] {
    var bounds = SQLBounds()
    bounds.rows = .max
    let reader = try relations.reader()
    var measurements: [Measurement] = []
    for view in views {
      var ours: [Double] = []
      var floors: [Double] = []
      let floor = try reference?.has(view) == true ? reference : nil
      for _ in 0..<3 {
        ours.append(
          try timed { try reader.query("SELECT * FROM \(view)", bounds: bounds) { _ in } })
        if let floor { floors.append(try floor.time(view)) }
      }
      guard floor != nil else {
        measurements.append(Measurement(name: name(view), value: ours.median / 1e6, unit: "ms"))
        continue
      }
      let ratio = zip(ours, floors).map { $0 / $1 }.median
      measurements.append(
        Measurement(
          name: name(view), value: ours.median / 1e6, unit: "ms", floor: floors.median / 1e6,
          ratio: ratio, targets: [.ratioAtMost(2)]))
    }
    return measurements
  }
}
