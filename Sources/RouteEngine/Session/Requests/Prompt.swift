/// The interface for host code that is asked a question: the request, and the means to answer.
///
/// It is valid until the code has answered, or the session has ended.
public final class Prompt {
  /// The request; private values are tokens, ``value(of:)`` reveals them.
  public var request: RouteRequest { asked.request }
  /// The request's id.
  public var id: RequestID {
    // Through an optional session the machine would be copied, with 32 references.
    guard let session else { return asked.id }
    return session.machine.id(of: ticket) ?? asked.id
  }
  /// The route that the request takes; nil when it needs none.
  public var route: String? { asked.route }
  /// The parameters of the request, private ones as tokens.
  public var parameters: Parameters { asked.parameters }
  /// The screen for which an adapter or a task provides parameters, by its kind; nil for other
  /// code. For a task, the parameters are the screen's present ones.
  public var screen: (kind: String, parameters: Parameters)? { asked.screen }
  /// The link that the table's rewriter is asked about, its private values revealed; nil when the
  /// code is asked about something else, or a value is gone.
  public var link: String? {
    guard case .link(let link)? = asked.subject else { return nil }
    if link.carriesTokens { hasAskedForToken = true }
    return link.revealed(asWhole: hidesWholeLink) { token in
      session?.reveal(.token(token))?.linkText
    }
  }
  /// Whether one token hides everything behind the host of the rewriter's link.
  var hidesWholeLink: Bool {
    guard case .link(let link)? = asked.subject else { return false }
    return session?.table.isOpaque(link) ?? false
  }
  /// The screens that the request would remove, outermost first, of the kinds that this interceptor
  /// guards; empty when it is asked for another reason. They are in ``tree``.
  public var leaving: [ScreenID] {
    guard case .leaving(let screens)? = asked.subject else { return [] }
    return screens
  }
  /// The hierarchy at this moment.
  public var tree: ScreenTree { asked.tree }
  /// The principal now, who may differ from the one at the request's arrival or when host code
  /// began to wait.
  public var principal: String? { session?.state.principal }
  /// The request; then the number of this question, within this process.
  let ticket: Ticket
  let number: Int
  /// The question; for a step or an interceptor, also its position.
  package var question: Question { asked.question }
  /// Whether the code asked for a value that is present as a token.
  private(set) var hasAskedForToken = false
  /// The task of asynchronous code.
  var task: Task<Void, Never>?
  private let asked: Decision.Asking
  let opening: Opening
  /// The session; nil when its host released it while the code slept.
  var session: RouteSession? { kept ?? left }
  /// The session while the code is awake. Code that sleeps in the middle of its answer does not
  /// retain its session: only a host that retains the session can wake the code. Nor does a prompt
  /// that the host keeps after its code has returned.
  private var kept: RouteSession?
  private weak var left: RouteSession?

  init(
    _ asked: Decision.Asking, _ number: Int, of ticket: Ticket, opening: Opening,
    in session: RouteSession
  ) {
    self.asked = asked
    (self.ticket, self.number, self.opening) = (ticket, number, opening)
    kept = session
    left = session
  }

  /// The answer without host code, see ``RouteSession/ownLink(of:)``.
  var ownLink: Answer? { session?.ownLink(of: asked) }

  /// Whether no user was signed in when the request arrived.
  var isOfNobody: Bool { asked.request.principal == nil }

  /// A parameter's value, revealed when it is private; nil when it is absent or gone.
  public func value(of name: String) -> ParameterValue? {
    guard let value = parameters[name] else { return nil }
    guard case .token = value else { return value }
    hasAskedForToken = true
    return session?.reveal(value)
  }

  /// Parameters with every available private value revealed.
  func revealed(_ parameters: Parameters) -> Parameters {
    if parameters.contains(where: { if case .token = $0.value { true } else { false } }) {
      hasAskedForToken = true
    }
    return session?.revealed(parameters) ?? parameters
  }

  /// Whether the code has not answered yet.
  package var isOpen: Bool {
    guard let session else { return false }
    return session.machine.isOpen(number, of: ticket)
  }

  /// Whether the host has signalled the condition and not withdrawn it.
  public func holds(_ condition: String) -> Bool {
    guard let session else { return false }
    return session.machine.holds(condition)
  }

  /// Parks the request until the host signals the condition, durably: if the host dies meanwhile,
  /// the request waits in the journal, and host code is asked again when the condition is
  /// signalled.
  ///
  /// While it waits, other requests continue. A suspended session continues it after it is resumed.
  /// The method returns at once when the condition holds already and the request does not belong to
  /// another user than the one signed in; when the code has answered or already waits for something
  /// else; and when the session has ended.
  ///
  /// It also returns when the request ends meanwhile, for example because the condition was given
  /// up. The code's task is then cancelled (`Task.isCancelled`), and its answer is ignored.
  ///
  /// Code that waits here does not keep the session in memory. When the host releases the session,
  /// it returns as after the session's end: the request waits in the journal for the next one.
  ///
  /// If the text is not a valid name of a condition, see
  /// ``RouteSession/signal(_:principal:isolation:)-(String,_,_)``, the request ends as failed: the
  /// code's task is cancelled, and its answer is ignored.
  public func wait(
    for condition: String, isolation: isolated any Actor = #isolation
  ) async {
    guard session?.park(self, until: condition) ?? false else { return }
    await withCheckedContinuation { sleep($0) }
    kept = left
  }

  /// Notes that the code has returned.
  func noteReturn() { kept = nil }

  /// Sleeps until the session wakes the code, or until the session is gone.
  private func sleep(_ sleeper: CheckedContinuation<Void, Never>) {
    guard let session else { return sleeper.resume() }
    session.sleep(sleeper, for: ticket)
    kept = nil
  }
}

@available(*, unavailable)
extension Prompt: Sendable {}
