import BenchmarkWorkload
import RouteEngine

/// A session with a stack of the given number of screens of one kind.
struct DeepStack {
  private let session: RouteSession
  private let count: Int

  init(of count: Int, at path: String) throws {
    let screens = (1..<count).map { "item(id: \($0))" }.joined(separator: " ")
    let item = ScreenDeclaration(
      "item", schema: ParameterSchema([ParameterSchema.Entry(name: "id", type: .int)]))
    let table = try RouteTable(
      RouteTableDefinition(
        tree: "main/stack[start \(screens)]", screens: [item],
        routes: [
          Route("item", patterns: ["/items/:id"], destination: Destination([Step(.push, "item")]))
        ]))
    session = RouteSession.launch(table, at: .file(path)) { $0.retention = .unlimited }
    self.count = count
  }

  /// Opens and pops a new screen, and opens the top one, that number of times.
  func browse(_ times: Int) throws {
    for time in 0..<times {
      guard session.open("/items/\(count + time)").outcome == .shown,
        session.report(.popped(nil)).outcome == .shown,
        session.open("/items/\(count - 1)").outcome == .alreadyShown
      else { throw BenchmarkError(description: "a stack of \(count) screens is not browsed") }
    }
  }
}
