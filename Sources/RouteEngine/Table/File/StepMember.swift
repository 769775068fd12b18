/// A member that a step may have beside its verb.
enum StepMember: String, CaseIterable {
  case adapt, at, find, from, holding, onto, scope, style, tasks, update, with

  /// Whether steps with a verb can have the member.
  func suits(_ verb: Step.Verb) -> Bool {
    switch self {
    case .adapt, .find, .with: verb.namesScreen
    case .scope, .tasks, .update: verb.isPlaced
    case .at: if case .tab = verb { true } else if case .replaceTab = verb { true } else { false }
    case .from:
      switch verb {
      case .present, .root: true
      default: false
      }
    case .style: if case .present = verb { true } else { false }
    case .holding: verb.builds
    case .onto: verb.pushes
    }
  }

  /// The message for a step that cannot have it.
  var userRule: String { "only a step that \(user) has \(rawValue)" }

  /// The steps that can have it, for messages.
  private var user: String {
    switch self {
    case .adapt, .find, .with, .scope, .tasks, .update: "leads to a screen"
    case .at: "adds a tab"
    case .from: "presents or sets the root"
    case .style: "presents"
    case .holding: "builds a screen"
    case .onto: "pushes"
    }
  }
}
