/// A question that host code has to answer before a decision can go on. The session asks, records
/// the answer, and decides again from the start.
package struct Question: Hashable, Sendable {
  /// Which kind of host code is asked.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// May the request go on?
    case interceptor
    /// Which route or link does a value stand for?
    case translator
    /// How does Swift code change the tree?
    case step
    /// Which parameters does a step take instead of the request's?
    case adapter
    /// Which parameters does a screen get once it is found or built?
    case task
    /// Which variant of an experiment is it?
    case variant
    /// Does a router take the request?
    case router
  }

  /// When an interceptor is asked.
  package enum Moment: String, Hashable, Sendable, CaseIterable {
    /// Before a link is matched: shall it be another link?
    case match
    /// Before a screen comes.
    case arrival
    /// Before screens go.
    case departure

    /// For a person; nil for the usual one.
    package var words: String? {
      switch self {
      case .match: "before the match"
      case .arrival: nil
      case .departure: "before leaving"
      }
    }
  }

  /// Which kind of host code is asked.
  package let kind: Kind
  /// The name under which it was registered.
  package let name: String
  /// How many redirects or translations had been followed: the same name may be asked once for
  /// each. 0 for a variant, which is drawn once for all.
  package let hop: Int
  /// The step that a Swift step's code, an adapter or a task is asked about, from 1: the same name
  /// may be asked once for each. 0 for all others.
  package let step: Int
  /// When an interceptor is asked: the same one may be asked once for each. Arrival for all others.
  package let moment: Moment

  /// Asks the host code of that kind and name.
  package init(
    _ kind: Kind, _ name: String, hop: Int = 0, step: Int = 0, at moment: Moment = .arrival
  ) {
    self.moment = moment
    self.kind = kind
    self.name = name
    self.hop = hop
    self.step = step
  }

  /// Who is asked, and when, for a person.
  package var words: String {
    let moment = moment.words.map { " \($0)" } ?? ""
    return "\(kind.rawValue) \(name)\(moment)"
  }

  /// Why a request fails whose host code waits for a text that no signal can name.
  func reason(ofWaitingFor condition: String) -> String {
    "\(name) waits for \"\(condition)\", which is no name of a condition".boundedReason
  }
}

/// A reply of host code; recorded in the entry that uses it.
public enum Answer: Hashable, Sendable {
  /// Go on.
  case allow
  /// End the request; the reason is for the journal and the caller.
  case deny(reason: String)
  /// Go to that target instead.
  case redirect(RouteRequest.Target)
  /// Wait until the host signals the condition. With a text that is no name of one, see
  /// ``RouteSession/signal(_:principal:isolation:)-(String,_,_)``, the request ends as failed.
  case wait(condition: String)
  /// The value stands for these targets; the first that has a route is taken.
  case translated([RouteRequest.Target])
  /// The Swift step took the request and changed the tree so.
  case edited([TreeChange])
  /// The router changed the tree so and left the request to the next: the changes stay when one of
  /// those takes it.
  case passed([TreeChange])
  /// The parameters that an adapter or a task gives.
  case parameters(Parameters)
  /// The variant that was drawn.
  case variant(String)
  /// The Swift step does not take the request.
  case declined
  /// The host code failed, or none is registered under the name.
  case failed(reason: String)
}

extension Answer {
  /// The answer with a reason that the journal takes.
  var bounded: Answer {
    switch self {
    case .deny(let reason): .deny(reason: reason.boundedReason)
    case .failed(let reason): .failed(reason: reason.boundedReason)
    case .wait(let condition): .wait(condition: condition.boundedReason)
    default: self
    }
  }

  /// Whether it changes the tree that the code was shown.
  var isOfEdits: Bool {
    switch self {
    case .edited, .passed: true
    case .allow, .deny, .redirect, .wait, .translated, .parameters, .variant, .declined, .failed:
      false
    }
  }
}

extension [RecordedAnswer] {
  /// The variants among them as the journal's `variant` column tells them: `checkout=b`, several
  /// with a comma between. Nil when there are none.
  package var variant: String? {
    var text: String?
    for recorded in self {
      guard case .variant(let drawn) = recorded.answer else { continue }
      text = (text.map { $0 + "," } ?? "") + recorded.question.name + "=" + drawn
    }
    return text
  }
}

/// A question with the reply it was given.
package struct RecordedAnswer: Hashable, Sendable {
  /// The question that was asked.
  package let question: Question
  /// The reply to it.
  package let answer: Answer

  /// The reply to the question.
  package init(_ question: Question, _ answer: Answer) {
    self.question = question
    self.answer = answer
  }
}
