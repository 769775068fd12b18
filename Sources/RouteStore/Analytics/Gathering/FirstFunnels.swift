package import RouteStore

/// The funnels of several histories: if two histories have a funnel of one name, the first one
/// counts, as a whole.
package struct FirstFunnels {
  private var earlier: Set<[UInt8]> = []
  private var current: Set<[UInt8]> = []

  /// No funnels yet.
  package init() {}

  /// Whether a step, a row of `funnel_step`, belongs to a funnel that counts.
  package mutating func admits(_ step: [SQLValue]) -> Bool {
    let name = Array(step[0].text.utf8)
    guard !earlier.contains(name) else { return false }
    current.insert(name)
    return true
  }

  /// Notes that the following steps belong to another history.
  package mutating func endHistory() {
    earlier.formUnion(current)
    current = []
  }
}
