extension Parameters {
  /// The parameters of a typed screen: one for each property that is not nil.
  ///
  /// Throws a ``ParameterCodingError`` when a property is not one number, boolean or string, or a
  /// number does not fit into 64 bits with sign.
  public init<Screen: ScreenKind>(encoding screen: Screen) throws(ParameterCodingError) {
    let encoder = ParameterEncoder(screen: Screen.self)
    do {
      try screen.encode(to: encoder)
    } catch {
      throw encoder.sink.failure ?? ParameterCodingError(error, screen: Screen.self)
    }
    if let failure = encoder.sink.failure { throw failure }
    self = encoder.sink.parameters
  }

  /// The typed screen that has these parameters; parameters it does not know are passed over.
  ///
  /// Throws a ``ParameterCodingError`` when a parameter is missing, of another type, only a token,
  /// or refused by the type's own code.
  public func decode<Screen: ScreenKind>(
    _ type: Screen.Type = Screen.self
  ) throws(ParameterCodingError) -> Screen {
    do {
      return try Screen(from: ParameterDecoder(screen: Screen.self, parameters: self))
    } catch {
      throw ParameterCodingError(error, screen: Screen.self)
    }
  }
}

extension ParameterSchema {
  /// The schema of a typed screen, found out by decoding it from made-up values.
  ///
  /// Throws ``ParameterCodingError/undetermined(name:)`` when a property's type accepts none of
  /// them, and ``ParameterCodingError/nested(name:)`` when a property is not one value.
  public init<Screen: ScreenKind>(of type: Screen.Type) throws(ParameterCodingError) {
    let findings = ParameterFindings(kind: Screen.kind)
    while true {
      do {
        _ = try Screen(from: ParameterProbe(findings: findings))
        break
      } catch {
        // An optional whose type is known but takes no made-up value is left out the next time.
        let failure = ParameterCodingError(error, screen: Screen.self)
        guard case .undetermined(let name) = failure, findings.leaveOut(name) else { throw failure }
      }
    }
    self.init(findings.entries)
  }
}

extension ParameterCodingError {
  /// The same error when it is one of ours; the words of a host's error otherwise.
  init(_ error: any Error, screen: any ScreenKind.Type) {
    self =
      error as? ParameterCodingError
      ?? .refused(kind: screen.kind, reason: String(describing: error))
  }
}

extension ParameterType {
  /// The type that a property of a plain Swift type has as a parameter; nil for all other types.
  init?(plain type: Any.Type) {
    if type == String.self {
      self = .string
    } else if type == Bool.self {
      self = .bool
    } else if type == Double.self || type == Float.self {
      self = .double
    } else if type is any FixedWidthInteger.Type {
      self = .int
    } else {
      return nil
    }
  }
}
