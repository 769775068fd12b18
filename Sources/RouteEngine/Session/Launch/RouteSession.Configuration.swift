public import RouteStore

extension RouteSession {
  /// A host's contributions to a session: answers, action handlers, and its identity. A text of the
  /// identity that is too long for the journal is cut.
  public struct Configuration {
    /// The session's source of time.
    public var clock = SessionClock.system
    /// The limits of the session. A limit below 1 counts as 1, and one above that of
    /// ``RouteLimits/format`` as that one.
    public var limits = RouteLimits.standard
    /// The failures that an acknowledged entry survives.
    public var durability = Durability.process
    /// Whether the journal is closed, and the right to write it given up, while the host is in the
    /// background. This is for a journal in a folder that several processes share: iOS ends a
    /// suspended app that has a file there locked. The session opens it again with its next input,
    /// if the journal still ends where the session left it. Otherwise
    /// ``RouteSession/health-swift.property`` says `owned` or `overtaken`.
    ///
    /// Such a session begins in the background, since its process may have been launched there
    /// without being told. The host says when it is in the foreground. Nil: true when the file lies
    /// in the folder of an app group, judged by its path (`/Containers/Shared/AppGroup/`).
    public var releasesInBackground: Bool?
    /// How much history is kept.
    public var retention = RetentionPolicy.standard
    /// Whether a launch continues where the last session stopped, or begins with the table's tree.
    public var beginning = Beginning.restored
    /// Whether a launch starts with requests kept back until
    /// ``RouteSession/Requests/resume(_:isolation:)``.
    public var startsSuspended = false
    /// The policy for a request that arrives while another one waits for host code, or the host is
    /// in a transition.
    public var whenBusy = RouteRequest.BusyPolicy.queue
    /// Whether requests over which the host has died are trusted again. They are trusted anyway
    /// when the app's version or build differs from the last session's.
    public var liftsQuarantine = false
    /// How long a session has to run until the restored place is trusted: a later death is no
    /// reason to leave the place. Negative: never, unless ``RouteSession/stable(isolation:)`` says
    /// so.
    public var stableAfter = Duration.seconds(10)
    /// How long host code may take for an answer. After that its request fails, and a later answer
    /// has no effect, so that nothing blocks the queue. Time in
    /// ``Prompt/wait(for:isolation:)-(String,_)`` does not count. Nil: no limit.
    public var answersWithin: Duration? = .seconds(300)
    /// The maximum age of the last session's place for restoring, counted from the last write of
    /// that session. Work in the background, such as an action, counts as a write. If the place is
    /// older, the route table's own tree is shown, and waiting requests stay. Nil: any age.
    public var maximumAge: Duration?
    /// The time within which an equal link of the same entry point, into the same
    /// ``RouteRequest/Options/scene`` if any, is the same delivery: systems sometimes deliver a
    /// universal link twice, without an id. The second ends as ``Outcome/duplicate(of:)`` of the
    /// first and has no effect, whatever the outcome of the first. The time counts from the arrival
    /// of the first link, within one session, and only for links without a source's id. Nil: no two
    /// links are the same delivery, even if the user taps one twice.
    public var equalLinksWithin: Duration?
    /// Whether each Swift step runs twice on the same tree, the second time without effect. A step
    /// that does not do the same both times fails its request, and the reason names the step. This
    /// is for tests and debug builds: it finds a step that uses randomness or reads a clock before
    /// a journal cannot be rerun. Effects of a step outside the tree happen twice.
    public var runsStepsTwice = false
    /// The link that the app is launched with. When a route takes it, it wins over the last
    /// session's place: the route table's own tree is shown, waiting requests stay, and the link is
    /// opened over it, see ``RouteSession/LaunchResult/opening``. When no route takes it, or the
    /// rewriter lists its host, the place is restored.
    public var launchLink: String?
    /// Takes notices of what the session does, for the log of the app, see <doc:logging>. It is
    /// called on the session's actor. A step is told when it is written, before
    /// ``RouteSession/onChange`` is called. A request that it opens is queued. A signal, report or
    /// cancellation from it takes effect at once, and is told after it has returned. Nil: no
    /// notices are made.
    public var tell: ((Notice) -> Void)?
    /// Takes one line, once, when the session records nothing; one for each file that was set
    /// aside; one at launch for likely mistakes in a table; and one for each principal that is
    /// ignored because its id is too long. A debug build writes them to standard error, for a
    /// developer who reads neither ``RouteSession/health-swift.property`` nor
    /// ``RouteSession/LaunchResult/warnings``.
    package var warn: ((String) -> Void)? = StandardError.inDebugBuilds
    /// A problem that opening the journal reports before anything is tried; nil: none. For tests:
    /// only Apple's devices report a locked file.
    package var openingProblem: (() -> StoreError?)?
    /// The number of private values that are kept while they cannot be written, even if nothing
    /// uses them.
    package var fewestUnwritten = PrivateValues.mostKept
    /// The tokens that a launch treats as gone instead of asking the vault. For code that hands
    /// recorded requests to a session and has only the tokens.
    package var goneTokens: Set<String>?
    /// The result of the recorded launch that this one repeats. A journal cannot reproduce how many
    /// launches before it died over the place, and why the place was left. Nil for a launch that
    /// repeats none.
    package var restoration: Restoration?
    /// The recorded session whose input this session repeats; nil for none.
    package var parent: ParentSession?
    /// The installation's name, unique everywhere; generated once per journal when nil. A journal
    /// whose last session has another name was copied here: its content stays, and the session
    /// begins as by ``Beginning/clean``. So does the first session that has a name on a journal
    /// with a generated one.
    public var device: String?
    /// The session's name, unique everywhere; generated when nil.
    public var identifier: String?
    /// The app's version, for analysts and for update policies.
    public var appVersion: String?
    /// The app's build.
    public var build: String?
    /// The conditions that hold for this process only, "online" for example. Every other condition
    /// survives a relaunch, and so does the principal. A launch withdraws these before a waiting
    /// request continues, and the journal has an entry for it; the host signals them again.
    public var processConditions: Set<String> = []

    var interceptors: [String: HostCode<Answer>] = [:]
    var translators: [String: HostCode<Answer>] = [:]
    var steps: [String: SwiftStep] = [:]
    var adapters: [String: HostCode<Answer>] = [:]
    var tasks: [String: HostCode<Answer>] = [:]
    var variants: [String: HostCode<Answer>] = [:]
    var routers: [String: RouterCode] = [:]
    var handlers: [String: ActionCode] = [:]
    /// Takes questions to host code that was not contributed, to be answered later; nil: they fail.
    package var takesUncontributed: ((Decision.Asking, Prompt) -> Void)?

    /// A configuration with nothing contributed.
    public init() {}

    /// How a session begins.
    public enum Beginning: String, Sendable {
      /// Where the last session stopped.
      case restored
      /// With the route table's own tree, and no user signed in. Waiting requests end as denied and
      /// pending actions as cancelled, with the reason "the session began clean". If the source id
      /// of such a request arrives again, it takes effect.
      case clean
      /// As the last session itself, if that was cut off without an end: no new session begins in
      /// the journal, and host code that was asked is asked again. This is for programs whose host
      /// code only answers; they write the same journal however often they are cut off. It falls
      /// back to `restored` when the last session had an end, another device or route table, or
      /// other limits or handlers; when maintenance has written to the journal since; when its
      /// first entry was pruned; when an action's handler may be under way; and when a waiting
      /// request has a secret that died with the process.
      case continued
    }

    /// Answers an interceptor's question at once.
    public mutating func answer(_ name: String, _ code: @escaping (Prompt) -> Answer) {
      interceptors[name] = .immediate(code)
    }

    /// Answers an interceptor's question asynchronously. Other requests are queued meanwhile,
    /// except those that the code opens itself.
    public mutating func answerLater(_ name: String, _ code: @escaping (Prompt) async -> Answer) {
      interceptors[name] = .later(code)
    }

    /// Translates values of a type, a user activity's for example, to targets: the first target
    /// that has a route is used.
    public mutating func translate(
      _ type: String, _ code: @escaping (Prompt) -> [RouteRequest.Target]
    ) {
      translators[type] = .immediate { .translated(code($0)) }
    }

    /// Contributes a Swift step: code that edits the tree and says whether it takes the request. An
    /// error that it throws fails the request.
    public mutating func step(
      _ name: String, _ code: @escaping (inout TreeEditor, Prompt) throws -> Bool
    ) {
      steps[name] = code
    }

    /// Handles actions of a name synchronously.
    public mutating func perform(
      _ name: String, _ code: @escaping (ActionAttempt) -> ActionResult
    ) {
      handlers[name] = .immediate(code)
    }

    /// Handles actions of a name synchronously, their parameters as a type's properties:
    ///
    /// ```swift
    /// $0.perform("highlight", as: Highlight.self) { highlight, _ in … }
    /// ```
    ///
    /// An attempt whose parameters do not fit the type fails, and its reason says which parameters.
    public mutating func perform<Content: Decodable>(
      _ name: String, as type: Content.Type,
      _ code: @escaping (Content, ActionAttempt) -> ActionResult
    ) {
      perform(name) { attempt in
        do throws(ParameterCodingError) {
          return code(try attempt.parameters.decode(type), attempt)
        } catch {
          return .failed(reason: error.journaledReason)
        }
      }
    }

    /// Handles actions of a name asynchronously. Other actions wait for it only in its lane, and
    /// after deaths of the process in handlers, see <doc:pending-actions>.
    public mutating func performLater(
      _ name: String, _ code: @escaping (ActionAttempt) async -> ActionResult
    ) {
      handlers[name] = .later(code)
    }
  }

  /// Host code that edits the tree and says whether it takes the request.
  typealias SwiftStep = (inout TreeEditor, Prompt) throws -> Bool

  /// A router's host code: it edits the tree, or works asynchronously and returns a target.
  enum RouterCode {
    case immediate((inout TreeEditor, Prompt) throws -> RouterReply)
    case later((Prompt) async -> Answer)
    case recorded((Prompt) -> Answer)
  }

  /// Host code that answers synchronously or asynchronously.
  enum HostCode<Reply> {
    case immediate((Prompt) -> Reply)
    case later((Prompt) async -> Reply)
  }

  enum ActionCode {
    case immediate((ActionAttempt) -> ActionResult)
    case later((ActionAttempt) async -> ActionResult)
  }
}

@available(*, unavailable)
extension RouteSession.Configuration: Sendable {}

extension RouteSession.Configuration {
  /// Clamps the limits to those of the journal's format, and cuts the texts of the session's row. A
  /// launch could not read a row with a text beyond the bounds of a file.
  mutating func fitFormat() {
    limits = limits.withinFormat
    let texts: [WritableKeyPath<RouteSession.Configuration, String?>] = [
      \.device, \.identifier, \.appVersion, \.build,
    ]
    for text in texts { self[keyPath: text] = self[keyPath: text]?.boundedReason }
  }

  /// The machine's settings that this configuration determines.
  ///
  /// - Parameter start: the wall clock when the session began.
  func settings(from start: Int64) -> Machine.Settings {
    var settings = Machine.Settings()
    settings.limits = limits
    settings.whenBusy = whenBusy
    settings.stableAfter = stableAfter < .zero ? nil : stableAfter.wholeMicroseconds
    settings.answersWithin = answersWithin?.wholeMicroseconds
    settings.equalLinksWithin = equalLinksWithin?.wholeMicroseconds
    settings.handled = handled
    settings.editors = (Set(steps.keys), Set(routers.keys))
    settings.start = start
    return settings
  }
}

/// One attempt at a pending action, as its handler sees it.
public struct ActionAttempt: Sendable {
  /// The action.
  public let action: PendingAction
  /// The number of the attempt, from 1.
  public let attempt: Int
  /// The handler's parameters, private values revealed.
  public let parameters: Parameters
  /// Identifies the action: all attempts at it have this key, and no other action has it. A server
  /// that is sent the key can make sure that it acts only once.
  public let idempotencyKey: String
  /// Whether the screen has given the result that the action waited for; the result is among the
  /// parameters. False where the screen has gone without a result, and for actions of other
  /// moments.
  public var hasResult: Bool { action.isGiven }
  /// Whether an earlier attempt called the handler: its effect may have happened already.
  public let possiblyExecuted: Bool
}
