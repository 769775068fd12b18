extension RouteSession {
  /// A session at one moment, as a view for its developers shows it: the journal's health, the
  /// tree, what waits, and the last entries.
  ///
  /// It has no more than the journal has: private and secret values are tokens in it, and the paths
  /// of files are left out. Names, conditions, captures that no route declares private, and the
  /// host's own reasons stand as they are.
  ///
  /// A view that shows all of it shows its ``sections``. Each part is there by itself too, with the
  /// ids that the session's methods take.
  public struct Inspection: Hashable, Sendable {
    /// When it was made.
    public let at: RouteInstant
    /// Whether the journal takes what happens, and why not, in one line.
    public let health: String
    /// Whether entries are written.
    public let isRecording: Bool
    /// The tree, a line for each screen and for the name of each scene; the outermost first.
    public let screens: [ScreenLine]
    /// The requests that wait, the oldest first.
    public let requests: [RequestLine]
    /// The actions that are pending, the oldest first.
    public let actions: [ActionLine]
    /// The last entries of the journal, the newest first.
    public let entries: [EntryLine]
    /// Why not all of the wanted entries could be read; nil when they were, or there are no more.
    public let unreadable: String?
    /// The lines that were left out, see ``mostLines``.
    let omitted: Omission

    /// So many screens, requests and actions have lines, the first of each: a view of thousands
    /// would be made anew after every change.
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
    /// Its kind, whose it is, its parameters, and marks: `*` for a selected tab, then `visible` and
    /// `ready`. A screen of other code is `foreign`, a tombstone `unknown`.
    public let label: String
    /// Whether it is the innermost screen that a person sees in the active scene.
    public let isVisible: Bool
    /// Whether the host has said that it can take actions.
    public let isReady: Bool
    /// Whose screen it is; nil for the name of a scene.
    public let ownership: ScreenTree.Screen.Ownership?

    /// The whole line.
    public var description: String { lead + label }
  }

  /// One request that waits.
  public struct RequestLine: Hashable, Sendable, CustomStringConvertible {
    /// Its id.
    public let id: RequestID
    /// The event that it waits for.
    public let status: WaitingRequest.Status
    /// When it came, by the clock of this session.
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
    /// Where it stands.
    public let status: PendingAction.Status
    /// How often it was tried.
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
    /// The link, or what else it is about; nil when its kind says it all.
    public let subject: String?
    /// How the request ended; nil when the entry ends none.
    public let outcome: Outcome?
    /// The time from the arrival of the request that ended; nil when the entry ends none.
    public let duration: Duration?
    /// How much it matters.
    public let level: RouteSession.Notice.Level
    /// One line: `12 decided /orders/7: denied: no; after 3.1 ms`.
    public let description: String
  }
}
