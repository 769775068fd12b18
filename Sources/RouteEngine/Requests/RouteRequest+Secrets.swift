extension RouteRequest.Target {
  /// Whether it brings a secret, so that it can be carried out in the process that was given it,
  /// and nowhere else.
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
  /// Whether a token in it stands for a secret.
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
  /// How a request ends that would have to wait, and brings what is not kept meanwhile.
  package static var secretCannotWait: Outcome {
    .failed(
      step: 0,
      reason: "it brings a secret, which is not kept for later; open it when it need not wait")
  }

  /// How a request ends at a launch that brought a secret to an earlier one.
  package static var secretIsGone: Outcome {
    .failed(step: 0, reason: "it brought a secret, which was not kept; ask for it again")
  }
}
