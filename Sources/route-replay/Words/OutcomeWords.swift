import RouteAnalytics
import RouteEngine
import RouteStore
import TextTerminal

extension Outcome {
  /// Whether the outcome with that word in the journal is one of success.
  static func isSuccess(_ word: String) -> Bool {
    word == Outcome.shown.word || word == Outcome.alreadyShown.word
  }

  /// Whether the outcome with that word is a failure, which question `failure-reasons` counts. Some
  /// are neither that nor a success.
  static func isFailure(_ word: String) -> Bool { BaseRelation.failedOutcomes.contains(word) }

  /// The words of all outcomes.
  static let words = [
    Outcome.shown, .alreadyShown, .denied(reason: ""), .notFound, .failed(step: 0, reason: ""),
    .stale(reason: ""), .impossible(reason: ""), .superseded, .expired,
    .duplicate(of: RequestID(0)), .interrupted, .quarantined,
  ].map(\.word)

  /// Green for success, red for failure, yellow for what lies between.
  static func ink(_ cell: Cell) -> Ink? {
    guard case .text(let word) = cell else { return nil }
    if isSuccess(word) { return .green }
    return isFailure(word) ? .red : .yellow
  }
}

extension SessionRow {
  /// How it ended, in a word also where nothing says so: the newest may still run, any other was
  /// cut off by what came after it.
  func ending(among newest: Int64?) -> String {
    ending ?? (number == newest ? "open" : "cut off")
  }
}
