/// How a session was resumed, as written in its entry's note.
package enum Resumption: Hashable, Sendable, CaseIterable {
  /// By one of the policies.
  case by(ResumePolicy)
  /// The host replaced the targets of some requests and dropped the others.
  case transforming
  /// The host received the requests to handle them itself.
  case handingOver

  package static var allCases: [Resumption] {
    ResumePolicy.allCases.map(Self.by) + [.transforming, .handingOver]
  }

  /// The note's name.
  package static var note: String { "policy" }

  /// The resumption with that word; nil for an unknown word.
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
