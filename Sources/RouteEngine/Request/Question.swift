/// What a decision has to know from host code before it can go on. The session asks, records the
/// answer, and decides again from the start.
public struct Question: Hashable, Sendable {
  /// Which kind of host code is asked.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// May the request go on?
    case interceptor
    /// Which route or link does a value stand for?
    case translator
    /// How does Swift code change the tree?
    case step
  }

  /// Which kind of host code is asked.
  public let kind: Kind
  /// The name under which it was registered.
  public let name: String
  /// How many redirects or translations had been followed: the same name may be asked once for
  /// each.
  public let hop: Int

  /// Asks the host code of that kind and name.
  public init(_ kind: Kind, _ name: String, hop: Int = 0) {
    self.kind = kind
    self.name = name
    self.hop = hop
  }
}

/// What host code replied; recorded in the entry that uses it.
public enum Answer: Hashable, Sendable {
  /// Go on.
  case allow
  /// End the request; the reason is for the journal and the caller.
  case deny(reason: String)
  /// Go to that target instead.
  case redirect(RouteRequest.Target)
  /// Wait until the host signals the condition.
  case wait(condition: String)
  /// The value stands for these targets; the first that has a route is taken.
  case translated([RouteRequest.Target])
  /// The Swift step took the request and changed the tree so.
  case edited([TreeChange])
  /// The Swift step does not take the request.
  case declined
  /// The host code failed, or none is registered under the name.
  case failed(reason: String)
}

/// A question with the reply it was given.
public struct RecordedAnswer: Hashable, Sendable {
  /// What was asked.
  public let question: Question
  /// What was replied.
  public let answer: Answer

  /// The reply to the question.
  public init(_ question: Question, _ answer: Answer) {
    self.question = question
    self.answer = answer
  }
}
