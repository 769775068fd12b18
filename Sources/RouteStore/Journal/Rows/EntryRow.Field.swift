extension EntryRow {
  /// A column that is optional in an entry, by its name in the journal; in the journal's order.
  package enum Field: String, Hashable, Sendable, CaseIterable {
    /// See ``EntryRow/scene``.
    case scene
    /// See ``EntryRow/request``.
    case request
    /// See ``EntryRow/cause``.
    case cause
    /// See ``EntryRow/durationMicroseconds``.
    case duration = "duration_us"
    /// See ``EntryRow/entryPoint``.
    case entryPoint = "entry_point"
    /// See ``EntryRow/link``.
    case link
    /// See ``EntryRow/route``.
    case route
    /// See ``EntryRow/routeVersion``.
    case routeVersion = "route_version"
    /// See ``EntryRow/router``.
    case router
    /// See ``EntryRow/variant``.
    case variant
    /// See ``EntryRow/outcome``.
    case outcome
    /// See ``EntryRow/reason``.
    case reason
    /// See ``EntryRow/screenBefore``.
    case screenBefore = "screen_before"
    /// See ``EntryRow/screenAfter``.
    case screenAfter = "screen_after"
    /// See ``EntryRow/action``.
    case action
    /// See ``EntryRow/attempt``.
    case attempt

    /// Whether its values are numbers.
    package var isNumber: Bool {
      [.request, .cause, .duration, .routeVersion, .action, .attempt].contains(self)
    }
  }

  /// The value of an optional column.
  package enum FieldValue: Hashable, Sendable {
    /// Nothing.
    case null
    /// A whole number.
    case integer(Int64)
    /// Text.
    case text(String)

    fileprivate init(_ number: Int64?) { self = number.map(Self.integer) ?? .null }
    fileprivate init(_ text: String?) { self = text.map(Self.text) ?? .null }
  }

  /// The value of a column.
  package subscript(field: Field) -> FieldValue {
    switch field {
    case .scene: FieldValue(scene)
    case .request: FieldValue(request)
    case .cause: FieldValue(cause)
    case .duration: FieldValue(durationMicroseconds)
    case .entryPoint: FieldValue(entryPoint)
    case .link: FieldValue(link)
    case .route: FieldValue(route)
    case .routeVersion: FieldValue(routeVersion)
    case .router: FieldValue(router)
    case .variant: FieldValue(variant)
    case .outcome: FieldValue(outcome)
    case .reason: FieldValue(reason)
    case .screenBefore: FieldValue(screenBefore)
    case .screenAfter: FieldValue(screenAfter)
    case .action: FieldValue(action)
    case .attempt: FieldValue(attempt)
    }
  }
}
