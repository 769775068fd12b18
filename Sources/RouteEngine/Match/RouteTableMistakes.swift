/// Everything that is wrong with a route table.
public struct RouteTableMistakes: Error, Hashable, Sendable, CustomStringConvertible {
  /// One mistake.
  public struct Mistake: Hashable, Sendable, CustomStringConvertible {
    /// The field, from outside in: `routes[3].destination[1].push`.
    public let field: String
    /// What is wrong and what was expected.
    public let message: String
    /// Where it stands in the file, from 1; nil for a table written in Swift.
    public var line: Int?
    /// The column in that line, from 1.
    public var column: Int?

    /// `line:column: field: message`
    public var description: String {
      guard let line, let column else { return "\(field): \(message)" }
      return "\(line):\(column): \(field): \(message)"
    }
  }

  /// All of them, in the order of the table.
  public let mistakes: [Mistake]

  /// One line for each.
  public var description: String { mistakes.map(\.description).joined(separator: "\n") }
}
