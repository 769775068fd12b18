public import RouteStore

extension RouteSession {
  /// A host's contributions to a session: answers, action handlers, and its identity.
  public struct Configuration {
    /// Where the session's own clocks are read.
    public var clock = SessionClock.system
    /// The bounds.
    public var limits = RouteLimits.standard
    /// The failures that an acknowledged entry survives.
    public var durability = Durability.process
    /// Whether the journal is closed, and the right to write it given up, while the host is in the
    /// background. For a journal in a folder that several processes share: iOS ends a suspended app
    /// that has a file there locked. It is taken again with the next thing that happens, when it
    /// ends where the session left it; otherwise ``RouteSession/health-swift.property`` says
    /// `owned` or `overtaken`.
    ///
    /// Such a session begins in the background, since its process may have been launched there and
    /// would never hear of it: the host says when it is in the foreground. Nil: when the file lies
    /// in the folder of an app group, by its path (`/Containers/Shared/AppGroup/`).
    public var releasesInBackground: Bool?
    /// How much history is kept.
    public var retention = RetentionPolicy.standard
    /// Whether a launch goes on where the last session stopped, or begins with the table's tree.
    public var beginning = Beginning.restored
    /// Whether a launch starts with requests kept back until
    /// ``RouteSession/Requests/resume(_:isolation:)``.
    public var startsSuspended = false
    /// The policy for a request that arrives while another one waits for host code, or the host is
    /// in a transition.
    public var whenBusy = RouteRequest.BusyPolicy.queue
    /// Whether requests over which the host has died are trusted again. They are anyway when the
    /// app's version or build is another than the last session's.
    public var liftsQuarantine = false
    /// How long a session has to run until the place it restored is trusted: a death after that
    /// is no reason to leave it. Negative: never, unless ``RouteSession/stable(isolation:)`` says
    /// so.
    public var stableAfter = Duration.seconds(10)
    /// How long host code may take for an answer: then its request fails, and what it says later
    /// has no effect, so that nothing hangs behind it. What it waits for in the middle
    /// (``Prompt/wait(for:isolation:)-(String,_)``) does not count. Nil: for ever.
    public var answersWithin: Duration? = .seconds(300)
    /// How old the place of the last session may be to be restored: since that session wrote for
    /// the last time. What it still did in the background, such as an action, counts. Older, the
    /// route table's own tree is shown; what waits stays. Nil: any age.
    public var maximumAge: Duration?
    /// Within how long an equal link of the same entry point, into the same
    /// ``RouteRequest/Options/scene`` if any, is the same delivery: systems hand a
    /// universal link over twice at times, and give it no id. The second ends as
    /// ``Outcome/duplicate(of:)`` of the first and has no effect, whatever became of that one.
    /// It counts from when the first arrived, in one session, and for links without a source's id
    /// alone. Nil: each link is one of its own, also one that the user taps twice.
    public var equalLinksWithin: Duration?
    /// Whether each Swift step runs twice on the same tree, the second time for nothing: one that
    /// does not do the same both times fails its request, and the reason names it. For tests and
    /// debug builds, where a step that draws lots or reads a clock is to be found before a journal
    /// cannot be run again; what a step does outside the tree it does twice.
    public var runsStepsTwice = false
    /// The link that the app is launched with. When a route takes it, it wins over the last
    /// session's place: the route table's own tree is shown, what waits stays, and the link is
    /// opened over it, see ``RouteSession/LaunchResult/opening``. When none does, or the rewriter
    /// lists its host, the place is restored.
    public var launchLink: String?
    /// Takes what the session does while it runs, for the log of the app, see <doc:logging>. It is
    /// called on the session's actor: about a step when that is written, before
    /// ``RouteSession/onChange`` is called. What it opens is queued; what it signals, reports or
    /// cancels takes effect at once, and is told when it has returned. Nil: no notice is made.
    public var tell: ((Notice) -> Void)?
    /// Takes one line when the session records nothing, once, one for each file that was set aside,
    /// and one at launch for what a table hardly means: a debug build writes them to standard
    /// error, for a developer who reads neither ``RouteSession/health-swift.property`` nor
    /// ``RouteSession/LaunchResult/warnings``.
    package var warn: ((String) -> Void)? = StandardError.inDebugBuilds
    /// A problem that opening the journal has before anything is tried; nil: none. For tests: no
    /// system but Apple's devices says that a file is locked.
    package var openingProblem: (() -> StoreError?)?
    /// So many private values are kept while they cannot be written, whether or not anything speaks
    /// of them.
    package var fewestUnwritten = PrivateValues.mostKept
    /// The tokens that a launch takes for gone instead of asking the vault: for code that hands
    /// recorded requests to a session, and has the tokens alone.
    package var goneTokens: Set<String>?
    /// The result of the recorded launch that this one repeats. No journal can tell again how many
    /// launches before it died over the place, and why the place was left. Nil for a launch of its
    /// own.
    package var restoration: Restoration?
    /// The recorded session whose input it is given once more; nil for none.
    package var parent: ParentSession?
    /// This installation, unique everywhere; made up once per journal when nil. A journal whose
    /// last session names another one was copied here: what it holds stays, and the session begins
    /// as by ``Beginning/clean``. So does the first
    /// session that has a name on a journal that made one up.
    public var device: String?
    /// The session, unique everywhere; made up when nil.
    public var identifier: String?
    /// The app's version, for analysts and for update policies.
    public var appVersion: String?
    /// The app's build.
    public var build: String?
    /// The conditions that hold for this process alone, "online" for example. Every other condition
    /// survives a relaunch, and so does who is signed in. A launch takes these back before a
    /// request that waited goes on, and the journal has an entry for it; the host signals them
    /// again.
    public var processConditions: Set<String> = []

    var interceptors: [String: HostCode<Answer>] = [:]
    var translators: [String: HostCode<Answer>] = [:]
    var steps: [String: SwiftStep] = [:]
    var adapters: [String: HostCode<Answer>] = [:]
    var tasks: [String: HostCode<Answer>] = [:]
    var variants: [String: HostCode<Answer>] = [:]
    var routers: [String: RouterCode] = [:]
    var handlers: [String: ActionCode] = [:]
    /// Takes what host code is asked that was not contributed, to be answered later; nil: it fails.
    package var takesUncontributed: ((Decision.Asking, Prompt) -> Void)?

    /// A configuration with nothing contributed.
    public init() {}

    /// How a session begins.
    public enum Beginning: String, Sendable {
      /// Where the last session stopped.
      case restored
      /// With the route table's own tree; no user is signed in. Waiting requests end as denied and
      /// pending actions as cancelled, with the reason "the session began clean". When the source
      /// id of such a request comes again, it takes effect.
      case clean
      /// As the last session itself, which was cut off without an end: no session begins in the
      /// journal, and host code that was asked is asked again. For programs whose host code does
      /// nothing but answer; what they write is the same however often they are cut off. Restored
      /// when the last session had an end, another route table, other limits or handlers, when its
      /// first entry was pruned, when an action's handler may be under way, and when a request
      /// waits whose secret died with the process.
      case continued
    }

    /// Answers an interceptor's question at once.
    public mutating func answer(_ name: String, _ code: @escaping (Prompt) -> Answer) {
      interceptors[name] = .immediate(code)
    }

    /// Answers an interceptor's question after a while. Other requests are queued meanwhile, except
    /// those that the code opens itself.
    public mutating func answerLater(_ name: String, _ code: @escaping (Prompt) async -> Answer) {
      interceptors[name] = .later(code)
    }

    /// Translates values of a type, a user activity's for example, to targets: the first that has a
    /// route is taken.
    public mutating func translate(
      _ type: String, _ code: @escaping (Prompt) -> [RouteRequest.Target]
    ) {
      translators[type] = .immediate { .translated(code($0)) }
    }

    /// Contributes a Swift step: code that edits the tree and says whether it takes the request.
    public mutating func step(
      _ name: String, _ code: @escaping (inout TreeEditor, Prompt) throws -> Bool
    ) {
      steps[name] = code
    }

    /// Handles actions of a name at once.
    public mutating func perform(
      _ name: String, _ code: @escaping (ActionAttempt) -> ActionResult
    ) {
      handlers[name] = .immediate(code)
    }

    /// Handles actions of a name at once, their parameters as a type's properties:
    ///
    /// ```swift
    /// $0.perform("highlight", as: Highlight.self) { highlight, _ in … }
    /// ```
    ///
    /// An attempt whose parameters do not fit the type fails, and its reason says which.
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

    /// Handles actions of a name in its own time; other actions do not wait for it.
    public mutating func performLater(
      _ name: String, _ code: @escaping (ActionAttempt) async -> ActionResult
    ) {
      handlers[name] = .later(code)
    }
  }

  /// Host code that edits the tree and says whether it takes the request.
  typealias SwiftStep = (inout TreeEditor, Prompt) throws -> Bool

  /// A router's host code: edits the tree, or takes its time and says where to go.
  enum RouterCode {
    case immediate((inout TreeEditor, Prompt) throws -> RouterReply)
    case later((Prompt) async -> Answer)
    case recorded((Prompt) -> Answer)
  }

  /// Host code that answers at once, or after a while.
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
  /// The machine's settings that follow from it.
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
  /// Which attempt it is, from 1.
  public let attempt: Int
  /// The handler's parameters, private values revealed.
  public let parameters: Parameters
  /// Identifies the action: all attempts at it have this key, and no other action has it. A server
  /// that is sent the key can make sure that it acts only once.
  public let idempotencyKey: String
  /// Whether the screen has given the result that the action waited for, which is among the
  /// parameters. False where the screen has gone without one, and for actions of other moments.
  public var hasResult: Bool { action.isGiven }
  /// Whether an earlier attempt called the handler: its effect may have happened already.
  public let possiblyExecuted: Bool
}
