extension ScreenDeclaration {
  /// How screens of one version of a kind become screens of the next. It is pure data: no code of
  /// the app sees the values, and a reader of the journal can repeat the migration.
  ///
  /// ```swift
  /// DeclaredScreen(Product.self, version: 3)
  ///   .migrates(from: 1, with: ["id": ":number"])          // a parameter was renamed
  ///   .migrates(from: 2, of: "article", with: ["tab": 1])  // the kind was, and has one more
  /// ```
  public struct Migration: Hashable, Sendable {
    /// The version before the migration; it leads to the next.
    public var from: Int
    /// The kind's name in that version; nil: the present one.
    public var formerKind: String?
    /// Parameters that change: `":name"` is the former parameter of that name, and is missing when
    /// that one was. All others stay; at the end those that the kind does not declare are removed.
    public var parameters: Bindings

    /// A migration from one version to the next.
    public init(from: Int, of formerKind: String? = nil, with parameters: Bindings = [:]) {
      self.from = from
      self.formerKind = formerKind
      self.parameters = parameters
    }
  }
}

/// ``ScreenDeclaration/Migration``, as this package calls it.
package typealias ScreenMigration = ScreenDeclaration.Migration

extension DeclaredScreen {
  /// Declares how screens of an earlier version become screens of the next.
  ///
  /// - Parameters:
  ///   - version: the version before the migration; it leads to the next.
  ///   - formerKind: the kind's name in that version; nil: the present one.
  ///   - parameters: those that change; `":name"` is the former one of that name.
  public func migrates(
    from version: Int, of formerKind: String? = nil, with parameters: Bindings = [:]
  ) -> DeclaredScreen {
    var kind = self
    kind.declaration.migrations.append(
      ScreenMigration(from: version, of: formerKind, with: parameters))
    return kind
  }
}

extension RouteTable {
  /// A screen of an earlier version of the app, converted to this version.
  package struct KnownScreen {
    package var kind: String
    package var parameters: Parameters
  }

  /// Converts a screen of that kind and version to the declared version, step by step.
  ///
  /// - Returns: nil when the kind is unknown, a migration is missing, or the parameters do not fit
  ///   the kind.
  package func known(
    _ kind: String, version: Int, _ parameters: Parameters
  ) -> KnownScreen? {
    var screen = KnownScreen(kind: kind, parameters: parameters)
    var now = version
    while true {
      if let declared = self.kind(screen.kind)?.declaration, declared.version == now {
        return screen.fitted(to: declared.schema, converting: now != version)
      }
      guard let step = migration(of: screen.kind, from: now) else { return nil }
      screen.kind = step.kind
      let bindings = step.migration.parameters
      let values = bindings.values(from: screen.parameters)
      // If the former parameter is missing, so is the new one: a value of its own meant something
      // else.
      for element in bindings.elements {
        screen.parameters[element.name] = values[element.name]
      }
      now += 1
    }
  }

  private func migration(
    of kind: String, from version: Int
  ) -> (kind: String, migration: ScreenMigration)? {
    for screen in definition.screens {
      for migration in screen.migrations where migration.from == version {
        if kind.hasSameBytes(as: migration.formerKind ?? screen.kind) {
          return (screen.kind, migration)
        }
      }
    }
    return nil
  }
}

extension RouteTable.KnownScreen {
  /// The screen with parameters that fit its kind; nil when they do not fit.
  ///
  /// - Parameter isConverting: whether values are converted to the declared types and undeclared
  ///   ones are removed.
  fileprivate func fitted(to schema: ParameterSchema, converting isConverting: Bool) -> Self? {
    var screen = self
    for entry in schema.entries {
      guard let value = parameters[entry.name] else {
        guard !entry.isRequired else { return nil }
        screen.parameters[entry.name] = entry.missingValue
        continue
      }
      guard !entry.type.accepts(value) else { continue }
      guard isConverting, let converted = entry.type.value(converting: value) else { return nil }
      screen.parameters[entry.name] = converted
    }
    guard isConverting else { return screen }
    for name in parameters.names where schema[name] == nil { screen.parameters[name] = nil }
    return screen
  }
}

extension ParameterType {
  /// The value converted to this type; nil when the type has no equivalent.
  fileprivate func value(converting value: ParameterValue) -> ParameterValue? {
    switch (self, value) {
    case (_, .string(let text)): self.value(from: text.utf8)
    case (.string, .int), (.string, .double), (.string, .bool): .string(value.notation)
    case (.double, .int(let number)), (.date, .int(let number)):
      Double(exactly: number).map { .double($0) }
    case (.int, .double(let number)): Int64(exactly: number).map { .int($0) }
    case (.intWithin(let bounds), .double(let number)):
      Int64(exactly: number).flatMap { bounds.contains($0) ? .int($0) : nil }
    default: nil
    }
  }
}
