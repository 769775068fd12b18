/// Numbers that look random and are the same for the same seed: SplitMix64 (Steele, Lea and Flood,
/// "Fast Splittable Pseudorandom Number Generators", 2014).
final class SeededNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// From 0 up to the bound, the bound left out.
  func below(_ bound: Int) -> Int { Int(next() % UInt64(max(bound, 1))) }

  /// True so many times in a hundred.
  func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// A few are drawn most of the time, the last hardly ever: the smallest of three.
  func skewed(below bound: Int) -> Int { min(below(bound), below(bound), below(bound)) }

  /// One of them, the first ones far more often.
  func popular<Element>(_ all: [Element]) -> Element { all[skewed(below: all.count)] }

  /// One of them.
  func pick<Element>(_ all: [Element]) -> Element { all[below(all.count)] }
}
