import RouteEngine
import RouteStore

/// The input at each place, and the entries that the machine makes from it.
extension StepChecks {
  /// Makes the entry at a place again.
  mutating func make(_ place: Place) throws(StoreError) -> Making {
    let (entry, state) = (place.entry, place.state)
    stateMade = nil
    defer { machine.stand(in: nowhere, after: 0) }  // the walk then changes its state in place
    machine.stand(in: state, after: entry.sequence - 1)
    switch entry.kind {
    case .began: return entry.changes.isEmpty || entry.isAdopting ? judged(entry) : unfit(entry)
    case .restored: return entry.changes.allSatisfy(\.isOfLaunch) ? judged(entry) : unfit(entry)
    case .table: return entry.changes.allSatisfy(\.isOfAdoption) ? judged(entry) : unfit(entry)
    case .outage: return entry.isAdopting ? .grouped : unfit(entry)
    case .resumed where entry.resumption == nil:
      return .nothing(.order, "it does not say what happens to the suspended requests")
    case .resumed where entry.resumption == .transforming: return .grouped
    case .received: return receipt(place)
    case .parked where entry.isOfDecision: return .decision
    case .parked: return parking(place)
    case .decided: return try outcome(place)
    case .released: return release(place)
    case .enqueued: return work(place)
    case .superseded: return displacement(place)
    case .late: return lateResult(place)
    case .claimed, .started, .done, .failed, .retried, .expired, .cancelled, .revived, .dead,
      .shelved:
      return transition(place)
    case .ended where beginning == nil && entry.changes.isEmpty:
      return judged(entry)  // whether its session was the host's is unknown
    case .pruned where entry.pruned == nil, .redacted where entry.redaction == nil:
      return .judged(entry)  // separate checks report it
    case .signalled where entry.changes.count > 1: return closing(place)
    default:
      guard let input = Input(decoding: entry) else { return unfit(entry) }
      return step(of: input, at: place)
    }
  }

  /// The step of a signal that closes the screens that answer the condition.
  private mutating func closing(_ place: Place) -> Making {
    let entry = place.entry
    let closings = entry.changes.dropFirst().compactMap { change in
      if case .tree(let edit) = change, edit.isLeaving { edit } else { nil }
    }
    guard case .signal(let condition, true)? = entry.changes.first,
      closings.count == entry.changes.count - 1
    else { return unfit(entry) }
    return step(machine.step(signalling: condition, closing: closings, at: entry.elapsed))
  }

  /// The step of an input.
  mutating func step(of input: Input, at place: Place) -> Making {
    step(machine.step(of: input, at: place.entry.elapsed))
  }

  /// A step, if there is one.
  mutating func step(_ step: Machine.Step?) -> Making {
    stateMade = step?.state
    guard let step else { return .nothing(.order, "no input leads to this entry") }
    return .step(step.entries)
  }

  /// An entry with changes that no entry of its kind makes.
  func unfit(_ entry: JournalEntry) -> Making {
    .nothing(.change, "an entry of kind \(entry.kind.word) does not make these changes")
  }

  /// The entry of a launch or an adoption, whose changes and notes have separate checks.
  private func judged(_ entry: JournalEntry) -> Making {
    var made = machine.entry(like: entry)
    if entry.kind == .began || entry.kind == .restored { made.screenAfter = entry.screenAfter }
    if entry.kind == .began { made.sources = entry.sources }
    // If the notes are not those of a launch or an adoption, the checks of these two report it.
    if entry.kind != .began, case .none = made.details { made.details = entry.details }
    return .judged(made)
  }
}

extension JournalEntry {
  /// Whether it adopts a whole state and does nothing else.
  var isAdopting: Bool {
    if changes.count == 1, case .adopt = changes[0] { true } else { false }
  }
}

extension TreeChange {
  /// Whether it only removes screens and adds none.
  fileprivate var isLeaving: Bool {
    switch self {
    case .splice(_, _, _, let insert): insert.isEmpty
    case .dismiss: true
    default: false
    }
  }
}

extension RouteChange {
  /// Whether a launch can make it, whatever its route table and the earlier journal are.
  fileprivate var isOfLaunch: Bool {
    switch self {
    case .tree(.unready), .wait, .advance(_, .interrupt), .advance(_, .crash),
      .advance(_, .clockSet), .suspect(_, 0), .suspect(RouteState.restoredPlace, _):
      true
    case .tree(.parameters): true
    case .tree(let edit) where edit.isLeaving: true
    default: isOfAdoption
    }
  }

  /// Whether adopting a route table can make it, whatever both tables are.
  fileprivate var isOfAdoption: Bool {
    switch self {
    case .tree(.become), .tree(.root), .tree(.close), .tree(.activate): true
    default: false
    }
  }
}

extension Input {
  /// The input of an entry that is the first of its step; nil when its changes follow from no
  /// input.
  init?(decoding entry: JournalEntry) {
    switch (entry.kind, entry.changes.first) {
    case (.signalled, .signal(let condition, true)?):
      self = .signalled(condition, principal: nil)
    case (.signalled, .signal(let condition, false)?): self = .unsignalled(condition)
    case (.principal, .principal(let name?)?): self = .signedIn(name)
    case (.principal, .principal(nil)?): self = .signedOut
    case (.ready, .tree(.ready(let screen, true))?): self = .ready(screen)
    case (.ready, .tree(.ready(let screen, false))?): self = .unready(screen)
    case (.suspended, _): self = .suspended
    case (.resumed, _):
      switch entry.resumption {
      case .by(let policy)?: self = .resumed(policy)
      case .handingOver?: self = .handedOver
      case .transforming?, nil: return nil
      }
    case (.stable, _): self = .stable
    case (.foreground, _): self = .foreground
    case (.background, _): self = .background
    case (.ended, _): self = .ended
    case (.pruned, _):
      guard let part = entry.pruned, let digest = UInt64(part.state, radix: 16),
        let chain = ChainDigest(hexadecimal: part.chain)
      else { return nil }
      let anchor = JournalAnchor(sequence: part.through, digest: chain)
      self = .pruned(PruningPoint(anchor, stateDigest: digest))
    case (.redacted, _):
      guard let (redaction, result) = entry.redaction else { return nil }
      self = .redacted(RedactionPlan(told: redaction, result))
    default: return nil
    }
  }
}
