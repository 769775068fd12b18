import RouteStore

/// The runs of the host that a history knows, by their numbers.
struct RunTable {
  /// A run with what rows say of it.
  final class Run: Sendable {
    let session: SessionRow
    let identifier: SQLValue
    let device: SQLValue

    init(_ session: SessionRow) {
      self.session = session
      (identifier, device) = (.text(session.identifier), .text(session.device))
    }

    var number: Int64 { session.number }
  }

  /// In the order of their numbers.
  let all: [Run]
  private let places: [Int64: Int]

  init(_ sessions: [SessionRow]) {
    all = sessions.map(Run.init)
    places = Dictionary(
      zip(all.map(\.number), all.indices), uniquingKeysWith: { first, _ in first })
  }

  /// The run of a number, where there is one.
  subscript(number: Int64) -> Run? { place(of: number).map { all[$0] } }

  /// Its place among ``all``.
  func place(of number: Int64) -> Int? { places[number] }
}
