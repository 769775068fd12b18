/// Host code that steps of a destination ask for by name.
extension RouteSession.Configuration {
  /// Translates values of a type, a notification's for example, to the screen whose parameters are
  /// among the value's fields: `{"id": "7"}` opens `Product(id: 7)`. Texts are read as a link's;
  /// fields that are no parameters are ignored. A field that is missing or cannot be read ends the
  /// request as failed. A value that has none of the parameters but has a field `link` opens that
  /// link.
  ///
  /// ```swift
  /// $0.translate(Entrance.opened, to: Product.self)
  /// ```
  ///
  /// - Parameters:
  ///   - type: the value's type.
  ///   - kind: the screen's type, which the table declares.
  ///   - route: the route to use; nil for the one that leads to the screen.
  public mutating func translate<Kind: ScreenKind>(
    _ type: String, to kind: Kind.Type, by route: String? = nil
  ) {
    translators[type] = .immediate { $0.translated(to: Kind.kind, by: route) }
  }

  /// Draws a variant of an experiment for a request, see ``Destination/Guard/variant(_:is:)``. The
  /// variant is recorded, and is in the journal's `variant` column.
  public mutating func variant(_ name: String, _ code: @escaping (Prompt) -> String) {
    variants[name] = .immediate { .variant(code($0)) }
  }

  /// Replaces the parameters that a step gets from the request, see ``Destination/Step/adapter``.
  /// The step binds them as it would bind the request's. An error that the code throws fails the
  /// request.
  public mutating func adapt(_ name: String, _ code: @escaping (Prompt) throws -> Parameters) {
    adapters[name] = .immediate { prompt in
      Self.answer(name) { .parameters(try code(prompt)) }
    }
  }

  /// Replaces the parameters of a step by those of a screen's type.
  public mutating func adapt<Type: ScreenKind>(
    _ name: String, to type: Type.Type = Type.self, _ code: @escaping (Prompt) throws -> Type
  ) {
    adapt(name) { try Parameters(encoding: try code($0)) }
  }

  /// Changes the parameters of screens that a route finds or builds, see
  /// ``Destination/Step/tasks``. The code returns all parameters, or nil to leave them. An error
  /// that it throws fails the request, and none of the request's changes is seen.
  public mutating func task(_ name: String, _ code: @escaping (Prompt) throws -> Parameters?) {
    tasks[name] = .immediate { prompt in
      Self.answer(name) { try code(prompt).map(Answer.parameters) ?? .allow }
    }
  }

  /// Changes the parameters of screens of one type; all other screens stay as they are.
  public mutating func task<Type: ScreenKind>(
    _ name: String, on type: Type.Type = Type.self,
    _ code: @escaping (inout Type, Prompt) throws -> Void
  ) {
    task(name) { prompt in
      guard var screen = try prompt.screen(as: type) else { return nil }
      try code(&screen, prompt)
      return try Parameters(encoding: screen)
    }
  }

  /// Replaces a link by another before it is matched, see ``RouteLink/Rules/Rewriter``. The code
  /// gets the link with its private values revealed and returns the other link, or nil to leave it.
  /// The returned link is recorded, its private values as tokens, and is not rewritten again. An
  /// error that the code throws fails the request.
  ///
  /// The code is an interceptor of that name: with ``answer(_:_:)-(String,_)`` it may deny a link,
  /// or make it wait. A link whose private values are gone stays as it is.
  public mutating func rewrite(
    _ name: String, _ code: @escaping (_ link: String, Prompt) throws -> String?
  ) {
    interceptors[name] = .immediate { prompt in
      guard let link = prompt.link else { return .allow }
      return Self.answer(name) { prompt.rewriting(link, to: try code(link, prompt), by: name) }
    }
  }

  /// Replaces a link by another after a while, for example after asking a server.
  public mutating func rewriteLater(
    _ name: String, _ code: @escaping (_ link: String, Prompt) async throws -> String?
  ) {
    interceptors[name] = .later { prompt in
      guard let link = prompt.link else { return .allow }
      do {
        return prompt.rewriting(link, to: try await code(link, prompt), by: name)
      } catch {
        return Self.failure(of: name, error)
      }
    }
  }

  /// Contributes the host code of a router: it is asked about values of the router's types, and
  /// about links that no route of the router takes, where ``RouteTable/Router/asksAboutLinks`` says
  /// so. It may change the tree, take the request, or leave it to the next router. An error that it
  /// throws fails the request.
  public mutating func route(
    _ router: String, _ code: @escaping (inout TreeEditor, Prompt) throws -> RouterReply
  ) {
    routers[router] = .immediate(code)
  }

  /// Contributes a router's host code that works asynchronously. It answers with the target to
  /// which it sends the request, or with nil to leave the request to the next router, which is only
  /// asked then.
  public mutating func routeLater(
    _ router: String, _ code: @escaping (Prompt) async -> RouteRequest.Target?
  ) {
    routers[router] = .later { prompt in await code(prompt).map(Answer.redirect) ?? .declined }
  }

  /// Contributes only the Swift steps that an app contributes.
  package mutating func contributeSteps(of contribute: (inout Self) -> Void) {
    var theirs = Self()
    contribute(&theirs)
    steps.merge(theirs.steps) { _, new in new }
  }

  /// Contributes host code of any kind that answers as recorded. It cannot be a Swift step, whose
  /// edits have to be made.
  package mutating func reply(
    _ kind: Question.Kind, _ name: String, _ code: @escaping (Prompt) -> Answer
  ) {
    switch kind {
    case .interceptor: interceptors[name] = .immediate(code)
    case .translator: translators[name] = .immediate(code)
    case .adapter: adapters[name] = .immediate(code)
    case .task: tasks[name] = .immediate(code)
    case .variant: variants[name] = .immediate(code)
    case .router: routers[name] = .recorded(code)
    case .step: break
    }
  }

  /// The answer of host code; an error that it throws is a failure. Only the type of a host's error
  /// is journaled, not its text. Of an error of this library, nothing that quotes a value is
  /// journaled.
  private static func answer(_ name: String, _ code: () throws -> Answer) -> Answer {
    do {
      return try code()
    } catch {
      return failure(of: name, error)
    }
  }

  private static func failure(of name: String, _ error: any Error) -> Answer {
    if let error = error as? ParameterCodingError {
      return .failed(reason: "\(name): \(error.journaledReason)")
    }
    return .failed(reason: "\(name): \(type(of: error))")
  }
}

/// The reply of a router's host code to a request.
public enum RouterReply: Hashable, Sendable {
  /// It took the request; its changes to the tree are the result of the request.
  case taken
  /// It sends the request elsewhere; its changes are dropped.
  case goTo(RouteRequest.Target)
  /// It leaves the request to the next router. Its changes stay if another router, or a route that
  /// belongs to no router, takes the request; otherwise they are dropped.
  case declined
}

extension Prompt {
  /// The answer of code that returns another link, or nil to leave the link.
  fileprivate func rewriting(_ link: String, to other: String?, by name: String) -> Answer {
    // A link with its whole text hidden can only be matched when the code returns it.
    if !hidesWholeLink, other.map({ $0.hasSameBytes(as: link) }) ?? true { return .allow }
    guard let session else { return .allow }  // it is no longer awaited
    do throws(RouteLink.ParseError) {
      return .redirect(.link(try session.link(other ?? link)))
    } catch {
      return .failed(reason: "\(name) gives no link: \(error)")
    }
  }

  /// The screen that a task is asked about, as a value of its type; nil when it has another type.
  ///
  /// - Throws: ``ParameterCodingError`` when a private value is gone.
  public func screen<Type: ScreenKind>(
    as type: Type.Type = Type.self
  ) throws(ParameterCodingError) -> Type? {
    guard let screen, screen.kind.hasSameBytes(as: Type.kind) else { return nil }
    return try revealed(screen.parameters).decode(type)
  }
}
