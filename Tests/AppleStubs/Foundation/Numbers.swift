// Numbers of Core Graphics, which come with Foundation on Apple's systems.
// Addresses are below https://developer.apple.com/documentation.

/// "struct CGFloat"
/// /corefoundation/cgfloat-swift.struct
public struct CGFloat: Sendable, ExpressibleByIntegerLiteral, Comparable {
  /// As every number.
  public init(integerLiteral value: Int) {}
  /// "init<Source>(_ value: Source) where Source : BinaryInteger"
  public init(_ value: some BinaryInteger) {}
  /// As every number.
  public static func < (left: CGFloat, right: CGFloat) -> Bool { false }
  /// As every number.
  public static func * (left: CGFloat, right: CGFloat) -> CGFloat { left }
  /// As every number.
  public static func / (left: CGFloat, right: CGFloat) -> CGFloat { left }
}
