public import RouteEngine

/// A decision that comes out otherwise than it was recorded, with what is needed to act on it.
public struct Divergence: Hashable, Sendable {
  /// The class of a difference.
  public enum Class: String, Hashable, Sendable, CaseIterable {
    /// The outcome, or what the request waits for.
    case outcome
    /// The route taken, or its version.
    case route
    /// The scene that the request concerned.
    case scene
    /// The changes of the state.
    case changes
    /// The actions enqueued.
    case action
    /// Host code would be asked something that it was not asked then.
    case answerMissing
    /// An answer was recorded that the decision does not ask for any more.
    case answerUnused
    /// A Swift step of the app does something else now, or not the same twice.
    case answer
    /// An input that is no decision does not fit the state that a free rerun has reached.
    case unfit
    /// The journal does not hold what was asked for, so that nothing can be decided again; or what
    /// it holds cannot have come in so.
    case request
  }

  /// Whether a changed definition explains it.
  public enum Definition: Hashable, Sendable {
    /// The request was decided with the recorded table: what differs is the file or the program.
    case recorded
    /// These definitions on the request's way are others than the recorded ones; never empty.
    case changed([DefinitionChange])
    /// The definitions on the request's way are as they were; other parts of the table are not.
    case changedElsewhere
    /// The table that was given is the recorded one in all its parts.
    case same
    /// The journal does not hold the table that the session ran with.
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
    /// The kinds of the screens that lead there, from the root of the scene.
    public let place: [String]
    /// The content of that place in the recorded hierarchy; nil for nothing.
    public let recorded: String?
    /// The content of that place in the hierarchy decided now; nil for nothing.
    public let replayed: String?
    /// Whether the screens are the same everywhere, and others of them are ready.
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
  /// The link that was asked for; nil when it was no link.
  public let link: String?
  /// Everything that differs, the most telling first; never empty.
  public internal(set) var differences: [Difference]
  /// Whether a changed definition explains it.
  public let definition: Definition
  /// Where the hierarchies differ; nil when they do not.
  public let treePart: TreePart?
  /// The route recorded.
  public let route: String?
  /// The route taken now.
  public let replayedRoute: String?

  /// The entry whose difference this one only follows from: in the recorded state it comes out as
  /// recorded. Nil when it is the request's own, as all of a pinned rerun are.
  public internal(set) var follows: Int64?

  /// The class of the first difference.
  public var kind: Class { first.kind }
  /// The recorded value of the first difference.
  public var recorded: String { first.recorded }
  /// The value of the first difference that came out now.
  public var replayed: String { first.replayed }

  /// The differences, a line for each part, in words that are the same in another recording:
  /// `outcome: shown -> not found`.
  public var lines: [String] { differences.flatMap(\.lines) }

  private var first: Difference { differences[0] }
}

extension [Divergence.Difference] {
  /// The recorded and the replayed result in words short enough that equal pairs can be counted;
  /// without private values. There is at least one difference.
  ///
  /// - Parameter ends: how a decision came out; nil for what is none.
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
  /// Words for the part that is not as recorded, beside the outcome.
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
