// Numbers of Core Graphics, which come with Foundation on Apple's systems.
// Addresses are below https://developer.apple.com/documentation.

/// "struct CGFloat"
/// /corefoundation/cgfloat-swift.struct
public struct CGFloat: Sendable, ExpressibleByIntegerLiteral, Comparable {
  /// Required of every number.
  public init(integerLiteral value: Int) {}
  /// "init<Source>(_ value: Source) where Source : BinaryInteger"
  public init(_ value: some BinaryInteger) {}
  /// Required of every number.
  public static func < (left: CGFloat, right: CGFloat) -> Bool { false }
  /// Required of every number.
  public static func * (left: CGFloat, right: CGFloat) -> CGFloat { left }
  /// Required of every number.
  public static func / (left: CGFloat, right: CGFloat) -> CGFloat { left }
}
