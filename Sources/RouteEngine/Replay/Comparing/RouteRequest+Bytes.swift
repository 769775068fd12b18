import RouteEngine

extension RouteRequest {
  /// Whether all fields are equal, byte for byte.
  func hasSameBytes(as other: RouteRequest) -> Bool {
    if isCopy(of: other) { return true }
    if case .link(let link) = target, case .link(let otherLink) = other.target {
      // Most requests are links: this takes a third of the instructions of two digests.
      return link.bytes == otherLink.bytes && hasSameSurroundings(as: other)
    }
    return wholeDigest == other.wholeDigest
  }

  /// Whether everything except the target is equal.
  private func hasSameSurroundings(as other: RouteRequest) -> Bool {
    entryPoint == other.entryPoint && at == other.at && keyedFingerprint == other.keyedFingerprint
      && Bytes.same(principal, other.principal) && Bytes.same(source, other.source)
      && options.hasSameBytes(as: other.options)
  }

  private var wholeDigest: UInt64 {
    var digest = Digest64()
    combine(into: &digest)
    return digest.value
  }
}

extension RouteRequest.Options {
  fileprivate func hasSameBytes(as other: Self) -> Bool {
    isSuspendable == other.isSuspendable && isAnimated == other.isAnimated
      && lifetimeMicroseconds == other.lifetimeMicroseconds && onBehalfOf == other.onBehalfOf
      && staysBelowRouter == other.staysBelowRouter && Bytes.same(scene, other.scene)
      && Bytes.same(router, other.router) && Bytes.same(result, other.result)
  }
}
