/// How a session was resumed, as the note of its entry says it.
package enum Resumption: Hashable, Sendable, CaseIterable {
  /// By one of the policies.
  case by(ResumePolicy)
  /// The host put other targets in the requests' place, and dropped those that it gave none.
  case transforming
  /// The host took the requests over.
  case handingOver

  package static var allCases: [Resumption] {
    ResumePolicy.allCases.map(Self.by) + [.transforming, .handingOver]
  }

  /// The note's name.
  package static var note: String { "policy" }

  /// The resumption of that word; nil for one that is none.
  init?(_ word: String) {
    guard let known = Self.allCases.first(where: { $0.word.hasSameBytes(as: word) }) else {
      return nil
    }
    self = known
  }

  /// The word in the note.
  package var word: String {
    switch self {
    case .by(let policy): policy.rawValue
    case .transforming: SettlingRule.transform.rawValue
    case .handingOver: SettlingRule.custom.rawValue
    }
  }

  /// The rule by which it ends requests; nil when it ends none.
  package var ending: SettlingRule? {
    switch self {
    case .by(.execute), .by(.none): nil
    case .by(.latestOnly): .latestOnly
    case .by(.clear): .clear
    case .transforming: .transform
    case .handingOver: .custom
    }
  }
}
