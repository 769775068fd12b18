/// Declares a kind of screen in a table that is written in Swift.
///
/// ```swift
/// DeclaredScreen(Product.self, private: \.coupon)
/// DeclaredScreen("orders")
/// ```
public struct DeclaredScreen: Hashable, Sendable {
  /// The table's declaration of the kind.
  public internal(set) var declaration: ScreenDeclaration
  /// Why the type's parameters cannot be found out; nil when they can.
  let problem: ParameterCodingError?
  /// The type of the declaration; nil for a kind that is declared by its name alone.
  let type: ScreenType?
  /// Mistakes: default values for names that are no parameters of the kind.
  private(set) var strayDefaults: [RouteTableMistakes.Mistake] = []

  /// Declares the kind of a type. Its stored properties are the parameters, with the same names:
  /// `DeclaredScreen(Product.self, identity: \.id, private: \.coupon)`.
  ///
  /// - Parameters:
  ///   - type: the type.
  ///   - version: rises when the parameters change their meaning.
  ///   - identity: properties that tell two screens of the kind apart; by default the required open
  ///     ones, or the required private ones when none is open.
  ///   - privateProperties: properties that the journal keeps only as tokens.
  ///   - secretProperties: properties whose values are not kept, see <doc:private-values>.
  ///   - container: how it holds children.
  ///   - isDismissible: whether a request may dismiss it while it is presented.
  public init<Type: ScreenKind>(
    _ type: Type.Type, version: Int = 1, identity: PartialKeyPath<Type>...,
    private privateProperties: PartialKeyPath<Type>...,
    secret secretProperties: PartialKeyPath<Type>..., container: ContainerKind? = nil,
    dismissible isDismissible: Bool = true
  ) {
    var schema = ParameterSchema()
    var problem: ParameterCodingError?
    do throws(ParameterCodingError) {
      schema = try ParameterSchema(of: type)
    } catch {
      problem = error
    }
    self.problem = problem
    self.type = ScreenType(type)
    declaration = ScreenDeclaration(
      Type.kind, version: version, schema: schema,
      identity: identity.isEmpty ? nil : identity.map(Type.parameterName),
      privateNames: privateProperties.map(Type.parameterName),
      secretNames: secretProperties.map(Type.parameterName), container: container,
      isDismissible: isDismissible)
    declaration.isUndetermined = problem != nil
  }

  /// Declares the kind of a type with parameters written by hand, for types from which they cannot
  /// be found out.
  ///
  /// - Parameters:
  ///   - type: the type.
  ///   - version: rises when the parameters change their meaning.
  ///   - parameters: their names and types.
  ///   - identity: parameters that tell two screens of the kind apart; nil: the required open ones,
  ///     or the required private ones when none is open.
  ///   - privateNames: parameters that the journal keeps only as tokens.
  ///   - secretNames: parameters whose values are not kept, see <doc:private-values>.
  ///   - container: how it holds children.
  ///   - isDismissible: whether a request may dismiss it while it is presented.
  public init<Type: ScreenKind>(
    _ type: Type.Type, version: Int = 1, parameters: ParameterSchema,
    identity: [String]? = nil, private privateNames: [String] = [],
    secret secretNames: [String] = [], container: ContainerKind? = nil,
    dismissible isDismissible: Bool = true
  ) {
    problem = nil
    self.type = ScreenType(type)
    declaration = ScreenDeclaration(
      Type.kind, version: version, schema: parameters, identity: identity,
      privateNames: privateNames, secretNames: secretNames, container: container,
      isDismissible: isDismissible)
  }

  /// Declares a kind by its name alone, without parameters.
  ///
  /// - Parameters:
  ///   - name: the kind's name.
  ///   - version: rises when the kind gets another name, see ``migrates(from:of:with:)``.
  ///   - container: how it holds children.
  ///   - isDismissible: whether a request may dismiss it while it is presented.
  public init(
    _ name: String, version: Int = 1, container: ContainerKind? = nil,
    dismissible isDismissible: Bool = true
  ) {
    declaration = ScreenDeclaration(
      name, version: version, container: container, isDismissible: isDismissible)
    problem = nil
    type = nil
  }

  /// Makes launches remove screens of the kind, a payment for example, with all that lies on them.
  /// A log-in that answers a condition should be restored, because requests wait for it.
  public func withoutRestoration() -> DeclaredScreen {
    var kind = self
    kind.declaration.isRestored = false
    return kind
  }

  /// Gives a property a default value:
  ///
  /// ```swift
  /// DeclaredScreen(Orders.self).defaulting(\Orders.page, to: 1)
  /// ```
  ///
  /// A value that cannot be a parameter is ignored; a value of another type than the property is a
  /// mistake.
  public func defaulting<Screen: ScreenKind, Value: Encodable>(
    _ property: KeyPath<Screen, Value>, to value: Value
  ) -> DeclaredScreen {
    let name = Screen.parameterName(of: property)
    if let type, type != ScreenType(Screen.self) {
      let message = "\(property) is a property of another type than \(type.swiftType)"
      return straying(name, message)
    }
    // The table reports a required parameter without a value.
    return defaulting(name, try? ParameterValue(encoding: value, named: name))
  }

  /// Gives a parameter a default value. A name that the kind does not declare is a mistake.
  public func defaulting(_ parameter: String, to value: ParameterValue) -> DeclaredScreen {
    defaulting(parameter, value)
  }

  private func defaulting(_ parameter: String, _ value: ParameterValue?) -> DeclaredScreen {
    guard declaration.declares(parameter) else {
      return straying(
        parameter, declaration.lack(of: parameter) { ".defaulting(\"\($0)\", to: value)" })
    }
    var kind = self
    let entries = kind.declaration.schema.entries.map { entry in
      guard entry.name.hasSameBytes(as: parameter) else { return entry }
      return ParameterSchema.Entry(
        name: entry.name, type: entry.type, isOptional: entry.isOptional, default: value)
    }
    kind.declaration.schema = ParameterSchema(entries)
    return kind
  }

  private func straying(_ parameter: String, _ message: String) -> DeclaredScreen {
    // When the kind's parameters could not be found out, no name can be checked.
    guard problem == nil else { return self }
    var kind = self
    kind.strayDefaults.append(
      RouteTableMistakes.Mistake(
        field: "screens.\(declaration.kind).parameters.\(parameter).default", message: message))
    return kind
  }

  /// Treats any two screens of the kind as the same, whatever their parameters.
  public func withoutIdentity() -> DeclaredScreen {
    var kind = self
    kind.declaration.identity = []
    return kind
  }

  /// Asks these interceptors whenever the last step of a request leads to a screen of the kind,
  /// found or built, and whenever one is built on the way.
  public func asks(_ interceptors: String...) -> DeclaredScreen {
    var kind = self
    kind.declaration.interceptors += interceptors
    return kind
  }

  /// Asks the interceptors of these names whenever the last step of a request leads to a screen of
  /// the kind, found or built, and whenever one is built on the way.
  public func asks<Name: RawRepresentable<String>>(_ interceptors: Name...) -> DeclaredScreen {
    var screen = self
    screen.declaration.interceptors += interceptors.map(\.rawValue)
    return screen
  }

  /// Asks these interceptors whenever a request removes screens of the kind, see
  /// ``Prompt/leaving``. A person's gesture asks none.
  public func asks(beforeLeaving interceptors: String...) -> DeclaredScreen {
    var kind = self
    kind.declaration.leaving += interceptors
    return kind
  }

  /// Asks the interceptors of these names whenever a request removes screens of the kind.
  public func asks<Name: RawRepresentable<String>>(
    beforeLeaving interceptors: Name...
  ) -> DeclaredScreen {
    var screen = self
    screen.declaration.leaving += interceptors.map(\.rawValue)
    return screen
  }

  /// Declares that the user decides on this screen whether a condition holds, as on a log-in. When
  /// the user closes the last such screen and the condition does not hold, the requests that wait
  /// for it end as denied. When the host signals the condition, the screens close before these
  /// requests go on.
  public func answers(_ conditions: String...) -> DeclaredScreen {
    var kind = self
    kind.declaration.answers += conditions
    return kind
  }

  /// Declares that the user decides on this screen whether conditions of these names hold.
  public func answers<Name: RawRepresentable<String>>(_ conditions: Name...) -> DeclaredScreen {
    var screen = self
    screen.declaration.answers += conditions.map(\.rawValue)
    return screen
  }

  /// Accepts work whenever a screen of the kind is reached.
  ///
  /// - Parameters:
  ///   - action: the name under which its handler is registered.
  ///   - parameters: the parameters of the handler; `":id"` is the screen's parameter of that name.
  ///   - moment: when it may run.
  ///   - key: marks actions of one screen that replace each other.
  ///   - lifetime: the time after which it expires.
  public func performs(
    _ action: String, with parameters: Bindings = [:],
    when moment: ActionTemplate.Moment = .arrival,
    key: String? = nil, expires lifetime: Duration? = nil
  ) -> DeclaredScreen {
    performs(
      ActionTemplate(
        action, with: parameters, when: moment, key: key, expires: lifetime))
  }

  /// Accepts work whenever a screen of the kind is reached; a case of an enum names the handler.
  public func performs<Name: RawRepresentable<String>>(
    _ action: Name, with parameters: Bindings = [:],
    when moment: ActionTemplate.Moment = .arrival,
    key: String? = nil, expires lifetime: Duration? = nil
  ) -> DeclaredScreen {
    performs(action.rawValue, with: parameters, when: moment, key: key, expires: lifetime)
  }

  /// Accepts work whenever a screen of the kind is reached.
  ///
  /// - Parameters:
  ///   - action: the name under which its handler is registered.
  ///   - properties: the parameters of the handler: `["product": \Product.id]` is the value of that
  ///     property of the screen.
  ///   - moment: when it may run.
  ///   - key: marks actions of one screen that replace each other.
  ///   - lifetime: the time after which it expires.
  public func performs<Type: ScreenKind>(
    _ action: String, with properties: KeyValuePairs<String, PartialKeyPath<Type>>,
    when moment: ActionTemplate.Moment = .arrival, key: String? = nil,
    expires lifetime: Duration? = nil
  ) -> DeclaredScreen {
    var parameters: Bindings = [:]
    for (name, property) in properties {
      parameters[name] = .request(Type.parameterName(of: property))
    }
    return performs(action, with: parameters, when: moment, key: key, expires: lifetime)
  }

  /// Accepts work whenever a screen of the kind is reached; a case of an enum names the handler,
  /// which gets values of the screen's properties.
  public func performs<Name: RawRepresentable<String>, Type: ScreenKind>(
    _ action: Name, with properties: KeyValuePairs<String, PartialKeyPath<Type>>,
    when moment: ActionTemplate.Moment = .arrival, key: String? = nil,
    expires lifetime: Duration? = nil
  ) -> DeclaredScreen {
    performs(action.rawValue, with: properties, when: moment, key: key, expires: lifetime)
  }

  /// Accepts work whenever a screen of the kind is reached, under terms of its own.
  public func performs(_ action: ActionTemplate) -> DeclaredScreen {
    var kind = self
    kind.declaration.actions.append(action)
    return kind
  }
}

/// The Swift type of a declared kind of screen. It is not part of the table's canonical form: a
/// table that was read from a file has no types.
package struct ScreenType: Hashable, Sendable {
  package let swiftType: any ScreenKind.Type

  init(_ swiftType: any ScreenKind.Type) { self.swiftType = swiftType }

  package static func == (left: Self, right: Self) -> Bool {
    left.swiftType == right.swiftType
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(swiftType)) }
}
