extension RouteSession {
  /// Opens a link or value by which the app was entered. The entrance states its entry point and
  /// its source's id.
  ///
  /// - Parameters:
  ///   - entrance: the link or value.
  ///   - options: further options of the caller.
  ///   - isolation: the actor that the session lives on; the caller's.
  /// - Returns: the opening, at once. A caller that has to tell the system whether the link was
  ///   taken reads ``Opening/accepted``. A link that cannot be read, and a value whose type is
  ///   empty or longer than ``RouteLimits/nameBytes``, end as failed.
  @discardableResult
  public func open(
    _ entrance: Entrance, options: RouteRequest.Options = RouteRequest.Options(),
    isolation: isolated any Actor = #isolation
  ) -> Opening {
    switch entrance.wish {
    case .link(let address):
      return open(address, from: entrance.entryPoint, source: entrance.source, options: options)
    case .value(let type, let info):
      let limits = configuration.limits
      guard (1...limits.nameBytes).contains(type.utf8.count) else {
        let reason = "a value's type has 1 to \(limits.nameBytes) bytes"
        return refuse(
          type.utf8.count, as: .failed(step: 0, reason: reason), entrance.entryPoint,
          source: entrance.source, options: options)
      }
      return open(
        .value(type: type, info.fields(within: limits)), from: entrance.entryPoint,
        source: entrance.source, options: options)
    }
  }

  /// The answer for a value for which the host contributes no translator: the web address that came
  /// with the value, or no target for a dismissed notification.
  ///
  /// - Returns: nil when no address came with it.
  func ownLink(of asking: Decision.Asking) -> Answer? {
    guard asking.question.kind == .translator else { return nil }
    if asking.request.isDismissal { return .translated([]) }
    guard asking.request.followsItsLink,
      case .string(let address)? = asking.parameters[ReceivedInfo.linkField].flatMap(reveal)
    else { return nil }
    do throws(RouteLink.ParseError) {
      return .translated([.link(try link(address))])
    } catch {
      return .failed(reason: error.reason)
    }
  }
}

extension Prompt {
  /// The translation of the value's fields into a screen with these parameters. If the screen needs
  /// parameters and the value has none of them, the answer is the one without a translator.
  ///
  /// - Parameters:
  ///   - kind: the screen's kind.
  ///   - route: the route to use; nil for the one that leads there.
  func translated(to kind: String, by route: String?) -> Answer {
    func failure(_ error: some CustomStringConvertible) -> Answer {
      .failed(reason: "\(question.name): \(error)")
    }
    guard let table = session?.table else { return .translated([]) }  // it is no longer awaited
    do throws(FieldError) {
      let fields = try table.parameters(of: kind, among: revealed(parameters))
      do throws(LeadingError) {
        return .translated([try table.target(leadingTo: kind, fields, by: route)])
      } catch {
        return failure(error)
      }
    } catch {
      if case .missing = error, !table.hasParameter(of: kind, among: parameters),
        let ownLink
      {
        return ownLink
      }
      return failure(error)
    }
  }
}
