extension RouteSession {
  /// An action or a change of a session, for the log of an app: ``Configuration/tell`` takes it.
  ///
  /// It contains no more than the journal does: private and secret values are tokens. As in the
  /// journal, names, captures of a path that no route declares private, and the host's own reasons
  /// are shown as they are.
  public enum Notice: Hashable, Sendable {
    /// A request arrived. A report of the host is a request too.
    case arrived(RequestID, RouteRequest)
    /// Host code is called.
    case called(Call)
    /// Host code has returned, also when its answer no longer counts.
    case returned(Call)
    /// A request waits: for the condition, or, without one, until the session is resumed.
    case waits(RequestID, condition: String?)
    /// A request ended: its outcome, the kind of the screen that is visible afterwards, and the
    /// time since its arrival in this session, by the session's clock.
    case ended(Requests.End, visible: String?, after: Duration?)
    /// A pending action changed.
    case action(ActionNotice)
    /// The journal begins or stops recording entries.
    case health(Health)
  }
}

extension RouteSession.Notice {
  /// One call of host code, equal when it begins and when it ends.
  public struct Call: Hashable, Sendable {
    /// The kinds of host code.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// May the request go on?
      case interceptor
      /// Which route or link does a value stand for?
      case translator
      /// How does Swift code change the tree?
      case step
      /// Which parameters does a step take?
      case adapter
      /// Which parameters does a screen get?
      case task
      /// Which variant of an experiment is it?
      case variant
      /// Does a router take the request?
      case router
      /// An attempt at a pending action.
      case actionHandler = "action handler"
    }

    /// The number that pairs the beginning with the end: unique within the session, from 1.
    public let number: Int
    /// The kind of its host code.
    public let kind: Kind
    /// The name that it is registered under.
    public let name: String
    /// The request that it is called for; for an action that the host brought, the action's own
    /// number.
    public let request: RequestID

    /// One line for a person: `interceptor signedIn for request 12 (call 3)`.
    public var description: String {
      oneLine("\(kind.rawValue) \(name) for request \(request) (call \(number))")
    }
  }

  /// A change in the life of a pending action.
  public struct ActionNotice: Hashable, Sendable {
    /// The action.
    public let action: ActionID
    /// The name of its handler; nil when the action had already ended.
    public let name: String?
    /// The request that brought it.
    public let request: RequestID?
    /// The number of the attempt, from 1; nil when the notice is about none.
    public let attempt: Int?
    /// The reason, with private values as tokens; nil when there is none.
    public let reason: String?
    let kind: EntryKind

    /// The word of its journal entry: an attempt begins with `started` and ends with `done`,
    /// `failed`, `retried`, `dead` or `late`. The others are `enqueued`, `claimed`, `expired`,
    /// `cancelled`, `superseded`, `revived` and `shelved`.
    public var word: String { kind.word }
  }
}

extension RouteSession.Notice.Call: CustomStringConvertible {}

extension RouteSession.Notice: CustomStringConvertible {
  /// One line for any log, without line breaks and control characters.
  public var description: String {
    switch self {
    case .arrived(let id, let request):
      oneLine("request \(id) from \(request.entryPoint.rawValue): \(request.target.summary)")
    case .called(let call): "called \(call)"
    case .returned(let call): "returned \(call)"
    case .waits(let id, let condition?): oneLine("request \(id) waits for \(condition)")
    case .waits(let id, nil): "request \(id) waits until the session is resumed"
    case .ended(let end, let visible, let duration):
      oneLine(
        "request \(end.request) ended: \(end.outcome)" + (visible.map { "; visible: \($0)" } ?? "")
          + (duration.map { "; after \($0.milliseconds) ms" } ?? "")
          + (end.isRecorded ? "" : "; not in the journal"))
    case .action(let notice): oneLine(notice.text)
    case .health(let health): oneLine("journal: \(health.text)")
    }
  }
}

extension RouteSession.Notice.ActionNotice {
  fileprivate var text: String {
    "action \(action)" + (name.map { " \($0)" } ?? "")
      + (request.map { " of request \($0)" } ?? "") + ": \(word)"
      + (attempt.map { ", attempt \($0)" } ?? "") + (reason.map { ": \($0)" } ?? "")
  }
}

extension RouteSession.Health {
  /// One line without file paths, which may contain a person's name.
  var text: String {
    switch self {
    case .recording: "recording"
    case .recordingAnew(let setAside): "recording in a new file: \(setAside.problem.cause)"
    case .degraded(let problem, _): "not recording: \(problem.cause)"
    }
  }
}

extension Duration {
  /// Milliseconds with microsecond precision: `1.250`.
  fileprivate var milliseconds: String {
    let (whole, rest) = wholeMicroseconds.quotientAndRemainder(dividingBy: 1_000)
    return "\(whole).\(String(1_000 + rest).dropFirst())"
  }
}

/// A text with a space in place of each line break and control character: a host's reason may
/// contain any character.
func oneLine(_ text: String) -> String {
  func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: false
    default: true
    }
  }
  guard !text.unicodeScalars.allSatisfy(isShown) else { return text }
  var line = String.UnicodeScalarView()
  for scalar in text.unicodeScalars { line.append(isShown(scalar) ? scalar : " ") }
  return String(line)
}
