@_exported public import RouteTesting
package import RouteEngine
import RouteStore
package import Testing

/// What this package's tests add to the stories that apps run: a failure is an issue of the line
/// that runs the story, and every journal is held to the guide of its format.
extension Scenario {
  /// A table of the tests' own, from its parts; its tree is ``tree``.
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

  /// ``versions`` from what they are built of, which has no mistake.
  package var definitions: [String: RouteTableDefinition] {
    get { versions.mapValues(\.definition) }
    set {
      versions = newValue.mapValues { definition in
        do { return try RouteTable(definition) } catch { preconditionFailure("\(error)") }
      }
    }
  }

  /// Its route table, with that tree.
  package func definition(tree: String) -> RouteTableDefinition {
    var definition = definition
    definition.tree = tree
    return definition
  }

  /// Runs a story; what comes out otherwise is an issue.
  @MainActor
  package func run(_ story: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    do throws(ScenarioFailure) {
      try run(story, fileID: sourceLocation.fileID, line: sourceLocation.line)
    } catch {
      error.record(at: sourceLocation)
    }
  }

  /// Runs a story of code that takes its time; what comes out otherwise is an issue.
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
  /// Records what is otherwise, each an issue of its own.
  func record(at sourceLocation: SourceLocation) {
    for mismatch in mismatches {
      Issue.record("\(mismatch)", sourceLocation: sourceLocation)
    }
  }
}

/// Why a test cannot go on.
package struct ScenarioMistake: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
