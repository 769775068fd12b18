/// Everything that is wrong with a route table.
public struct RouteTableMistakes: Error, Hashable, Sendable, CustomStringConvertible {
  /// One mistake.
  public struct Mistake: Hashable, Sendable, CustomStringConvertible {
    /// The field, from outside in: `routes[3].destination[1].push`.
    public let field: String
    /// What is wrong and what was expected.
    public let message: String
    /// Where it stands in the file, from 1; of a table written in Swift the line of the route.
    public var line: Int?
    /// The column in that line, from 1.
    public var column: Int?

    /// The identifier of the route that it is about; nil for what is about none.
    public var route: String?
    /// The Swift file in which the route is written, as `#fileID` has it; nil for a table file.
    public var file: String?

    /// `line:column: field: message`; for a table written in Swift
    /// `file:line: route product: field: message`.
    public var description: String {
      if let line, let column { return "\(line):\(column): \(field): \(message)" }
      let name = route.map { "route \($0): " } ?? ""
      guard let file, let line else { return "\(name)\(field): \(message)" }
      return "\(file):\(line): \(name)\(field): \(message)"
    }

    init(
      field: String, message: String, line: Int? = nil, column: Int? = nil
    ) {
      (self.field, self.message, self.line, self.column) = (field, message, line, column)
    }

    /// The same with the name and place of the route that its field stands in.
    func naming(_ routes: [Route]) -> Mistake {
      guard field.hasPrefix("routes["), let end = field.firstIndex(of: "]"),
        let position = Int(field[..<end].dropFirst("routes[".count)),
        routes.indices.contains(position)
      else { return self }
      var mistake = self
      mistake.route = routes[position].identifier
      let source = routes[position].source
      (mistake.file, mistake.line) = (source.file, source.line)
      return mistake
    }
  }

  /// All of them, in the order of the table.
  public let mistakes: [Mistake]

  /// One line for each.
  public var description: String { mistakes.map(\.description).joined(separator: "\n") }
}
