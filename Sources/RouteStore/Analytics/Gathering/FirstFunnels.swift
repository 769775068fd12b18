package import RouteStore

/// The funnels of several histories: of two histories' funnels of one name the first counts, whole.
package struct FirstFunnels {
  private var earlier: Set<[UInt8]> = []
  private var current: Set<[UInt8]> = []

  /// None yet.
  package init() {}

  /// Whether a step, a row of `funnel_step`, belongs to a funnel that counts.
  package mutating func admits(_ step: [SQLValue]) -> Bool {
    let name = Array(step[0].text.utf8)
    guard !earlier.contains(name) else { return false }
    current.insert(name)
    return true
  }

  /// The steps that follow are another history's.
  package mutating func endHistory() {
    earlier.formUnion(current)
    current = []
  }
}
