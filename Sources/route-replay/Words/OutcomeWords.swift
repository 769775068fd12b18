import RouteAnalytics
import RouteEngine
import RouteStore
import TextTerminal

extension Outcome {
  /// Whether the outcome with this word in the journal is a success.
  static func isSuccess(_ word: String) -> Bool {
    word == Outcome.shown.word || word == Outcome.alreadyShown.word
  }

  /// Whether the outcome with this word is a failure, which question `failure-reasons` counts. Some
  /// are neither a failure nor a success.
  static func isFailure(_ word: String) -> Bool { BaseRelation.failedOutcomes.contains(word) }

  /// The words of all outcomes.
  static let words = [
    Outcome.shown, .alreadyShown, .denied(reason: ""), .notFound, .failed(step: 0, reason: ""),
    .stale(reason: ""), .impossible(reason: ""), .superseded, .expired,
    .duplicate(of: RequestID(0)), .interrupted, .quarantined,
  ].map(\.word)

  /// Green for success, red for failure, yellow for outcomes in between.
  static func ink(_ cell: Cell) -> Ink? {
    guard case .text(let word) = cell else { return nil }
    if isSuccess(word) { return .green }
    return isFailure(word) ? .red : .yellow
  }
}

extension SessionRow {
  /// How the session ended, in a word, also when no end is recorded: the newest session may still
  /// run, and any other was cut off.
  func ending(among newest: Int64?) -> String {
    ending ?? (number == newest ? "open" : "cut off")
  }
}
