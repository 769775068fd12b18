extension RouteSession {
  /// Begins a session in memory that shows a hierarchy: for previews and for tests of views.
  ///
  /// ```swift
  /// let session = try RouteSession.launch(table, showing: "main/tabs[shop/stack*[catalog]]")
  /// ```
  ///
  /// - Parameters:
  ///   - table: the route table.
  ///   - notation: the hierarchy in ``ScreenTree/Notation``; containers that the table declares may
  ///     be left out. A kind that the table does not declare belongs to other code.
  ///   - isolation: the actor that the session lives on; the caller's.
  ///   - configure: contributes answers, action handlers and settings.
  /// - Throws: ``Display/Unshown`` when the text is not valid notation, or the hierarchy is not
  ///   possible.
  public static func launch(
    _ table: RouteTable, showing notation: String, isolation: isolated any Actor = #isolation,
    configure: (inout Configuration) -> Void = { _ in }
  ) throws(Display.Unshown) -> RouteSession {
    let session = launch(table, at: .memory, configure: configure)
    let outcome = session.display.reconcile(with: notation).outcome
    guard outcome?.isSuccess == true else {
      throw Display.Unshown(description: outcome?.reason ?? "it waits")
    }
    return session
  }
}

extension RouteSession.Display {
  /// The reason why a hierarchy cannot be shown.
  public struct Unshown: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason in words.
    public let description: String
  }
}
