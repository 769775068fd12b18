import RouteStore

/// The runs of the host that a history knows, by their numbers.
struct RunTable {
  /// A run with what rows say of it.
  final class Run: Sendable {
    let session: SessionRow
    let identifier: SQLValue
    let device: SQLValue
    /// The beginning of the names of what begins with one of its entries.
    private let beginning: String
    /// Its place among all.
    let place: Int

    init(_ session: SessionRow, at place: Int) {
      (self.session, self.place) = (session, place)
      (identifier, device) = (.text(session.identifier), .text(session.device))
      beginning = session.identifier + ":"
    }

    var number: Int64 { session.number }

    /// The name of what begins with one of its entries.
    func name(ofEntry sequence: Int64) -> SQLValue { .text(beginning + String(sequence)) }
  }

  /// In the order of their numbers.
  let all: [Run]
  private let places: [Int64: Int]
  /// Of each run the sequence that it begins with, or a lower one that a later run begins with.
  private let beginnings: [Int64]

  init(_ sessions: [SessionRow]) {
    all = sessions.enumerated().map { Run($1, at: $0) }
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

  /// The run of a number, where there is one.
  subscript(number: Int64) -> Run? { place(of: number).map { all[$0] } }

  /// The name of what begins with an entry: the run that the entry is of, a colon and its sequence.
  /// That run is most often the one that speaks of it; an entry before all runs counts to the
  /// first.
  func name(ofEntry sequence: Int64, near run: Run?) -> SQLValue {
    if let run, sequence >= run.session.firstSequence { return run.name(ofEntry: sequence) }
    return (self.run(ofEntry: sequence) ?? all.first)?.name(ofEntry: sequence) ?? .null
  }

  /// The run that an entry is of: the last one that begins at or before it; nil for an entry before
  /// all runs.
  func run(ofEntry sequence: Int64) -> Run? {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if beginnings[middle] <= sequence { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : all[low - 1]
  }

  /// Its place among ``all``.
  func place(of number: Int64) -> Int? { places[number] }
}
