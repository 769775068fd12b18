/// Bounds on what a query may cost.
public struct SQLBounds: Sendable, Hashable {
  /// Most rows that are handed out.
  public var rows = 100_000
  /// Most seconds the query may run.
  public var seconds = 60.0

  /// The default bounds.
  public init() {}
}
