package import RouteEngine
package import RouteStore

/// One session of a journal as a test can repeat it: its beginning, the inputs from outside with
/// the replies of host code, and the visible result of each.
package struct ExportedSession {
  /// A screen by its notation, with its index among the screens of that notation.
  package struct Place {
    package let words: String
    package let index: Int
  }

  /// An input, and the visible result.
  package struct Step {
    /// The input; nil for the launch.
    package var act: RecordedAct?
    /// The entry that records it.
    package let sequence: Int64
    /// Microseconds since the session began.
    package let time: Int64
    /// The screen that is ready or that a host fact names, if it exists.
    package var place: Place?
    /// The requests whose status changed, in the order of their numbers.
    package var requests: [RequestID] = []
    /// The status of each of them.
    package var outcomes: [RequestID: String] = [:]
    /// The actions that were accepted for each of them.
    package var actions: [RequestID: [String]] = [:]
    /// The hierarchy in the notation of trees.
    package var tree = ""
  }

  /// The number of the session.
  package let number: Int64
  /// The table with which it began.
  package let table: RouteTable
  package var beginning = RehearsedSession.Beginning(at: RouteInstant(microseconds: 0))
  package var limits = RouteLimits.standard
  package var whenBusy = RouteRequest.BusyPolicy.queue
  package var startsSuspended = false
  /// The steps; the first is the launch.
  package var steps: [Step] = []
  /// Requests from before the session that waited when it began.
  package var waiting: [RequestID] = []

  /// Requests that cannot be opened again.
  package var leftOut: [RecordedAct.Obstacle: [RequestID]] = [:]
  /// How many actions were pending when it began: they are not part of the test.
  package var earlierActions = 0
  /// The names of the Swift steps that replied.
  package var stepNames: Set<String> = []

  /// The last exported entry and its digest, which identify the export.
  package var anchor = JournalAnchor.start
  /// The last wanted entry, if its step ends after it; nil when it ends the export.
  package var wanted: Int64?
}

extension ExportedSession {
  /// The reason for continuing after the wanted entry, and the requests that are left out, one line
  /// for each reason, without text of the journal's.
  package var notes: [String] {
    let later = wanted.map {
      "goes on from entry \($0) to entry \(anchor.sequence), where the step that it is part of ends"
    }
    return [later].compactMap(\.self) + leftOutNotes
  }

  private var leftOutNotes: [String] {
    leftOut.sorted { $0.value[0] < $1.value[0] }.map { obstacle, requests in
      let numbers = requests.prefix(8).map(\.description).joined(separator: ", ")
      let more = requests.count > 8 ? " and \(requests.count - 8) more" : ""
      return requests.count == 1
        ? "left out: request \(numbers), \(obstacle.rawValue)"
        : "left out: requests \(numbers)\(more), each \(obstacle.rawValue)"
    }
  }
}

extension ExportedSession.Step {
  /// Whether it is the immediate reply about the request that the step before it opened.
  package func isReply(to other: ExportedSession.Step) -> Bool {
    guard case .open(let opened, _) = other.act, case .reply(opened, _) = act else { return false }
    return time == other.time
  }
}

extension ExportedSession {
  /// The reason why a session cannot be exported whole.
  package enum Failure: Error, Sendable, CustomStringConvertible {
    /// The journal does not contain a route table of the session that this version can build.
    case tableMissing(session: Int64)
    /// Its first entries are gone.
    case pruned(session: Int64)
    /// It begins after the last entry that is wanted.
    case beginsLater(session: Int64, last: Int64)
    /// It is maintenance of the journal.
    case maintenance(session: Int64)
    /// The inputs during an outage that an entry ends are not in the journal.
    case outage(session: Int64, entry: Int64)
    /// An entry adopts another table, which an exported session cannot do.
    case adoption(session: Int64, entry: Int64)

    /// One line for a person.
    package var description: String {
      switch self {
      case .tableMissing(let session):
        "the journal does not hold a route table of session \(session) that this version can "
          + "build, which says what its entries show"
      case .pruned(let session):
        "the beginning of session \(session) was pruned: where it began is no longer there"
      case .beginsLater(let session, let last):
        "session \(session) begins after entry \(last)"
      case .maintenance(let session):
        "session \(session) is work on the journal itself: nothing came in from outside"
      case .outage(let session, let entry):
        "session \(session) has an outage that ends with entry \(entry): what came in "
          + "while nothing could be recorded is not in the journal"
      case .adoption(let session, let entry):
        "entry \(entry) of session \(session) cannot be handed to a session again"
      }
    }
  }
}

extension ScreenTree {
  /// The way in which a test finds a screen again; nil when it does not exist.
  func place(of id: ScreenID) -> ExportedSession.Place? {
    guard let words = self[id]?.words, let index = screens(called: words).firstIndex(of: id) else {
      return nil
    }
    return ExportedSession.Place(words: words, index: index)
  }
}

extension SessionRow {
  /// The last entry that can belong to this session.
  package func lastSequence(in sessions: [SessionRow]) -> Int64 {
    sessions.first { $0.number > number }.map { $0.firstSequence - 1 } ?? .max
  }
}
