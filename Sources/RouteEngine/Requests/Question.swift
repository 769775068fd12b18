/// A question that host code has to answer before a decision can continue. The session asks it,
/// records the answer, and decides again from the start.
package struct Question: Hashable, Sendable {
  /// The kinds of host code.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Whether the request may continue.
    case interceptor
    /// Which route or link a value stands for.
    case translator
    /// How Swift code changes the tree.
    case step
    /// Which parameters a step uses in place of the request's.
    case adapter
    /// Which parameters a screen gets once it is found or built.
    case task
    /// Which variant of an experiment is used.
    case variant
    /// Whether a router takes the request.
    case router
  }

  /// The moments at which an interceptor is asked.
  package enum Moment: String, Hashable, Sendable, CaseIterable {
    /// Before a link is matched, to replace it by another link.
    case match
    /// Before a screen is shown.
    case arrival
    /// Before screens are removed.
    case departure

    /// The moment in words, for a person; nil for the usual one.
    package var words: String? {
      switch self {
      case .match: "before the match"
      case .arrival: nil
      case .departure: "before leaving"
      }
    }
  }

  /// The kind of the host code.
  package let kind: Kind
  /// The name under which it was registered.
  package let name: String
  /// The number of redirects or translations before the question; the same name may be asked once
  /// at each. 0 for a variant, which is drawn once for all.
  package let hop: Int
  /// The step, from 1, for which a Swift step's code, an adapter or a task is asked; the same name
  /// may be asked once for each step. 0 for all others.
  package let step: Int
  /// The moment of an interceptor, which may be asked once at each; `arrival` for all others.
  package let moment: Moment

  /// A question to the host code of that kind and name.
  package init(
    _ kind: Kind, _ name: String, hop: Int = 0, step: Int = 0, at moment: Moment = .arrival
  ) {
    self.moment = moment
    self.kind = kind
    self.name = name
    self.hop = hop
    self.step = step
  }

  /// The host code and the moment in words, for a person.
  package var words: String {
    let moment = moment.words.map { " \($0)" } ?? ""
    return "\(kind.rawValue) \(name)\(moment)"
  }

  /// The reason of a failure when host code waits for a text that no signal can have as its name.
  func reason(ofWaitingFor condition: String) -> String {
    "\(name) waits for \"\(condition)\", which is no name of a condition".boundedReason
  }
}

/// A reply of host code; recorded in the entry that uses it.
public enum Answer: Hashable, Sendable {
  /// The request may continue.
  case allow
  /// The request ends; the reason is for the journal and the caller.
  case deny(reason: String)
  /// The request goes to that target instead.
  case redirect(RouteRequest.Target)
  /// The request waits until the host signals the condition. If the text is no valid name, see
  /// ``RouteSession/signal(_:principal:isolation:)-(String,_,_)``, the request ends as failed.
  case wait(condition: String)
  /// The value stands for these targets; the first that has a route is taken.
  case translated([RouteRequest.Target])
  /// The Swift step took the request and made these changes.
  case edited([TreeChange])
  /// The router made these changes and left the request to the next router. The changes stay when a
  /// later one takes the request.
  case passed([TreeChange])
  /// The parameters from an adapter or a task.
  case parameters(Parameters)
  /// The variant that was drawn.
  case variant(String)
  /// The Swift step does not take the request.
  case declined
  /// The host code failed, or none is registered under the name.
  case failed(reason: String)
}

extension Answer {
  /// The answer with its reason, or another text of host code, cut to the journal's bound. An
  /// answer with a link that the journal could not read back becomes `failed`.
  var bounded: Answer {
    switch self {
    case .redirect(let target): target.problem.map { .failed(reason: $0.reason) } ?? self
    case .translated(let targets):
      targets.lazy.compactMap(\.problem).first.map { .failed(reason: $0.reason) } ?? self
    case .deny(let reason): .deny(reason: reason.boundedReason)
    case .failed(let reason): .failed(reason: reason.boundedReason)
    case .wait(let condition): .wait(condition: condition.boundedReason)
    case .variant(let drawn): .variant(drawn.boundedReason)
    default: self
    }
  }

  /// Whether it changes no screens: the request ends or waits.
  var showsNothing: Bool {
    switch self {
    case .deny, .wait, .failed: true
    case .allow, .redirect, .translated, .edited, .passed, .parameters, .variant, .declined: false
    }
  }

  /// Whether it consists of changes to the tree that the code was shown.
  var isOfEdits: Bool {
    switch self {
    case .edited, .passed: true
    case .allow, .deny, .redirect, .wait, .translated, .parameters, .variant, .declined, .failed:
      false
    }
  }
}

extension [RecordedAnswer] {
  /// The variants among the answers, in the form of the journal's `variant` column: `checkout=b`,
  /// several separated by commas. Nil when there are none.
  package var variant: String? {
    var text: String?
    for recorded in self {
      guard case .variant(let drawn) = recorded.answer else { continue }
      text = (text.map { $0 + "," } ?? "") + recorded.question.name + "=" + drawn
    }
    return text
  }
}

/// A question with its recorded reply.
package struct RecordedAnswer: Hashable, Sendable {
  /// The question that was asked.
  package let question: Question
  /// The reply to it.
  package let answer: Answer

  /// A question and the reply to it.
  package init(_ question: Question, _ answer: Answer) {
    self.question = question
    self.answer = answer
  }
}
