@_exported public import RouteTesting
package import RouteEngine
import RouteStore
package import Testing

/// Additions of this package's tests to the stories that apps run: a failure is an issue at the
/// line that runs the story, and every journal is checked against the guide of its format.
extension Scenario {
  /// Makes a table for tests from its parts; its tree is ``tree``.
  package init(
    screens: [ScreenDeclaration] = [], routes: [Route] = [], interceptors: [String] = [],
    tasks: [String] = [], answers: [String: Answer] = [:], later: [String] = [],
    configure: @escaping Contribution = { _ in }
  ) {
    let definition = RouteTableDefinition(
      tree: Self.tree, screens: screens, routes: routes, interceptors: interceptors, tasks: tasks)
    self.init(definition, answers: answers, later: later, configure: configure)
    inspect = EntryKind.surplus
  }

  package var screens: [ScreenDeclaration] {
    get { definition.screens }
    set { definition.screens = newValue }
  }
  package var routes: [Route] {
    get { definition.routes }
    set { definition.routes = newValue }
  }
  package var interceptors: [String] {
    get { definition.interceptors }
    set { definition.interceptors = newValue }
  }
  package var routers: [Router] {
    get { definition.routers }
    set { definition.routers = newValue }
  }

  /// The definitions of ``versions``, which have no mistakes.
  package var definitions: [String: RouteTableDefinition] {
    get { versions.mapValues(\.definition) }
    set {
      versions = newValue.mapValues { definition in
        do { return try RouteTable(definition) } catch { preconditionFailure("\(error)") }
      }
    }
  }

  /// Its definition, with that tree.
  package func definition(tree: String) -> RouteTableDefinition {
    var definition = definition
    definition.tree = tree
    return definition
  }

  /// Runs a story; each failure is an issue.
  @MainActor
  package func run(_ story: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    do throws(ScenarioFailure) {
      try run(story, fileID: sourceLocation.fileID, line: sourceLocation.line)
    } catch {
      error.record(at: sourceLocation)
    }
  }

  /// Runs a story with asynchronous code; each failure is an issue.
  @MainActor
  package func run(
    awaiting story: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    do throws(ScenarioFailure) {
      try await run(
        awaiting: story, within: .seconds(5), fileID: sourceLocation.fileID,
        line: sourceLocation.line)
    } catch {
      error.record(at: sourceLocation)
    }
  }
}

extension ScenarioFailure {
  /// Records each failure as an issue.
  func record(at sourceLocation: SourceLocation) {
    for mismatch in mismatches {
      Issue.record("\(mismatch)", sourceLocation: sourceLocation)
    }
  }
}

/// The reason why a test cannot continue.
package struct ScenarioMistake: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
