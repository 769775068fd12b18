/// Host code that steps of a destination ask for by name.
extension RouteSession.Configuration {
  /// Translates values of a type, a notification's for example, to the screen whose parameters are
  /// among the value's fields: `{"id": "7"}` opens `Product(id: 7)`. Texts are read as a link's;
  /// fields that are no parameters are passed over. A field that is missing or cannot be read ends
  /// the request as failed; a value that has none of the parameters, and a field `link`, leads
  /// where that leads.
  ///
  /// ```swift
  /// $0.translate(Entrance.opened, to: Product.self)
  /// ```
  ///
  /// - Parameters:
  ///   - type: the value's type.
  ///   - kind: the screen's type, which the table declares.
  ///   - route: the route to go by; nil for the one that leads to the screen.
  public mutating func translate<Kind: ScreenKind>(
    _ type: String, to kind: Kind.Type, by route: String? = nil
  ) {
    translators[type] = .immediate { $0.translated(to: Kind.kind, by: route) }
  }

  /// Draws a variant of an experiment for a request, see ``Destination/Guard/variant(_:is:)``. What
  /// was drawn is recorded, and stands in the journal's `variant` column.
  public mutating func variant(_ name: String, _ code: @escaping (Prompt) -> String) {
    variants[name] = .immediate { .variant(code($0)) }
  }

  /// Gives a step its parameters instead of the request's, see ``Destination/Step/adapter``. The
  /// step binds them as it would bind the request's.
  public mutating func adapt(_ name: String, _ code: @escaping (Prompt) throws -> Parameters) {
    adapters[name] = .immediate { prompt in
      Self.answer(name) { .parameters(try code(prompt)) }
    }
  }

  /// Gives a step its parameters, by a screen's type.
  public mutating func adapt<Type: ScreenKind>(
    _ name: String, to type: Type.Type = Type.self, _ code: @escaping (Prompt) throws -> Type
  ) {
    adapt(name) { try Parameters(encoding: try code($0)) }
  }

  /// Changes the parameters of screens that a route finds or builds, see
  /// ``Destination/Step/tasks``: the code returns all of them, or nil where they stay. What it
  /// throws fails the request, and nothing of what the request had changed is seen.
  public mutating func task(_ name: String, _ code: @escaping (Prompt) throws -> Parameters?) {
    tasks[name] = .immediate { prompt in
      Self.answer(name) { try code(prompt).map(Answer.parameters) ?? .allow }
    }
  }

  /// Changes screens of one type; all others stay.
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

  /// Makes another link of a link before it is matched, see ``RouteLink/Rules/Rewriter``. The code
  /// gets the link with its private values revealed and gives the other one, or nil where the link
  /// stays. What it gives is recorded, its private values as tokens, and is not rewritten again.
  ///
  /// The code is an interceptor of that name: with ``answer(_:_:)-(String,_)`` it may deny a link,
  /// or let it wait. A link of which private values are gone stays as it is.
  public mutating func rewrite(
    _ name: String, _ code: @escaping (_ link: String, Prompt) throws -> String?
  ) {
    interceptors[name] = .immediate { prompt in
      guard let link = prompt.link else { return .allow }
      return Self.answer(name) { prompt.rewriting(link, to: try code(link, prompt), by: name) }
    }
  }

  /// Makes another link of a link after a while, when a server was asked for example.
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
  /// so. It may change the tree, take the request, or leave it to the next router.
  public mutating func route(
    _ router: String, _ code: @escaping (inout TreeEditor, Prompt) throws -> RouterReply
  ) {
    routers[router] = .immediate(code)
  }

  /// Contributes a router's host code that takes its time. It answers with the target that it sends
  /// the request to, or with nil to leave it to the next router, which is asked only then.
  public mutating func routeLater(
    _ router: String, _ code: @escaping (Prompt) async -> RouteRequest.Target?
  ) {
    routers[router] = .later { prompt in await code(prompt).map(Answer.redirect) ?? .declined }
  }

  /// Contributes the Swift steps of an app, and nothing else that it contributes.
  package mutating func contributeSteps(of contribute: (inout Self) -> Void) {
    var theirs = Self()
    contribute(&theirs)
    steps.merge(theirs.steps) { _, new in new }
  }

  /// Contributes host code of any kind that answers as it was recorded; never a Swift step, whose
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

  /// The answer of host code; an error that it throws is a failure. Of a host's error only the type
  /// is journaled, not its text; of one of this library's own, nothing that it says of a value.
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
  /// It took the request: what it changed is what the request has led to.
  case taken
  /// It sends the request elsewhere; what it changed is gone.
  case goTo(RouteRequest.Target)
  /// It leaves the request to the next router. What it changed stays when one of those takes it, or
  /// a route that belongs to no router, and is gone otherwise.
  case declined
}

extension Prompt {
  /// The answer of code that gives another link, or nil where it stays.
  fileprivate func rewriting(_ link: String, to other: String?, by name: String) -> Answer {
    // A link that is hidden whole can only be matched when it is given back.
    if !hidesWholeLink, other.map({ $0.hasSameBytes(as: link) }) ?? true { return .allow }
    guard let session else { return .allow }  // it is awaited no longer
    do throws(RouteLink.ParseError) {
      return .redirect(.link(try session.link(other ?? link)))
    } catch {
      return .failed(reason: "\(name) gives no link: \(error)")
    }
  }

  /// The screen that a task is asked about, as a value of its type; nil when it is of another.
  ///
  /// - Throws: ``ParameterCodingError`` when a private value is gone.
  public func screen<Type: ScreenKind>(
    as type: Type.Type = Type.self
  ) throws(ParameterCodingError) -> Type? {
    guard let screen, screen.kind.hasSameBytes(as: Type.kind) else { return nil }
    return try revealed(screen.parameters).decode(type)
  }
}
