/// Bounds on what a query may cost.
public struct SQLBounds: Sendable, Hashable {
  /// The most rows that are returned.
  public var rows = 100_000
  /// The most seconds that the query may run.
  public var seconds = 60.0

  /// The default bounds.
  public init() {}
}
