/// Routes of the table that redirect their requests.
extension Decider {
  /// Asks the table's rewriter about a link that the request has or was redirected to.
  ///
  /// - Returns: nil when the link is matched as it is.
  mutating func rewrite(_ target: RouteRequest.Target) -> Attempt? {
    guard case .link(let link) = target, rewrittenHop != hop,
      let name = input.table.rewriter(of: link)
    else { return nil }
    do throws(PlanFailure) {
      let next = try ask([name], nil, at: .match) { _ in .link(link) }
      if case .redirected? = next { rewrittenHop = hop + 1 }
      return next
    } catch {
      return .decision(.decided(ended(.failed(step: error.step, reason: error.reason))))
    }
  }

  /// Continues with the target of a redirect.
  func follow(_ redirect: Route.Redirect, of match: Match) -> Attempt {
    switch redirect {
    case .route(let identifier, let bindings):
      var parameters = match.parameters
      // If the source is missing, so is the parameter: a parameter of the same name would be
      // another one.
      for element in bindings.elements { parameters[element.name] = nil }
      for element in bindings.values(from: match.parameters) {
        parameters[element.name] = element.value
      }
      return .redirected(.route(identifier, parameters))
    case .link(let parameter):
      do throws(Flaw) {
        return .redirected(.link(try link(in: parameter, of: match)))
      } catch {
        let reason = "\(parameter) \(error.words)"
        return .decision(.decided(ended(.failed(step: 0, reason: reason), match)))
      }
    }
  }

  /// Why a parameter has no link to follow. It does not contain the parameter's value.
  private struct Flaw: Error {
    let words: String
  }

  private func link(in parameter: String, of match: Match) throws(Flaw) -> RouteLink {
    let text: String
    switch match.parameters[parameter] {
    case .string(let given) where TokenText.isMisfit(given):
      throw Flaw(words: "is no link that may be followed, and is hidden")
    case .string(let given): text = given
    case .token: throw Flaw(words: "is private, and only its token is known")
    default: throw Flaw(words: "holds no link")
    }
    do throws(RouteTable.ClosedRedirect) {
      return try input.table.linkToFollow(
        text, maximumLength: input.limits.linkBytes,
        maximumQueryItems: input.limits.queryItems)
    } catch {
      switch error {
      case .noLink(let error): throw Flaw(words: "holds no link: \(error)")
      case .elsewhere:
        throw Flaw(words: "leads to a host or a scheme that the table does not name")
      case .holdsPrivateValues:
        throw Flaw(words: "brings what is or may be private, which no redirect may")
      }
    }
  }
}
