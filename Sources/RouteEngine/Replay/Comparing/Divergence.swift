public import RouteEngine

/// A decision whose result differs from the recorded one, with the data needed to act on it.
public struct Divergence: Hashable, Sendable {
  /// The class of a difference.
  public enum Class: String, Hashable, Sendable, CaseIterable {
    /// The outcome, or the condition of a waiting request.
    case outcome
    /// The route taken, or its version.
    case route
    /// The scene that the request concerned.
    case scene
    /// The changes of the state.
    case changes
    /// The actions enqueued.
    case action
    /// Host code would be asked a question that it was not asked in the recording.
    case answerMissing
    /// A recorded answer is no longer asked for.
    case answerUnused
    /// A Swift step of the app has another result now, or its two runs differ.
    case answer
    /// An input that is not a decision does not fit the state that a free rerun has reached.
    case unfit
    /// The journal does not contain the request, so that nothing can be decided again; or its
    /// content cannot have arrived in this way.
    case request
  }

  /// Whether a changed definition explains the difference.
  public enum Definition: Hashable, Sendable {
    /// The request was decided with the recorded table: the difference comes from the file or the
    /// program.
    case recorded
    /// These definitions that the request meets differ from the recorded ones; never empty.
    case changed([DefinitionChange])
    /// The definitions that the request meets are unchanged; other parts of the table are not.
    case changedElsewhere
    /// The given table equals the recorded one in all parts.
    case same
    /// The journal does not contain the table of the session.
    case unknown

    /// Whether a changed definition can explain the difference; nil when it is not known.
    public var explains: Bool? {
      switch self {
      case .changed: true
      case .recorded, .same, .changedElsewhere: false
      case .unknown: nil
      }
    }
  }

  /// The first part in which the hierarchies after the two decisions differ.
  public struct TreePart: Hashable, Sendable {
    /// The kinds of the screens on the path to it, from the root of the scene.
    public let place: [String]
    /// The content of that place in the recorded hierarchy; nil for nothing.
    public let recorded: String?
    /// The content of that place in the hierarchy decided now; nil for nothing.
    public let replayed: String?
    /// Whether all screens are the same, and only their readiness differs.
    public internal(set) var isOfReadiness = false
  }

  /// The entry.
  public let sequence: Int64
  /// The session that wrote it.
  public let session: Int64
  /// The request.
  public let request: RequestID
  /// The target of the request, in one line.
  public let target: String
  /// The requested link; nil when the target is not a link.
  public let link: String?
  /// All differences, the most informative first; never empty.
  public internal(set) var differences: [Difference]
  /// Whether a changed definition explains the differences.
  public let definition: Definition
  /// The place where the hierarchies differ; nil when they do not.
  public let treePart: TreePart?
  /// The route recorded.
  public let route: String?
  /// The route taken now.
  public let replayedRoute: String?

  /// The entry whose difference causes this one: decided in the recorded state, this entry has its
  /// recorded result. Nil when the difference is the request's own, as always in a pinned rerun.
  public internal(set) var follows: Int64?

  /// The class of the first difference.
  public var kind: Class { first.kind }
  /// The recorded value of the first difference.
  public var recorded: String { first.recorded }
  /// The value of the first difference found now.
  public var replayed: String { first.replayed }

  /// The differences, one line for each part, in words that another recording shares:
  /// `outcome: shown -> not found`.
  public var lines: [String] { differences.flatMap(\.lines) }

  private var first: Difference { differences[0] }
}

extension [Divergence.Difference] {
  /// The recorded and the replayed result, in words short enough that equal pairs can be counted,
  /// and without private values. There is at least one difference.
  ///
  /// - Parameter ends: the results of a decision; nil for an entry that is no decision.
  func shift(from ends: (recorded: String, replayed: String)?) -> (
    recorded: String, replayed: String
  ) {
    guard let ends else {
      return (self[0].parts[0].recorded, self[0].parts[0].replayed)
    }
    let recorded = TokenSearch.withoutTokens(ends.recorded)
    let replayed = TokenSearch.withoutTokens(ends.replayed)
    guard recorded.hasSameBytes(as: replayed) else { return (recorded, replayed) }
    let others = map { $0.kind.asOther }.unique
    return (recorded, "\(replayed), \(others.joined(separator: ", "))")
  }
}

extension Divergence.Class {
  /// Words for the part that differs, beside the outcome.
  fileprivate var asOther: String {
    switch self {
    case .outcome: "for another value"
    case .route: "another route"
    case .scene: "another scene"
    case .changes: "other screens"
    case .action: "other actions"
    case .answerMissing, .answerUnused: "other answers"
    case .answer: "another Swift step"
    case .unfit, .request: "not as recorded"
    }
  }
}
