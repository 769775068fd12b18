/// Random numbers that are the same in every run of a test: SplitMix64 (Steele, Lea and Flood,
/// "Fast Splittable Pseudorandom Number Generators", 2014).
package struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Makes the sequence of a seed; print the seed when a test fails.
  package init(_ seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to, but not including, the bound.
  package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(bound, 1))) }

  /// True with that probability in percent.
  package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// A random element.
  package mutating func pick<Element>(_ all: [Element]) -> Element { all[below(all.count)] }
}
