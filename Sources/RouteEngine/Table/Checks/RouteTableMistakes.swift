extension RouteTable {
  /// The mistakes in a route table.
  public struct Mistakes: Error, Hashable, Sendable, CustomStringConvertible {
    /// One mistake.
    public struct Mistake: Hashable, Sendable, CustomStringConvertible {
      /// The field, from the outside in: `routes[3].destination[1].push`.
      public let field: String
      /// The problem, and what was expected.
      public let message: String
      /// The line in the file, from 1; for a table written in Swift the line of the route, nil when
      /// the mistake concerns none.
      public var line: Int?
      /// The column in that line, from 1.
      public var column: Int?

      /// The identifier of the route concerned; nil when there is none.
      public var route: String?
      /// The Swift file in which the route is written, as a `#fileID`; nil for a table file, and
      /// when the mistake concerns no route.
      public var file: String?

      /// `line:column: field: message`; for a table written in Swift
      /// `file:line: route product: field: message`.
      public var description: String {
        if let line, let column { return "\(line):\(column): \(field): \(message)" }
        let name = route.map { "route \($0): " } ?? ""
        guard let file, let line else { return "\(name)\(field): \(message)" }
        return "\(file):\(line): \(name)\(field): \(message)"
      }

      package init(
        field: String, message: String, line: Int? = nil, column: Int? = nil
      ) {
        (self.field, self.message, self.line, self.column) = (field, message, line, column)
      }

      /// A copy with the name and place of the route in its field.
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

    /// The first mistakes, at most a thousand. Those of a table file are in the order of their
    /// positions.
    public let mistakes: [Mistake]
    /// The number of all mistakes.
    public let count: Int

    /// The most mistakes that are kept.
    package static let most = 1_000

    /// The first of `count` mistakes.
    init(_ mistakes: [Mistake], count: Int) {
      self.mistakes = Array(mistakes.prefix(Self.most))
      self.count = count
    }

    /// One line for each mistake that is kept, and the number of the others.
    public var description: String {
      let lines = mistakes.map(\.description) + (rest.map { [$0] } ?? [])
      return lines.joined(separator: "\n")
    }

    /// A line with the number of the mistakes that are not kept; nil when all are.
    package var rest: String? {
      count > mistakes.count ? "and \(count - mistakes.count) more" : nil
    }
  }
}

/// ``RouteTable/Mistakes``, as this package calls it.
package typealias RouteTableMistakes = RouteTable.Mistakes
