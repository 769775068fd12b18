extension Parameters {
  /// The parameters of a typed screen, or of any other value with named properties, an action's for
  /// example: one for each property that is not nil.
  ///
  /// A property other than a number, boolean or string becomes a list or an object in canonical
  /// JSON; the elements of a set are sorted by their bytes.
  ///
  /// Throws a ``ParameterCodingError`` when a number does not fit into a signed 64-bit integer,
  /// when a list or an object is too large or holds a number that JSON cannot express, when the
  /// value has no named properties, and when its own code refuses.
  public init<Value: Encodable>(encoding value: Value) throws(ParameterCodingError) {
    let encoder = ParameterEncoder(kind: parameterKind(of: Value.self))
    do {
      try value.encode(to: encoder)
    } catch {
      throw encoder.sink.failure ?? ParameterCodingError(error, kind: encoder.kind)
    }
    self = try encoder.sink.finish()
  }

  /// The typed screen, or any other value with named properties, that has these parameters; unknown
  /// parameters are ignored.
  ///
  /// Throws a ``ParameterCodingError`` when a parameter is missing, does not fit its property, or
  /// is only a token, when the type has no named properties, and when its own code refuses.
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
  /// The value of one property as a parameter.
  ///
  /// Throws a ``ParameterCodingError`` when the value is too large, or when it encodes nothing.
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
  /// The schema of a typed screen, determined by decoding the type from made-up values.
  ///
  /// Throws ``ParameterCodingError/undetermined(name:)`` when a property's type accepts no made-up
  /// value, ``ParameterCodingError/unread(name:)`` when a property has a fixed value that no link
  /// can change, and another ``ParameterCodingError`` when the type has no named properties or its
  /// own code refuses.
  public init<Screen: ScreenKind>(of type: Screen.Type) throws(ParameterCodingError) {
    let findings = ParameterFindings(kind: Screen.kind)
    let screen = try findings.madeUp(Screen.self)
    self.init(findings.entries)
    // The error of a screen that refuses to be encoded is reported when it is opened.
    guard let encoded = try? Parameters(encoding: screen) else { return }
    if let name = encoded.names.first(where: { self[$0] == nil }) { throw .unread(name: name) }
  }
}

extension ParameterFindings {
  /// A screen of made-up values; its decoding gathers all findings about its type.
  func madeUp<Screen: ScreenKind>(_ type: Screen.Type) throws(ParameterCodingError) -> Screen {
    while true {
      do {
        return try Screen(from: ParameterProbe(findings: self))
      } catch {
        // An optional of a known type that accepts no made-up value is left out the next time.
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

  /// ``description`` as a journal may keep it: without any value, and without the words of the
  /// type's own code, which may contain one.
  var journaledReason: String {
    switch self {
    case .refused(let kind, _): "\(kind) refused its parameters"
    case .mismatch(let name, let expected, _): "the parameter \(name) is no \(expected)"
    default: description
    }
  }
}

/// The name of a type in error messages: a screen's kind, or the type's own name.
private func parameterKind(of type: Any.Type) -> String {
  (type as? any ScreenKind.Type)?.kind ?? String(describing: type)
}

extension ParameterType {
  /// The parameter type of a list of plain values; nil for other types.
  init?(list type: Any.Type) {
    guard let list = type as? any ParameterList.Type,
      let element = ParameterType(plain: list.elementType)
    else { return nil }
    self = .list(of: element, by: .item)
  }

  /// The parameter type of a plain Swift type; nil for other types.
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
  /// `Int` is `int` on every machine, so that a table has one digest everywhere. Other integer
  /// types have their bounds, clamped to signed 64 bits.
  private init(integer type: any FixedWidthInteger.Type) {
    let bounds = Int64(clamping: type.min)...Int64(clamping: type.max)
    self = type == Int.self || bounds == .min ... .max ? .int : .intWithin(bounds)
  }

  /// The parameter type of another Swift type of which more is known than its stored form; nil for
  /// other types.
  init?(known type: Any.Type) {
    if let cases = type as? any CaseIterable.Type {
      guard let values = Self.values(of: cases) else { return nil }
      self = .oneOf(values)
      return
    }
    // The libraries do not import Foundation, which defines these types in one of two modules.
    switch String(reflecting: type) {
    case "Foundation.UUID", "FoundationEssentials.UUID": self = .uuid
    case "Foundation.Date", "FoundationEssentials.Date": self = .date
    default: return nil
    }
  }

  /// The cases as parameters, all texts or all whole numbers; nil for others.
  private static func values<Cases: CaseIterable>(of type: Cases.Type) -> [ParameterValue]? {
    var values: [ParameterValue] = []
    for value in type.allCases {
      guard let encodable = value as? any Encodable,
        // Cases that are no single values are nested; decoding them names the mistake.
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
