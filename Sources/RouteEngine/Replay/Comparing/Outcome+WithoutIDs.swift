package import RouteEngine

extension JournalEntry {
  /// The outcome in words that two journals share, without the numbers of requests and screens.
  ///
  /// Reasons of a failure name a screen as `kind (id)`; the id is left out. An `N` replaces the
  /// number of the request that used a source's id before. A reason that the app's code gives, for
  /// a denial or a failure, is kept as it is.
  package var outcomeWithoutIDs: Outcome? {
    if case .failed(let step, let reason)? = outcome, rule == .source {
      // The engine's own words, which end with that number.
      return .failed(step: step, reason: reason.prefix { !$0.isNumber } + "N")
    }
    return outcome?.withoutIDs(answers: answers)
  }
}

extension Outcome {
  /// The outcome with one sign for all tokens in its reason: the tokens of each journal differ.
  package var withoutTokens: Outcome {
    let text = TokenSearch.withoutTokens
    return switch self {
    case .denied(let reason): .denied(reason: text(reason))
    case .failed(let step, let reason): .failed(step: step, reason: text(reason))
    case .stale(let reason): .stale(reason: text(reason))
    case .impossible(let reason): .impossible(reason: text(reason))
    default: self
    }
  }

  fileprivate func withoutIDs(answers: [RecordedAnswer]) -> Outcome {
    switch self {
    case .duplicate: .duplicate(of: RequestID(0))
    case .failed(_, let reason) where answers.contains { $0.givesReason(reason) }: self
    case .failed(let step, let reason):
      .failed(step: step, reason: Self.withoutScreenIDs(reason))
    case .stale(let reason): .stale(reason: Self.withoutScreenIDs(reason))
    case .impossible(let reason): .impossible(reason: Self.withoutScreenIDs(reason))
    default: self
    }
  }

  /// Removes each ` (digits)` that follows a name.
  private static func withoutScreenIDs(_ reason: String) -> String {
    var kept: [UInt8] = []
    var rest = Array(reason.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: " "), let last = kept.last, last != UInt8(ascii: " "),
        rest.first == UInt8(ascii: "(")
      {
        let digits = rest.dropFirst().prefix {
          (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        }
        if !digits.isEmpty, rest.dropFirst(digits.count + 1).first == UInt8(ascii: ")") {
          rest = rest.dropFirst(digits.count + 2)
          continue
        }
      }
      kept.append(byte)
    }
    return String(decoding: kept, as: UTF8.self)
  }
}

extension RecordedAnswer {
  /// Whether the app's code gave that reason. For code that edits the tree, the reason is the
  /// engine's: it names screens.
  fileprivate func givesReason(_ reason: String) -> Bool {
    guard case .failed(let given) = answer, question.kind != .step, question.kind != .router
    else { return false }
    return Bytes.same(given, reason)
  }
}
