extension Parameters {
  /// The parameters of a typed screen, or of any other value with named properties, an action's for
  /// example: one for each property that is not nil.
  ///
  /// A property that is no number, boolean or string is a list or an object in canonical JSON; the
  /// elements of a set stand in byte order.
  ///
  /// Throws a ``ParameterCodingError`` when a number does not fit into 64 bits with sign, or a list
  /// or an object is too large.
  public init<Value: Encodable>(encoding value: Value) throws(ParameterCodingError) {
    let encoder = ParameterEncoder(kind: parameterKind(of: Value.self))
    do {
      try value.encode(to: encoder)
    } catch {
      throw encoder.sink.failure ?? ParameterCodingError(error, kind: encoder.kind)
    }
    self = try encoder.sink.finish()
  }

  /// The typed screen, or any other value with named properties, that has these parameters;
  /// parameters it does not know are passed over.
  ///
  /// Throws a ``ParameterCodingError`` when a parameter is missing, of another type, only a token,
  /// or refused by the type's own code.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self
  ) throws(ParameterCodingError) -> Value {
    let kind = parameterKind(of: type)
    do {
      return try Value(from: ParameterDecoder(kind: kind, parameters: self))
    } catch {
      throw ParameterCodingError(error, kind: kind)
    }
  }
}

extension ParameterValue {
  /// The parameter that one property's value is.
  ///
  /// Throws a ``ParameterCodingError`` when it is too large, also where it is nothing.
  init(encoding value: some Encodable, named name: String) throws(ParameterCodingError) {
    let sink = ParameterSink()
    do {
      try sink.add(value, named: name, of: name)
    } catch {
      throw sink.failure ?? ParameterCodingError(error, kind: name)
    }
    guard let parameter = try sink.finish()[name] else { throw .missing(name: name) }
    self = parameter
  }
}

extension ParameterSchema {
  /// The schema of a typed screen, found out by decoding it from made-up values.
  ///
  /// Throws ``ParameterCodingError/undetermined(name:)`` when a property's type accepts none of
  /// them, and ``ParameterCodingError/unread(name:)`` when it has a value of its own that no link
  /// can change.
  public init<Screen: ScreenKind>(of type: Screen.Type) throws(ParameterCodingError) {
    let findings = ParameterFindings(kind: Screen.kind)
    let screen = try findings.madeUp(Screen.self)
    self.init(findings.entries)
    // A screen that refuses to be encoded reports that when it is opened.
    guard let encoded = try? Parameters(encoding: screen) else { return }
    if let name = encoded.names.first(where: { self[$0] == nil }) { throw .unread(name: name) }
  }
}

extension ParameterFindings {
  /// A screen of made-up values, and all that is to be known of its type.
  func madeUp<Screen: ScreenKind>(_ type: Screen.Type) throws(ParameterCodingError) -> Screen {
    while true {
      do {
        return try Screen(from: ParameterProbe(findings: self))
      } catch {
        // An optional whose type is known but takes no made-up value is left out the next time.
        let failure = ParameterCodingError(error, kind: Screen.kind)
        guard case .undetermined(let name) = failure, leaveOut(name) else { throw failure }
      }
    }
  }
}

extension ParameterCodingError {
  /// The error itself when it has this type; otherwise a refusal in the words of the host's error.
  init(_ error: any Error, kind: String) {
    self =
      error as? ParameterCodingError ?? .refused(kind: kind, reason: String(describing: error))
  }

  /// ``description`` as a journal may keep it, without any value and without what the type's own
  /// code says, which may hold one.
  var journaledReason: String {
    switch self {
    case .refused(let kind, _): "\(kind) refused its parameters"
    case .mismatch(let name, let expected, _): "the parameter \(name) is no \(expected)"
    default: description
    }
  }
}

/// The name of a type in errors: a screen's kind, or the type's own name.
private func parameterKind(of type: Any.Type) -> String {
  (type as? any ScreenKind.Type)?.kind ?? String(describing: type)
}

extension ParameterType {
  /// The type that a list of plain values has as a parameter; nil for all other types.
  init?(list type: Any.Type) {
    guard let list = type as? any ParameterList.Type,
      let element = ParameterType(plain: list.elementType)
    else { return nil }
    self = .list(of: element, by: .item)
  }

  /// The type that a property of a plain Swift type has as a parameter; nil for all other types.
  init?(plain type: Any.Type) {
    if type == String.self {
      self = .string
    } else if type == Bool.self {
      self = .bool
    } else if type == Double.self || type == Float.self {
      self = .double
    } else if let integer = type as? any FixedWidthInteger.Type {
      self.init(integer: integer)
    } else {
      return nil
    }
  }
}

extension ParameterType {
  /// `Int` is `int` on every machine, so that a table has one digest on all of them; the bounds of
  /// others are what 64 bits with a sign can hold of them.
  private init(integer type: any FixedWidthInteger.Type) {
    let bounds = Int64(clamping: type.min)...Int64(clamping: type.max)
    self = type == Int.self || bounds == .min ... .max ? .int : .intWithin(bounds)
  }

  /// The type that a property of another Swift type has as a parameter, where more is known of it
  /// than what it is stored as; nil for all other types.
  init?(known type: Any.Type) {
    if let cases = type as? any CaseIterable.Type {
      guard let values = Self.values(of: cases) else { return nil }
      self = .oneOf(values)
      return
    }
    // The libraries do without Foundation, which has these types by one of two modules.
    switch String(reflecting: type) {
    case "Foundation.UUID", "FoundationEssentials.UUID": self = .uuid
    case "Foundation.Date", "FoundationEssentials.Date": self = .date
    default: return nil
    }
  }

  /// The parameters that the cases are, all of them texts or all whole numbers; nil for others.
  private static func values<Cases: CaseIterable>(of type: Cases.Type) -> [ParameterValue]? {
    var values: [ParameterValue] = []
    for value in type.allCases {
      guard let encodable = value as? any Encodable,
        // Cases that are no single values are nested, and named as such when they are decoded.
        let parameter = try? ParameterValue(encoding: encodable, named: "case")
      else { return nil }
      values.append(parameter)
    }
    return areCases(values) ? values : nil
  }

  /// Whether values can be the cases of a type.
  static func areCases(_ values: [ParameterValue]) -> Bool {
    let texts = values.count { if case .string = $0 { true } else { false } }
    let numbers = values.count { if case .int = $0 { true } else { false } }
    return !values.isEmpty && (texts == values.count || numbers == values.count)
  }
}
