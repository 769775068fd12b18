extension RouteRequest.Target {
  /// Whether it has a secret, so that only the process that received it can carry it out.
  package var holdsSecret: Bool {
    switch self {
    case .link(let link): link.holdsSecret
    case .route(_, let parameters), .screen(_, let parameters), .value(_, let parameters):
      parameters.contains { $0.value.isSecret }
    case .fact: false
    }
  }
}

extension RouteLink {
  /// Whether one of its tokens stands for a secret.
  fileprivate var holdsSecret: Bool {
    guard carriesTokens else { return false }
    return bytes.indices.contains { TokenText.secretStarts(in: bytes, at: $0) }
  }
}

extension ParameterValue {
  /// Whether it stands for a secret.
  package var isSecret: Bool {
    if case .token(let token) = self { TokenText.isSecret(token) } else { false }
  }
}

extension Outcome {
  /// The outcome of a request that would have to wait and has a secret, which is not kept
  /// meanwhile.
  package static var secretCannotWait: Outcome {
    .failed(
      step: 0,
      reason: "it brings a secret, which is not kept for later; open it when it need not wait")
  }

  /// The outcome, at a launch, of a request that an earlier process received with a secret.
  package static var secretIsGone: Outcome {
    .failed(step: 0, reason: "it brought a secret, which was not kept; ask for it again")
  }
}
