import RouteTestSupport

/// Draws the inputs of a run.
package struct InputDraw {
  private var random: SeededRandom
  private let usesFiles: Bool

  package init(seed: UInt64, usesFiles: Bool) {
    random = SeededRandom(seed &* 0x9E37_79B9 ^ 0x1A9)
    self.usesFiles = usesFiles
  }

  /// Draws the given number of inputs.
  package mutating func steps(_ count: Int) -> [SimulatedStep] {
    (0..<count).map { _ in
      let input = input()
      return SimulatedStep(input: input, choices: UInt32(truncatingIfNeeded: random.next()))
    }
  }

  private mutating func number() -> Int { random.below(1 << 20) }

  private mutating func input() -> SimulatedInput {
    switch random.below(1_000) {
    case ..<330: return .opened(opening())
    case ..<450: return .reported(random.pick(SimulatedFact.allCases), number())
    case ..<530: return .answered(number())
    case ..<570: return .returned(number())
    case ..<650: return .ready(number())
    case ..<700: return .signalled(number(), by: random.chance(25) ? number() : nil)
    case ..<712: return .unsignalled(number())
    case ..<725: return .signedIn(number())
    case ..<732: return .signedOut
    case ..<740: return .gaveUp(number())
    case ..<755: return .cancelled(number())
    case ..<770: return .suspended
    case ..<795: return .resumed(random.pick(SimulatedResumption.allCases))
    case ..<815: return .transitionBegan
    case ..<850: return .transitionEnded
    case ..<858: return .renderFailed(random.chance(50) ? number() : nil)
    case ..<866: return .reconciled(number())
    case ..<912: return .timePassed(span())
    case ..<918: return .slept(span())
    case ..<930: return .dueReached(number(), Int64(random.below(3)) - 1)
    default: return rare()
    }
  }

  private mutating func rare() -> SimulatedInput {
    switch random.below(usesFiles ? 104 : 70) {
    case ..<8: return .foreground
    case ..<14: return .background
    case ..<18: return .stable
    case ..<24: return .ended(version: laterVersion())
    case ..<29: return .wallClockSet(Int64(random.below(20_000_000)) - 10_000_000)
    case ..<36: return .adopted(random.below(3))
    case ..<42: return .killed(version: laterVersion())
    case ..<48: return .actionRevived(number())
    case ..<54: return .actionCancelled(number())
    case ..<64: return .actionBrought(number())
    case ..<67: return .pruned
    case ..<70: return .redacted(number())
    case ..<78: return .killedWithin(death(), version: laterVersion())
    case ..<84:
      return .storageFailed(
        random.pick(SimulatedFailure.allCases), from: 1 + random.below(30),
        count: random.pick([1, 2, 10, 1_000]))
    case ..<90: return .storageMended
    case ..<96: return .left(link: number(), source: number())
    case ..<100: return .takenIn
    case ..<102: return .visited
    default: return .maintained(number(), version: laterVersion())
    }
  }

  private mutating func laterVersion() -> Int { random.chance(60) ? 0 : random.below(3) }

  private mutating func death() -> SimulatedDeath {
    switch random.below(3) {
    case 0: .operation(1 + random.below(40))
    case 1: .write(1 + random.below(20))
    default: .hostCode
    }
  }

  private mutating func span() -> Int64 {
    switch random.below(10) {
    case 0: 60_000_000 + Int64(random.below(600)) * 1_000_000
    case 1...3: Int64(random.below(10_000_000))
    default: Int64(random.below(1_500_000))
    }
  }

  private mutating func opening() -> SimulatedOpening {
    var opening = SimulatedOpening(target: number())
    if random.chance(30) {
      let source = random.below(12)
      opening.source = source
      // Most repeated sources come with the same content.
      if random.chance(70) { opening.target = source * 7_919 }
    }
    opening.isSuspendable = !random.chance(10)
    if random.chance(15) { opening.lifetime = Int64(random.below(8_000_000)) }
    if random.chance(10) { opening.scene = number() }
    if random.chance(10) { opening.router = number() }
    if random.chance(10) { opening.result = number() }
    return opening
  }
}
