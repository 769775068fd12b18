public import RouteEngine

/// The differences between the states at two points of one journal.
public struct StateComparison: Hashable, Sendable {
  /// The parts in which the screens differ, in drawing order.
  public let screens: [TreeDifference]
  /// The other differences, in this order: the principal, conditions that hold no more, conditions
  /// that hold now, whether requests are kept back, waiting requests, pending actions. Those of one
  /// kind are ascending.
  public let others: [Difference]

  /// A difference outside the screens. `before` is nil for something that exists only afterwards,
  /// `after` for something that no longer exists.
  public enum Difference: Hashable, Sendable {
    /// Another user is signed in, or no user is.
    case principal(before: String?, after: String?)
    /// The host has signalled that the condition holds, or that it no longer does.
    case condition(String, holds: Bool)
    /// The session keeps requests back, or no longer does.
    case suspended(Bool)
    /// A request waits, no longer waits, or waits for something else.
    case waiting(before: WaitingRequest?, after: WaitingRequest?)
    /// An action is pending, is no longer pending, or has another status.
    case action(before: PendingAction?, after: PendingAction?)
  }

  /// Whether nothing differs except invisible parts: counters, and the records of crashes.
  public var isEmpty: Bool { screens.isEmpty && others.isEmpty }

  /// Compares two states of one journal.
  public init(from before: RouteState, to after: RouteState) {
    screens = before.tree.differences(to: after.tree)
    var others: [Difference] = []
    if !Bytes.same(before.principal, after.principal) {
      others.append(.principal(before: before.principal, after: after.principal))
    }
    let (old, new) = (Self.bytes(of: before.conditions), Self.bytes(of: after.conditions))
    for name in before.conditions where !new.contains(Array(name.utf8)) {
      others.append(.condition(name, holds: false))
    }
    for name in after.conditions where !old.contains(Array(name.utf8)) {
      others.append(.condition(name, holds: true))
    }
    if before.isSuspended != after.isSuspended { others.append(.suspended(after.isSuspended)) }
    Self.forEachDifference(before.waiting, after.waiting) {
      others.append(.waiting(before: $0, after: $1))
    }
    Self.forEachDifference(before.actions, after.actions) {
      others.append(.action(before: $0, after: $1))
    }
    self.others = others
  }

  /// The bytes of names, as a set: a forged state may hold any number of conditions.
  private static func bytes(of names: [String]) -> Set<[UInt8]> {
    Set(names.map { Array($0.utf8) })
  }

  /// Walks over two lists that ascend by their keys.
  private static func forEachDifference<Element: TableElement & Equatable>(
    _ before: [Element], _ after: [Element], _ body: (Element?, Element?) -> Void
  ) {
    var (left, right) = (before[...], after[...])
    while let key = [left.first, right.first].compactMap({ $0?.tableKey }).min() {
      let one = left.first?.tableKey == key ? left.popFirst() : nil
      let other = right.first?.tableKey == key ? right.popFirst() : nil
      if one != other { body(one, other) }
    }
  }
}
