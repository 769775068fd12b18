/// The requests that each rule can end, judged by the request and the state alone. The length of
/// the queue and the transitions under way are not considered here.
extension SettlingRule {
  /// Whether the rule can end a request.
  func isMeant(for pending: PendingRequest, in state: RouteState) -> Bool {
    guard let id = pending.id else { return isMeantForArrival(pending.request, in: state) }
    guard let waiting = state.waiting(id) else { return false }
    switch self {
    case .cancelled, .cleanBeginning: return true
    case .relaunch, .newer: return waiting.status == .received
    case .overtaken:
      return waiting.status == .released
        && state.waiting.contains { $0.id > waiting.id && $0.status == .released }
    case .givenUp: if case .condition = waiting.status { return true } else { return false }
    case .clear, .latestOnly, .transform, .custom: return waiting.status == .suspended
    case .secret: return waiting.target.holdsSecret
    default: return false
    }
  }

  /// Whether the rule can end a request that no entry has recorded.
  private func isMeantForArrival(_ request: RouteRequest, in state: RouteState) -> Bool {
    switch self {
    case .cancelled, .waitingFull: return true
    case .queueFull: return !request.isDecidedAtOnce
    case .sourceTooLong: return request.source == nil
    case .link: return request.target.isUnreadable
    case .source, .sourceUnread: return request.source != nil
    case .again:
      guard request.source == nil, request.options.onBehalfOf == nil, case .link = request.target
      else { return false }
      return true
    // Requests that are kept back do not count as arriving.
    case .transition: return !request.isDecidedAtOnce && !state.keepsBack(request)
    case .busy:
      return Self.transition.isMeantForArrival(request, in: state)
        && state.waiting.contains { $0.status == .received }
    default: return false
    }
  }
}

extension RouteRequest.Target {
  /// The target that replaces an input of this many bytes that cannot be read.
  static func unreadable(bytes: Int) -> RouteRequest.Target {
    .value(type: "text", ["bytes": .int(Int64(bytes))])
  }

  /// Whether it replaces an input that cannot be read.
  fileprivate var isUnreadable: Bool {
    if case .value("text", _) = self { true } else { false }
  }
}
