// Names as constants of the app's own types: an enum with text as its raw value.

extension RouteSession.Configuration {
  /// Answers an interceptor's question at once.
  public mutating func answer<Name: RawRepresentable<String>>(
    _ name: Name, _ code: @escaping (Prompt) -> Answer
  ) {
    answer(name.rawValue, code)
  }

  /// Answers an interceptor's question asynchronously. Other requests are queued meanwhile, except
  /// those that the code opens itself.
  public mutating func answerLater<Name: RawRepresentable<String>>(
    _ name: Name, _ code: @escaping (Prompt) async -> Answer
  ) {
    answerLater(name.rawValue, code)
  }

  /// Handles actions of a name synchronously.
  public mutating func perform<Name: RawRepresentable<String>>(
    _ name: Name, _ code: @escaping (ActionAttempt) -> ActionResult
  ) {
    perform(name.rawValue, code)
  }

  /// Handles actions of a name synchronously, their parameters as a type's properties. An attempt
  /// whose parameters do not fit the type fails, and its reason says which parameters.
  public mutating func perform<Name: RawRepresentable<String>, Content: Decodable>(
    _ name: Name, as type: Content.Type,
    _ code: @escaping (Content, ActionAttempt) -> ActionResult
  ) {
    perform(name.rawValue, as: type, code)
  }

  /// Handles actions of a name asynchronously. Other actions wait for it only in its lane, and
  /// after deaths of the process in handlers, see <doc:pending-actions>.
  public mutating func performLater<Name: RawRepresentable<String>>(
    _ name: Name, _ code: @escaping (ActionAttempt) async -> ActionResult
  ) {
    performLater(name.rawValue, code)
  }

  /// Translates values of a type to the screen whose parameters are among the value's fields, by a
  /// route, see ``translate(_:to:by:)-(String,_,String?)``.
  public mutating func translate<Kind: ScreenKind, Name: RawRepresentable<String>>(
    _ type: String, to kind: Kind.Type, by route: Name
  ) {
    translate(type, to: kind, by: route.rawValue)
  }
}
