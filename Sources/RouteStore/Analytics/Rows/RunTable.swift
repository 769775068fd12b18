import RouteStore

/// The runs of the host that a history has, by their numbers.
struct RunTable {
  /// A run with the values that rows need.
  final class Run: Sendable {
    let session: SessionRow
    let identifier: SQLValue
    let device: SQLValue
    /// The beginning of the names of everything that begins with one of its entries.
    private let beginning: String
    /// Its index among all.
    let place: Int

    init(_ session: SessionRow, at place: Int) {
      (self.session, self.place) = (session, place)
      (identifier, device) = (.text(session.identifier), .text(session.device))
      beginning = session.identifier + ":"
    }

    var number: Int64 { session.number }

    /// The name of something that begins with one of its entries.
    func name(ofEntry sequence: Int64) -> SQLValue { .text(beginning + String(sequence)) }
  }

  /// All runs, in the order of their numbers.
  let all: [Run]
  /// The number of the newest run that is no maintenance; nil when there is none.
  let newestOfHost: Int64?
  private let places: [Int64: Int]
  /// For each run, the smallest first sequence among it and all later runs.
  private let beginnings: [Int64]

  init(_ sessions: [SessionRow]) {
    all = sessions.enumerated().map { Run($1, at: $0) }
    newestOfHost = all.last { $0.session.beginning != "maintenance" }?.number
    var beginnings: [Int64] = []
    var least = Int64.max
    for session in sessions.reversed() {
      least = min(least, session.firstSequence)
      beginnings.append(least)
    }
    self.beginnings = beginnings.reversed()
    places = Dictionary(
      zip(all.map(\.number), all.indices), uniquingKeysWith: { first, _ in first })
  }

  /// The run with a number, if there is one.
  subscript(number: Int64) -> Run? { place(of: number).map { all[$0] } }

  /// The name of something that begins with an entry: the run of that entry, a colon and its
  /// sequence. The run is most often the given one; an entry before all runs belongs to the first.
  func name(ofEntry sequence: Int64, near run: Run?) -> SQLValue {
    if let run, sequence >= run.session.firstSequence { return run.name(ofEntry: sequence) }
    return (self.run(ofEntry: sequence) ?? all.first)?.name(ofEntry: sequence) ?? .null
  }

  /// The run of an entry: the last one that begins at or before it; nil for an entry before all
  /// runs.
  func run(ofEntry sequence: Int64) -> Run? {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if beginnings[middle] <= sequence { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : all[low - 1]
  }

  /// The index of a run in ``all``.
  func place(of number: Int64) -> Int? { places[number] }
}
