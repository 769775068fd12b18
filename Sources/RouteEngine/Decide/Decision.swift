/// The result for one request in one state: either a question to host code, or a decision.
///
/// It is a pure function of request, answers, state and table. Live, restored and replayed requests
/// all use ``decide(_:)``.
package enum Decision: Sendable {
  /// Host code has to be asked; once the answer is recorded, decide again. The case is indirect
  /// because the other case is then read without a copy: a rerun takes 900 instructions less.
  indirect case asks(Asking)
  /// The request is decided.
  case decided(Decided)

  /// A question with the data that host code may read to answer it. A class: it has 300 bytes with
  /// a dozen references, and is passed on many times on its way to the host code.
  package final class Asking: Sendable {
    /// The question to ask.
    package let question: Question
    /// The request, with tokens for private values.
    package let request: RouteRequest
    /// The request's id.
    package let id: RequestID
    /// The route that it takes; nil when it needs none.
    package let route: String?
    /// That route's version.
    package let routeVersion: Int?
    /// The router that took the request; nil for the table's own routes.
    package let router: String?
    /// The request's parameters.
    package let parameters: Parameters
    /// The screen for which an adapter or a task is asked: its kind, and the parameters that a task
    /// finds.
    package let screen: (kind: String, parameters: Parameters)?
    /// The subject of an interceptor that is asked at another moment than the usual one.
    package let subject: Subject?
    /// The tree at this point; for a Swift step with the changes of the steps before it.
    package let tree: ScreenTree
    /// The id counter that goes with the tree.
    package let counter: UInt64

    /// The subject of an interceptor besides the request.
    package indirect enum Subject: Sendable {
      /// The link that is about to be matched.
      case link(RouteLink)
      /// The screens to be removed, outermost first.
      case leaving([ScreenID])
    }

    /// A question about a request with its match; without a match, with these fields.
    init(
      _ question: Question, _ request: RouteRequest, as id: RequestID, _ match: Match?,
      router: String?, fields: Parameters, screen: (kind: String, parameters: Parameters)?,
      subject: Subject?, in state: consuming RouteState
    ) {
      (self.question, self.request, self.id) = (question, request, id)
      (route, routeVersion) = (match?.route, match?.version)
      self.router = match == nil ? nil : router
      parameters = match?.parameters ?? fields
      (self.screen, self.subject) = (screen, subject)
      counter = state.counter
      tree = state.tree.take()
    }
  }

  /// The whole effect of a request.
  package struct Decided: Sendable {
    /// How the request ended, or what it waits for.
    package var resolution: Resolution
    /// The route that it took.
    package var route: String?
    /// The router that took the request; nil for the table's own routes.
    package var router: String?
    /// That route's version.
    package var routeVersion: Int?
    /// The scene that it concerned.
    package var scene: String
    /// The changes of the state, in order.
    package var changes: [RouteChange] = []
    /// The state after these changes, before ``actions`` are enqueued.
    package var state: RouteState
    /// Actions to be enqueued, each in an entry of its own.
    package var actions: [ActionDraft] = []
    /// The screens of the destination, outermost first.
    package var trace: [ScreenID] = []
    /// The planned steps; for every choice those of the case that held. Empty when no plan was
    /// made.
    package var steps: [PreparedStep] = []
    /// The answers that were used, in the order of the questions.
    package var answers: [RecordedAnswer] = []
    /// The names of query items that are left out because they cannot be read as their types.
    package var leftOut: [String] = []
  }

  /// The state of a request after its decision.
  package enum Resolution: Hashable, Sendable {
    /// It has ended.
    case ended(Outcome)
    /// It waits.
    case parked(WaitingRequest.Status)

    /// One line for a person.
    package var summary: String {
      switch self {
      case .ended(let outcome): outcome.description
      case .parked(.received): "received"
      case .parked(.released): "released"
      case .parked(.suspended): "parked until resumed"
      case .parked(.condition(let condition)): "parked until \(condition)"
      }
    }
  }
}

/// Everything a decision depends on.
package struct DecisionInput: Sendable {
  /// The request to decide.
  package var request: RouteRequest
  /// The request's id.
  package var id: RequestID
  /// The answers of host code so far.
  package var answers: [RecordedAnswer]
  /// The state at this moment.
  package var state: RouteState
  /// The route table in force.
  package var table: RouteTable
  /// The present moment; a field, because the engine reads no clock here.
  package var now: RouteInstant
  /// The bounds.
  package var limits: RouteLimits

  /// An input with all its parts.
  package init(
    request: RouteRequest, id: RequestID, answers: [RecordedAnswer] = [], state: RouteState,
    table: RouteTable, now: RouteInstant, limits: RouteLimits = .standard
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
