extension RouteSession {
  /// A session at one moment, as a view for its developers shows it: the journal's health, the
  /// tree, the waiting requests, the pending actions, and the last entries.
  ///
  /// It contains no more than the journal does: private and secret values are tokens, and file
  /// paths are left out. Names, conditions, captures that no route declares private, and the host's
  /// own reasons are shown as they are.
  ///
  /// A view that shows everything shows its ``sections``. Each part is also available by itself,
  /// with the ids that the session's methods take.
  public struct Inspection: Hashable, Sendable {
    /// When it was made.
    public let at: RouteInstant
    /// Whether entries are written, and if not, why, in one line.
    public let health: String
    /// Whether entries are written.
    public let isRecording: Bool
    /// The tree, outermost first: one line for each screen and for the name of each scene.
    public let screens: [ScreenLine]
    /// The waiting requests, oldest first.
    public let requests: [RequestLine]
    /// The pending actions, oldest first.
    public let actions: [ActionLine]
    /// The last entries of the journal, newest first.
    public let entries: [EntryLine]
    /// Why not all of the wanted entries could be read; nil when all were read or there are no
    /// more.
    public let unreadable: String?
    /// The lines that were left out, see ``mostLines``.
    let omitted: Omission

    /// The most lines for each of screens, requests and actions; the first of each are shown. A
    /// view of thousands of lines would be rebuilt after every change.
    public static let mostLines = 500

    /// How many lines of each part were left out.
    struct Omission: Hashable, Sendable {
      var screens = 0
      var requests = 0
      var actions = 0
    }
  }
}

extension RouteSession.Inspection {
  /// One line of the tree's drawing.
  public struct ScreenLine: Hashable, Sendable, CustomStringConvertible {
    /// The screen; nil for the name of a scene.
    public let screen: ScreenID?
    /// The lines that lead to it from the screen that holds or presents it.
    public let lead: String
    /// Its kind, its ownership, its parameters, and marks: `*` for a selected tab, then `visible`
    /// and `ready`. A screen of other code is `foreign`, a tombstone `unknown`.
    public let label: String
    /// Whether it is the innermost screen that the user sees in the active scene.
    public let isVisible: Bool
    /// Whether the host has said that it can take actions.
    public let isReady: Bool
    /// The ownership of the screen; nil for the name of a scene.
    public let ownership: ScreenTree.Screen.Ownership?

    /// The whole line.
    public var description: String { lead + label }
  }

  /// One waiting request.
  public struct RequestLine: Hashable, Sendable, CustomStringConvertible {
    /// Its id.
    public let id: RequestID
    /// Its status, with the event that it waits for.
    public let status: WaitingRequest.Status
    /// When it arrived, by the clock of this session.
    public let since: RouteInstant
    /// One line: `2 waits for signedIn: /orders/7 (came 5s ago)`.
    public let description: String
  }

  /// One pending action.
  public struct ActionLine: Hashable, Sendable, CustomStringConvertible {
    /// Its id.
    public let id: ActionID
    /// The screen that it is bound to.
    public let screen: ScreenID
    /// Its status.
    public let status: PendingAction.Status
    /// How many attempts were made.
    public let attempt: Int
    /// One line: `4 highlight(id: 7): waiting, for order to be ready`.
    public let description: String
  }

  /// One entry of the journal.
  public struct EntryLine: Hashable, Sendable, CustomStringConvertible {
    /// Its position in the journal, from 1.
    public let sequence: Int64
    /// When it was written.
    public let at: RouteInstant
    /// The word of its kind: `decided`, `parked`, `signalled`.
    public let kind: String
    /// The link, or another subject of the entry; nil when its kind says it all.
    public let subject: String?
    /// How the request ended; nil when the entry ends none.
    public let outcome: Outcome?
    /// The time from the arrival of the request that ended, or after a relaunch from when that
    /// launch first took it up; nil when the entry ends none.
    public let duration: Duration?
    /// How much it matters.
    public let level: RouteSession.Notice.Level
    /// One line: `12 decided /orders/7: denied: no; after 3.1 ms`.
    public let description: String
  }
}
