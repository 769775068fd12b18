extension RouteRequest.Target {
  /// Adds the target to a digest, beginning with a number for its kind.
  package func combine(into digest: inout Digest64) {
    switch self {
    case .link(let link):
      digest.combine(1 as UInt8)
      digest.combine(bytes: link.bytes)  // its text, which would have to be made
    case .route(let identifier, let parameters):
      digest.combine(2 as UInt8)
      digest.combine(identifier)
      parameters.combine(into: &digest)
    case .screen(let kind, let parameters):
      digest.combine(3 as UInt8)
      digest.combine(kind)
      parameters.combine(into: &digest)
    case .value(let type, let fields):
      digest.combine(4 as UInt8)
      digest.combine(type)
      fields.combine(into: &digest)
    case .fact(let fact):
      digest.combine(5 as UInt8)
      fact.combine(into: &digest)
    }
  }
}

extension HostFact {
  fileprivate func combine(into digest: inout Digest64) {
    switch self {
    case .popped(let id): digest.combine(number: 1, id)
    case .poppedTo(let id): digest.combine(number: 2, id)
    case .dismissed(let id): digest.combine(number: 3, id)
    case .selected(let id): digest.combine(number: 4, id)
    case .activated(let scene):
      digest.combine(5 as UInt8)
      digest.combine(scene)
    case .returned(let id, let parameters):
      digest.combine(number: 8, id)
      parameters.combine(into: &digest)
    case .reconciled(let displayed):
      digest.combine(6 as UInt8)
      displayed.combine(into: &digest)
    case .renderFailed(let failure):
      digest.combine(number: 7, failure.screen)
      digest.combine(UInt64(bitPattern: failure.entry))
      digest.combine(failure.reason)
      digest.combine(failure.isReported ? 1 as UInt8 : 0)
      failure.displayed.combine(into: &digest)
    }
  }
}

extension DisplayedScreens {
  fileprivate func combine(into digest: inout Digest64) {
    digest.combine(UInt64(scenes.count))
    for scene in scenes {
      digest.combine(scene.name)
      scene.root.combine(into: &digest)
    }
    digest.combine(UInt64(parts.count))
    for part in parts { part.combine(into: &digest) }
    digest.combine(optional: activeScene)
    digest.combine(isComplete ? 1 as UInt8 : 0)
    digest.combine(optional: flaw)
  }
}

extension Subtree {
  fileprivate func combine(into digest: inout Digest64) {
    digest.combine(optional: id?.rawValue)
    digest.combine(kind)
    parameters.combine(into: &digest)
    digest.combine(UInt64(container?.layout.number ?? 0))
    if case .custom(let name, _)? = container { digest.combine(name) }
    digest.combine(ownership.number)
    digest.combine(UInt64(children.count))
    for child in children { child.combine(into: &digest) }
    digest.combine(optional: selected.map { UInt64(bitPattern: Int64($0)) })
    digest.combine(UInt64(style.form.number))
    if !style.isPlain { digest.combine(style.text) }
    digest.combine(UInt64(presented.count))
    for screen in presented { screen.combine(into: &digest) }
    digest.combine(isReady ? 1 as UInt8 : 0)
  }
}

extension Digest64 {
  fileprivate mutating func combine(number: UInt8, _ id: ScreenID?) {
    combine(number)
    combine(optional: id?.rawValue)
  }
}

extension RouteRequest {
  /// Identifies the request whenever it comes. It depends on the target and the entry point, but
  /// not on the time or the principal. It is never 0, which means no request.
  public var fingerprint: UInt64 { max(1, keyedFingerprint ?? contentDigest) }

  private var contentDigest: UInt64 {
    var digest = Digest64()
    digest.combine(entryPoint.rawValue)
    target.combine(into: &digest)
    return digest.value
  }

  /// Adds every field to a digest.
  package func combine(into digest: inout Digest64) {
    digest.combine(contentDigest)
    digest.combine(optional: keyedFingerprint)
    digest.combine(UInt64(bitPattern: at.microseconds))
    digest.combine(optional: principal)
    digest.combine(optional: source)
    digest.combine(options.isSuspendable ? 1 as UInt8 : 0)
    digest.combine(options.isAnimated ? 1 as UInt8 : 0)
    digest.combine(optional: options.lifetimeMicroseconds.map { UInt64(bitPattern: $0) })
    digest.combine(optional: options.scene)
    digest.combine(optional: options.onBehalfOf.map { UInt64(bitPattern: $0.rawValue) })
    if let result = options.result { digest.combine("result " + result) }
    if options.router != nil || options.staysBelowRouter {
      digest.combine(optional: options.router)
      digest.combine(options.staysBelowRouter ? 1 as UInt8 : 0)
    }
  }
}

extension RouteRequest.Target {
  /// The target in one line, for errors. For a host fact it contains no ids of screens and entries,
  /// so that the text is the same in every journal.
  public var summary: String {
    switch self {
    case .link(let link): link.text
    case .route(let identifier, _): "route \(identifier)"
    case .screen(let kind, let parameters): "\(kind)(\(parameters.notation))"
    case .value(let type, _): "value \(type)"
    case .fact(let fact): fact.words(namesIDs: false)
    }
  }
}
