extension ScreenDeclaration {
  /// How screens of an earlier version of a kind become screens of the next: pure data, so that no
  /// code of the app sees their values, and a reader of the journal can repeat the migration.
  ///
  /// ```swift
  /// DeclaredScreen(Product.self, version: 3)
  ///   .migrates(from: 1, with: ["id": ":number"])          // a parameter was renamed
  ///   .migrates(from: 2, of: "article", with: ["tab": 1])  // the kind was, and has one more
  /// ```
  public struct Migration: Hashable, Sendable {
    /// The version that it starts from; it leads to the next.
    public var from: Int
    /// The kind's name in that version; nil: as now.
    public var formerKind: String?
    /// Parameters that are other than before: `":name"` is the former parameter of that name, and
    /// missing where that was. The others stay, and go at the end when the kind does not declare
    /// them.
    public var parameters: Bindings

    /// A step from one version to the next.
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
  /// Says how screens of an earlier version become screens of the next.
  ///
  /// - Parameters:
  ///   - version: the version that the step starts from; it leads to the next.
  ///   - formerKind: what the kind was called then; nil: as now.
  ///   - parameters: those that are other than before; `":name"` is the former one of that name.
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
  /// A screen of an earlier version of the app, in its form for this version.
  package struct KnownScreen {
    package var kind: String
    package var parameters: Parameters
  }

  /// A screen of that kind and version, brought to the declared version step by step.
  ///
  /// - Returns: nil when the kind is unknown, a step is missing, or the parameters are not those
  ///   that the kind takes.
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
      // One whose former parameter is missing is missing as well: its own value meant another.
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
  /// The screen with parameters that its kind takes; nil when they are others.
  ///
  /// - Parameter isConverting: whether values are brought to the declared types and undeclared ones
  ///   go.
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
