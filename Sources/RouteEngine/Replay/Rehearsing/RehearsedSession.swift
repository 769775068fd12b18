public import RouteEngine
import RouteStore

/// A session in which a test repeats a recorded one: at the same moments, with the same replies of
/// host code, and with the app's own route table.
///
/// It is an ordinary session in memory, in ``session``, with a clock that stands still until
/// ``time`` is set. ``reply(to:_:isolation:)`` gives the answers of interceptors, translators and
/// Swift steps that the test has not contributed. A question without a reply stays unanswered.
/// `route-replay export --format swift-test` writes such tests from the journal of a bug report.
///
/// ```swift
/// let start = RouteInstant(sinceEpoch: .seconds(1_700_000_000))
/// let run = try RehearsedSession(Shop.table(), from: .init(at: start))
/// let session = run.session
/// run.time = .milliseconds(2_500)
/// let request2 = session.open("/orders/7")
/// run.reply(to: request2, .interceptor("signedIn", .wait(condition: "signedIn")))
/// #expect(run.outcome(of: request2) == "parked until signedIn")
/// run.time = .seconds(9)
/// session.signal("signedIn", principal: "user-1")
/// run.reply(to: request2, .interceptor("signedIn", .allow))
/// #expect(run.outcome(of: request2) == "shown")
/// ```
public final class RehearsedSession {
  /// The session.
  public let session: RouteSession
  private let start: RouteInstant
  private let clock: InputClock
  private let host = AbsentHost()
  /// The names of the host code that the test contributes itself, by the kind of question.
  private let own: [Question.Kind: Set<String>]
  private let journal: Journal
  /// The position up to which the journal was searched for actions; then the actions found, by
  /// request.
  private var position: JournalAnchor
  private var accepted: [RequestID: [String]] = [:]

  /// The reason why a session cannot begin in this way.
  public struct Mistake: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problem and what to do about it.
    public let description: String
  }

  /// Begins a session.
  ///
  /// - Parameters:
  ///   - table: the app's route table.
  ///   - beginning: the beginning of the recorded session.
  ///   - isolation: the actor that the session lives on; the caller's.
  ///   - configure: contributes settings, and host code that runs in place of the recorded replies.
  ///     Actions without a contribution are done at once.
  /// - Throws: ``Mistake`` when the beginning is not possible, `StoreError` when SQLite cannot keep
  ///   a database in memory.
  public init(
    _ table: RouteTable, from beginning: Beginning, isolation: isolated any Actor = #isolation,
    configure: (inout RouteSession.Configuration) -> Void = { _ in }
  ) throws {
    clock = InputClock(now: beginning.moment.microseconds)
    var configuration = RouteSession.Configuration()
    configuration.device = "rehearsal"
    configuration.goneTokens = []
    configuration.stableAfter = .seconds(-1)
    configure(&configuration)
    configuration.clock = clock.sessionClock
    configuration.beginning = beginning.tree == nil ? .clean : .restored
    configuration.takesUncontributed = host.take
    configuration.answersWithin = nil  // the reply comes at its recorded time, however late that is
    for name in Set(table.actionNames).subtracting(configuration.handled) {
      configuration.perform(name) { _ in .done }
    }
    own = configuration.contributed
    let journal = try Journal.open(.memory, durability: .process)
    if let start = try beginning.start(with: table) { try journal.start(with: start) }
    position = journal.head
    start = beginning.moment
    self.journal = journal
    session = try RouteSession.launch(table, on: journal) { $0 = configuration }
  }

  /// The time since the session began, to the microsecond. It only increases: setting an earlier
  /// time has no effect.
  public var time: Duration {
    get { .microseconds(clock.now - start.microseconds) }
    set { clock.advance(to: start.advanced(byMicroseconds: newValue.microseconds).microseconds) }
  }

  /// A request that waited when the session began, by its number.
  public func request(
    _ number: Int64, isolation: isolated any Actor = #isolation
  ) -> Opening {
    session.opening(ofRequest: RequestID(number))
  }

  /// Gives the answers of host code to the questions about a request, one reply after the other.
  ///
  /// A call without replies means that the code has answered but its answer no longer has an
  /// effect: the request's time has passed, or a value that it needs is gone. A reply to another
  /// question than the one asked makes the request fail, and the reason names both.
  /// ``outcome(of:)`` shows a reply that no question asked for. Replies for code that the test has
  /// contributed itself are ignored: that code answers.
  public func reply(
    to opening: Opening, _ replies: Reply..., isolation: isolated any Actor = #isolation
  ) {
    reply(to: opening, all: replies.map(\.recorded))
  }

  package func reply(
    to opening: Opening, all replies: [RecordedAnswer], isolation: isolated any Actor = #isolation
  ) {
    guard let id = opening.request else { return }
    if replies.isEmpty { host.finish(id, in: session) }
    for reply in replies where own[reply.question.kind]?.contains(reply.question.name) != true {
      host.reply(reply, to: id, in: session)
    }
  }

  /// Makes the host code that is asked about a request wait for a condition in the middle of its
  /// answer, as `Prompt.wait(for:isolation:)` does.
  public func park(
    _ opening: Opening, until condition: String, isolation: isolated any Actor = #isolation
  ) {
    guard let id = opening.request, let prompt = host.asked(about: id) else { return }
    _ = session.park(prompt, until: condition)
  }

  /// The outcome of a request, or what it waits for: `shown`, `denied: …`, `parked until signedIn`;
  /// `received` while host code is asked about it, `queued` before that. Each prepared answer whose
  /// question was not asked adds `; did not ask …`.
  public func outcome(of opening: Opening) -> String {
    var text = "queued"
    if let outcome = opening.outcome {
      text = outcome.rehearsedWords
    } else if let waiting = opening.request.flatMap(session.state.waiting) {
      text = Decision.Resolution.parked(waiting.status).summary
    }
    for question in opening.request.flatMap({ host.unused[$0] }) ?? [] {
      text += "; did not ask \(question.words)"
    }
    return text
  }

  /// The actions that were accepted for a request, oldest first: `highlight(id: 7)`.
  public func actions(of opening: Opening) -> [String] {
    // A rehearsal's journal is in memory, where reading does not fail.
    let read = try? journal.forEachEntry(after: position) { row in
      let entry = try EntryCoder.decode(row)
      for action in entry.acceptedActions {
        accepted[action.request, default: []] += [action.words]
      }
    }
    if let read { position = read }
    return opening.request.flatMap { accepted[$0] } ?? []
  }

  /// The screen with this text in the tree's notation, its kind with its parameters:
  /// `order(id: 7)`.
  ///
  /// - Parameters:
  ///   - notation: the screen's text, without its children.
  ///   - index: the index among several such screens, from 0: children in order, then presented
  ///     screens.
  /// - Returns: an id that no screen has when there is none; a fact that names it is stale.
  public func screen(_ notation: String, _ index: Int = 0) -> ScreenID {
    let called = session.state.tree.screens(called: notation)
    return called.indices.contains(index) ? called[index] : ScreenID(0)
  }
}

@available(*, unavailable)
extension RehearsedSession: Sendable {}

extension Outcome {
  /// One line for people, without the number of another request: a rehearsal has other numbers.
  package var rehearsedWords: String {
    if case .duplicate = self { word } else { description }
  }
}

extension Screen {
  /// Its kind with its parameters, in the tree's notation.
  package var words: String { parameters.isEmpty ? kind : "\(kind)(\(parameters.notation))" }
}

extension ScreenTree {
  /// The screens with this text in the notation, without their children: scene by scene, children
  /// in order, then presented screens.
  package func screens(called words: String) -> [ScreenID] {
    var found: [ScreenID] = []
    for scene in scenes {
      forEachBelow(scene.root) { if $0.words.hasSameBytes(as: words) { found.append($0.id) } }
    }
    return found
  }
}
