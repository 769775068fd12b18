public import RouteEngine
import RouteStore

/// A session that a test takes through what a journal says of another one: at the same moments,
/// with the same replies of host code, and the app's own route table.
///
/// It is an ordinary session in memory, in ``session``, under a clock that stands still until
/// ``time`` is set. For interceptors, translators and Swift steps that the test has not
/// contributed, ``reply(to:_:isolation:)`` gives the answers. A question without a reply has no
/// answer yet. `route-replay export --format swift-test` writes such tests from the journal of a
/// bug report.
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
  /// How far the journal was looked through for actions, and which it names by request.
  private var position: JournalAnchor
  private var accepted: [RequestID: [String]] = [:]

  /// Why a session cannot begin so.
  public struct Mistake: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problem and what to do about it.
    public let description: String
  }

  /// Begins a session.
  ///
  /// - Parameters:
  ///   - table: the app's route table.
  ///   - beginning: where the recorded session began.
  ///   - isolation: the actor that the session lives on; the caller's.
  ///   - configure: contributes settings, and host code that is to run instead of the recorded
  ///     replies. Actions that it contributes nothing for are done at once.
  /// - Throws: ``Mistake`` when the beginning says what cannot be, `StoreError` when SQLite cannot
  ///   keep a database in memory.
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
    configuration.answersWithin = nil  // the reply comes at its recorded time, however late
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

  /// How long ago the session began, to the microsecond. It only rises: an earlier moment leaves it
  /// as it is.
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

  /// Says what host code answers to what it is asked about a request, one reply after the other.
  ///
  /// A call without replies means that the code has answered, but its answer has no effect any
  /// more: the request's time has passed, or what it needs is gone. A reply to another question
  /// than the one that is asked makes the request fail, and the reason of the failure names both. A
  /// reply that no question asks for shows in ``outcome(of:)``. Replies for code that the test has
  /// contributed itself are left out: that code answers.
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

  /// Says that the host code that is asked about a request waits for a condition in the midst of
  /// its answer, as `Prompt.wait(for:isolation:)` does.
  public func park(
    _ opening: Opening, until condition: String, isolation: isolated any Actor = #isolation
  ) {
    guard let id = opening.request, let prompt = host.asked(about: id) else { return }
    _ = session.park(prompt, until: condition)
  }

  /// How a request ended, or what it waits for: `shown`, `denied: …`, `parked until signedIn`;
  /// `received` while host code is asked about it.
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

  /// The screen that is written so in the tree's notation, its kind with its parameters:
  /// `order(id: 7)`.
  ///
  /// - Parameters:
  ///   - notation: what it is called; what it holds is left out.
  ///   - index: which one, from 0, when there are several: children in order, then what is
  ///     presented.
  /// - Returns: an id that no screen has when there is none; a fact that names it is stale.
  public func screen(_ notation: String, _ index: Int = 0) -> ScreenID {
    let called = session.state.tree.screens(called: notation)
    return called.indices.contains(index) ? called[index] : ScreenID(0)
  }
}

@available(*, unavailable)
extension RehearsedSession: Sendable {}

extension Outcome {
  /// One line for a person, without the number of another request: a rehearsal gives others.
  package var rehearsedWords: String {
    if case .duplicate = self { word } else { description }
  }
}

extension Screen {
  /// Its kind with its parameters, as the tree's notation has it.
  package var words: String { parameters.isEmpty ? kind : "\(kind)(\(parameters.notation))" }
}

extension ScreenTree {
  /// The screens that are written so in the notation, what they hold left out: scene by scene,
  /// children in order, then what is presented.
  package func screens(called words: String) -> [ScreenID] {
    var found: [ScreenID] = []
    for scene in scenes {
      forEachBelow(scene.root) { if $0.words.hasSameBytes(as: words) { found.append($0.id) } }
    }
    return found
  }
}
