import RouteEngine
import RouteReplay
import RouteStore

/// One session of a journal as a test can go through it again: where it began, what came in from
/// outside with the replies of host code, and what is to be seen after each.
struct ExportedSession {
  /// What came in.
  enum Act {
    /// The launch itself.
    case launch
    case open(RequestID, RouteRequest)
    case reply(RequestID, [RecordedAnswer])
    /// Host code begins to wait in the midst of its answer.
    case park(RequestID, condition: String)
    case signal(String, principal: String?)
    case unsignal(String)
    case giveUp(String, reason: String)
    case cancel(RequestID, reason: String)
    case signIn(String)
    case signOut
    case ready([Place])
    case suspend
    case resume(WaitingRequest.ResumePolicy)
    /// What takes the place of requests that were kept back; nil when nothing does.
    case transform([(request: RequestID, target: RouteRequest.Target?)])
    case handOver
    case wake
    case background, foreground, end
    case beginTransition, endTransition
  }

  /// A screen by what it is called, and which of those that are called so.
  struct Place {
    let words: String
    let index: Int
    let id: ScreenID
  }

  /// What came in, and what is to be seen then.
  struct Step {
    var act: Act
    /// The entry that speaks of it.
    let sequence: Int64
    /// Microseconds since the session began.
    let time: Int64
    /// The screen that a host fact names, where it is there.
    var place: Place?
    /// The requests that moved, in the order of their numbers.
    var requests: [RequestID] = []
    /// How each of them stands.
    var outcomes: [RequestID: String] = [:]
    /// The actions that were accepted for one of them.
    var actions: [RequestID: [String]] = [:]
    /// The hierarchy in the notation.
    var tree = ""

    /// Host code that replies within so many microseconds is told to reply at the same moment.
    static let atOnce: Int64 = 1_000_000
  }

  let number: Int64
  var beginning = RehearsedSession.Beginning(at: RouteInstant(microseconds: 0))
  /// The bounds that are not the standard ones.
  var limits: [(name: String, value: Int)] = []
  var whenBusy = RouteRequest.BusyPolicy.queue
  var startsSuspended = false
  /// The first is the launch.
  var steps: [Step] = []
  /// Requests from before the session that waited when it began.
  var waiting: [RequestID] = []

  /// Requests that cannot be opened again, by what they were.
  var leftOut: [String: [RequestID]] = [:]
  /// How many actions were pending when it began: they are no part of the test.
  var earlierActions = 0
  /// The names of the Swift steps that replied.
  var stepNames: Set<String> = []

  /// The last entry that was exported, and its digest: no other session ends so.
  var anchor = JournalAnchor.start
}

extension ExportedSession {
  /// What is left out, one line each, without text of the journal's.
  var notes: [String] {
    leftOut.sorted { $0.value[0] < $1.value[0] }.map { what, requests in
      let numbers = requests.prefix(8).map(\.description).joined(separator: ", ")
      let more = requests.count > 8 ? " and \(requests.count - 8) more" : ""
      return requests.count == 1
        ? "left out: request \(numbers), \(what)"
        : "left out: requests \(numbers)\(more), each \(what)"
    }
  }
}

extension ExportedSession.Step {
  /// Whether it is the reply at once about the request that the step before it opened.
  func isReply(to other: ExportedSession.Step) -> Bool {
    guard case .open(let opened, _) = other.act, case .reply(opened, _) = act else { return false }
    return time == other.time
  }
}
