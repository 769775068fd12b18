import RouteEngine

/// A part of a route table with a changed definition.
public struct DefinitionChange: Hashable, Sendable {
  /// The kind of a definition.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A route.
    case route
    /// A kind of screen.
    case screen
    /// A router.
    case router
    /// The interceptors that are asked about every request.
    case interceptors
    /// The tasks that process the parameters of every screen.
    case tasks
    /// The settings by which the table reads links.
    case links
  }

  /// The change of the definition.
  public enum Change: Hashable, Sendable {
    /// From one version to another.
    case version(Int, Int)
    /// Its content changed, and its version did not.
    case withoutVersion
    /// Its content changed; definitions of this kind have no versions.
    case content
    /// It is new.
    case added
    /// It is no longer there.
    case removed
  }

  /// The kind of the definition.
  public let kind: Kind
  /// Its name; empty for a kind that a table has only once.
  public let name: String
  /// The change.
  public let change: Change

  /// Nil when both are equal.
  private init?<Content: Equatable>(
    _ kind: Kind, _ name: String, _ before: Content?, _ after: Content?,
    version: ((Content) -> Int)? = nil
  ) {
    self.kind = kind
    self.name = name
    switch (before, after) {
    case (nil, nil): return nil
    case (nil, .some): change = .added
    case (.some, nil): change = .removed
    case (let before?, let after?):
      guard before != after else { return nil }
      guard let version else {
        change = .content
        return
      }
      let (old, new) = (version(before), version(after))
      change = old == new ? .withoutVersion : .version(old, new)
    }
  }

  /// The changed definitions that a request meets, routes first.
  static func changes(
    on traversed: TraversedDefinitions, from before: RouteTable, to after: RouteTable
  ) -> [DefinitionChange] {
    var changes = traversed.routes.compactMap {
      DefinitionChange(.route, $0, before.route($0), after.route($0)) { $0.version }
    }
    changes += traversed.kinds.compactMap {
      DefinitionChange(.screen, $0, before.screen($0), after.screen($0)) { $0.version }
    }
    if traversed.asksRouters {
      let names = (before.routers + after.routers).map(\.identifier).unique
      changes += names.compactMap { name in
        func router(_ table: RouteTable) -> Router? {
          table.routers.first { $0.identifier.hasSameBytes(as: name) }
        }
        return DefinitionChange(.router, name, router(before), router(after))
      }
    }
    let everywhere = [
      DefinitionChange(.interceptors, "", before.interceptors, after.interceptors),
      DefinitionChange(.tasks, "", before.definition.tasks, after.definition.tasks),
    ]
    let links = DefinitionChange(.links, "", before.definition.links, after.definition.links)
    return changes + (everywhere + [traversed.readsLinks ? links : nil]).compactMap(\.self)
  }
}
