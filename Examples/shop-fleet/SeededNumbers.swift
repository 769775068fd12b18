/// Pseudorandom numbers that depend only on the seed: SplitMix64 (Steele, Lea and Flood, "Fast
/// Splittable Pseudorandom Number Generators", 2014).
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

  /// A number from 0 up to, but not including, the bound.
  func below(_ bound: Int) -> Int { Int(next() % UInt64(max(bound, 1))) }

  /// True with that probability in percent.
  func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// A number whose low values are frequent and whose last ones are rare: the smallest of three.
  func skewed(below bound: Int) -> Int { min(below(bound), below(bound), below(bound)) }

  /// A random element; the first ones are far more frequent.
  func popular<Element>(_ all: [Element]) -> Element { all[skewed(below: all.count)] }

  /// A random element.
  func pick<Element>(_ all: [Element]) -> Element { all[below(all.count)] }
}
