import RouteEngine

extension JournalEntry {
  /// What its changes are that its kind does not make.
  ///
  /// - Parameters:
  ///   - state: what the entries before it lead to.
  ///   - isOfHost: whether its session is the host's, and not work on the journal; nil when its
  ///     beginning is gone, which alone could say so.
  func changeProblems(before state: RouteState, isOfHost: Bool?) -> [String] {
    let possible = isOfHost.map { [$0] } ?? [true, false]
    guard !possible.contains(where: { changesFitKind(before: state, isOfHost: $0) }) else {
      return []
    }
    return ["an entry of kind \(kind.word) does not make these changes"]
  }

  private func changesFitKind(before state: RouteState, isOfHost: Bool) -> Bool {
    switch kind {
    case .began, .gap: changes.isEmpty || isOne { if case .adopt = $0 { true } else { false } }
    case .restored: changes.allSatisfy(Self.isRestoring)
    case .received: isOne { waiting(in: $0) != nil }
    case .parked: isOne { waiting(in: $0)?.isParked ?? false }
    case .released: isOne { waiting(in: $0)?.status == .released }
    case .decided: changes.allSatisfy { isDeciding($0) }
    case .signalled: isOne { if case .signal = $0 { true } else { false } }
    case .principal: isOne { if case .principal = $0 { true } else { false } }
    case .ready: isOne { if case .tree(.ready(_, true)) = $0 { true } else { false } }
    case .suspended: changes == [.suspend(true)]
    case .resumed: changes == [.suspend(false)]
    case .scene: changes.allSatisfy { $0.isNavigation }
    case .enqueued: isOne { isEnqueuing($0) }
    case .claimed, .started, .retried, .revived, .done, .failed, .expired, .cancelled,
      .superseded, .dead, .shelved:
      isOne { isAdvancing($0) }
    case .late: changes.isEmpty && action != nil && attempt != nil
    case .stable: state.untrustedRestores > 0 && changes == [Self.trust]
    case .background, .ended:
      changes == (isOfHost && state.untrustedRestores > 0 ? [Self.trust] : [])
    case .table: changes.allSatisfy(Self.isAdapting)
    case .foreground, .pruned, .redacted: changes.isEmpty
    }
  }

  /// What says that the restored place is trusted again.
  private static var trust: RouteChange {
    .suspect(fingerprint: RouteState.restoredPlace, count: 0)
  }

  private func isOne(_ fits: (RouteChange) -> Bool) -> Bool {
    changes.count == 1 && fits(changes[0])
  }

  /// What its own request waits for by the change.
  private func waiting(in change: RouteChange) -> WaitingRequest? {
    guard case .wait(let waiting) = change, waiting.id == requestID else { return nil }
    return waiting
  }

  private static func isRestoring(_ change: RouteChange) -> Bool {
    switch change {
    case .tree(.unready), .wait, .advance(_, .interrupt), .advance(_, .crash),
      .advance(_, .clockSet), .suspect(_, 0):
      true
    case .suspect(RouteState.restoredPlace, _): true
    case .tree(.splice(_, _, _, let insert)): insert.isEmpty
    case .tree(.dismiss), .tree(.root), .tree(.close), .tree(.activate), .tree(.become),
      .tree(.parameters):
      true
    default: false
    }
  }

  private static func isAdapting(_ change: RouteChange) -> Bool {
    switch change {
    case .tree(.become), .tree(.root), .tree(.close), .tree(.activate), .tree(.dismiss): true
    default: false
    }
  }

  private func isDeciding(_ change: RouteChange) -> Bool {
    switch change {
    case .tree: change.isNavigation
    case .settle(let request): request == requestID
    case .suspect: rule == .relaunch
    default: false
    }
  }

  private func isEnqueuing(_ change: RouteChange) -> Bool {
    guard case .enqueue(let new) = change else { return false }
    return new.id == action && new.id.rawValue == sequence && new.request == requestID
      && (cause != nil || new.request.rawValue == sequence)
  }

  private func isAdvancing(_ change: RouteChange) -> Bool {
    guard case .advance(let id, let transition) = change else { return false }
    return id == action && EntryKind(transition) == kind
  }

  /// Whether it is part of accepting a decision's work: the work, or what gives way to it.
  var isAcceptance: Bool { kind == .enqueued || kind == .superseded }

  /// Whether its column fits the visible screen before it: some kinds of entries must name it, none
  /// may name another.
  func allowsScreenBefore(_ kind: String?) -> Bool {
    screenBefore == nil && !namesScreens || Bytes.same(screenBefore, kind)
  }

  /// What its column says of the visible screen after it.
  var expectedScreen: ExpectedScreen {
    ExpectedScreen(
      sequence: sequence, kind: screenAfter,
      isNamed: namesScreens || beginsClean || kind == .restored || kind == .gap)
  }

  /// Whether it begins with a tree of its own, and not with what a `restored` entry says of.
  private var beginsClean: Bool {
    kind == .began && !changes.isEmpty && replaced == nil
  }

  /// Whether it names the screens that were visible before and after it.
  var namesScreens: Bool {
    switch kind {
    case .decided, .ready: true
    case .parked: rule != .interceptor
    default: false
    }
  }
}

/// What an entry says of the visible screen after it.
struct ExpectedScreen {
  let sequence: Int64
  let kind: String?
  /// Whether such an entry has to name the screen.
  let isNamed: Bool

  /// Whether it fits the screen that is visible.
  func allows(_ visible: String?) -> Bool {
    kind == nil && !isNamed || Bytes.same(kind, visible)
  }
}

extension RouteChange {
  /// Whether it is an edit of the tree that a decision can make: what a screen is, only restoring
  /// changes.
  fileprivate var isNavigation: Bool {
    switch self {
    case .tree(.become): false
    case .tree: true
    default: false
    }
  }
}
