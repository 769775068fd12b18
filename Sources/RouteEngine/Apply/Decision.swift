/// What one request comes to in one state: either host code has to be asked first, or it is
/// decided.
///
/// A pure function of request, answers, state and table. Live, restored and replayed requests all
/// come through ``decide(_:)``.
public enum Decision: Sendable {
  /// Host code has to be asked; with the answer recorded, decide again from the start.
  case asks(Asking)
  /// Nothing is missing.
  case decided(Decided)

  /// A question with what host code may look at to answer it.
  public struct Asking: Sendable {
    /// What is asked.
    public let question: Question
    /// The request, private values as tokens.
    public let request: RouteRequest
    /// The request's id.
    public let id: RequestID
    /// The route it takes; nil when it needs none.
    public let route: String?
    /// The parameters it brings.
    public let parameters: Parameters
    /// The tree at this point: for a Swift step with the changes of the steps before it.
    public let tree: ScreenTree
    /// The id counter that goes with the tree.
    public let counter: UInt64
  }

  /// The whole effect of a request.
  public struct Decided: Sendable {
    /// How the request ended, or what it waits for.
    public var resolution: Resolution
    /// The route it took.
    public var route: String?
    /// That route's version.
    public var routeVersion: Int?
    /// The scene it concerned.
    public var scene: String
    /// What becomes of the state, in order.
    public var changes: [RouteChange] = []
    /// The state after these changes, before ``actions`` are enqueued.
    public var state: RouteState
    /// Work to be enqueued, each in an entry of its own.
    public var actions: [ActionDraft] = []
    /// The screens of the destination, outermost first.
    public var trace: [ScreenID] = []
    /// The answers that were used, in the order of the questions.
    public var answers: [RecordedAnswer] = []
  }

  /// How a decided request stands.
  public enum Resolution: Hashable, Sendable {
    /// It has ended.
    case ended(Outcome)
    /// It waits.
    case parked(WaitingRequest.Status)
  }

  /// A pending action that has no id yet: its entry's sequence will be the id.
  public struct ActionDraft: Hashable, Sendable {
    /// Who is signed in; it runs for nobody else.
    public var principal: String?
    /// The name its handler is registered under.
    public var name: String
    /// What the handler is given.
    public var parameters: Parameters
    /// The screen it is bound to.
    public var screen: ScreenID
    /// When it may run.
    public var moment: ActionMoment
    /// Marks actions of one screen that replace one another.
    public var key: String?
    /// When it is no longer to be run.
    public var expires: Instant?

    /// The pending action, once its entry's sequence is known.
    public func enqueued(as id: ActionID, by request: RequestID) -> PendingAction {
      PendingAction(
        id: id, request: request, principal: principal, name: name, parameters: parameters,
        screen: screen, key: key,
        moment: moment, expires: expires)
    }
  }
}

/// Everything a decision depends on.
public struct DecisionInput: Sendable {
  /// What is wanted.
  public var request: RouteRequest
  /// The request's id.
  public var id: RequestID
  /// What host code has replied so far.
  public var answers: [RecordedAnswer]
  /// The state at this moment.
  public var state: RouteState
  /// The route table in force.
  public var table: RouteTable
  /// This moment; a field, because the engine reads no clock here.
  public var now: Instant
  /// The bounds.
  public var limits: Limits

  /// All of it.
  public init(
    request: RouteRequest, id: RequestID, answers: [RecordedAnswer] = [], state: RouteState,
    table: RouteTable, now: Instant, limits: Limits = .standard
  ) {
    self.request = request
    self.id = id
    self.answers = answers
    self.state = state
    self.table = table
    self.now = now
    self.limits = limits
  }
}
