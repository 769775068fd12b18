/// Searches inputs that are about to be journaled for values that may not be.
extension PrivateValues {
  /// The request with its private values replaced by tokens.
  ///
  /// The hidden values depend on the principal, so a request that may have to be recognised later
  /// gets a fingerprint of its target before they are hidden.
  package func hide(_ request: RouteRequest, table: RouteTable) -> RouteRequest {
    var hidden = request
    hide(in: &hidden, table: table)
    return hidden
  }

  /// Whether a target may bring private values. Most links bring none, and this check first saves
  /// 1,000 instructions.
  private func mayHide(_ target: RouteRequest.Target, _ table: RouteTable) -> Bool {
    if case .link(let link) = target { table.mayHoldPrivateValues(link) } else { true }
  }

  /// Replaces the private values of a request in place.
  func hide(in request: inout RouteRequest, table: RouteTable) {
    hasHidden = false
    guard mayHide(request.target, table) else { return }
    let hidden = hide(request.target, of: Owner(request), table)
    if hasHidden, request.source != nil || table.mayAskHostCode(about: request.target) {
      request.keyedFingerprint = fingerprint(of: request, table)
    }
    request.target = hidden
  }

  /// The answer with its private values replaced by tokens: it is recorded like the request.
  ///
  /// An answer may come late. If the principal of the request has signed out meanwhile, no new key
  /// is made for that principal: the answer's values are gone at once.
  ///
  /// - Parameters:
  ///   - answer: the answer.
  ///   - request: the request that the question was about.
  ///   - given: the parameters that the code was given, and those of the screens in the question.
  ///   - kind: the kind of the screen that the answer's parameters are for; nil for any.
  ///   - route: the route whose other screens may also take the parameters; nil for none.
  ///   - table: the route table.
  ///   - principal: the principal now.
  ///   - moment: this moment.
  ///   - isRewritten: whether a link is matched as it is and is not rewritten again.
  package func hide(
    _ answer: Answer, to request: RouteRequest, given: @autoclosure () -> [Parameters] = [],
    about kind: String? = nil, in route: String? = nil, table: RouteTable,
    for principal: String?, at moment: RouteInstant, isRewritten: Bool = false
  ) -> Answer {
    var owner = Owner(request)
    owner.isRewritten = isRewritten
    owner.now = moment.microseconds
    if let asker = request.principal, !(principal?.hasSameBytes(as: asker) ?? false) {
      owner.isGone = !hasKey(of: asker)
    }
    switch answer {
    case .redirect(let target): return .redirect(hide(target, of: owner, table))
    case .translated(let targets):
      let count = additionCount
      let hidden = targets.map { hide($0, of: owner, table) }
      if hidden.contains(where: { $0.problem != nil }) { forgetAdditions(after: count) }
      return .translated(hidden)
    case .edited(let changes): return .edited(changes.map { hide($0, of: owner, table) })
    case .passed(let changes): return .passed(changes.map { hide($0, of: owner, table) })
    case .parameters(let parameters):
      return .parameters(
        hide(parameters, of: owner, table, isOfAnyKind: kind == nil) { name in
          guard let kind else { return table.disclosure(ofAny: name) }
          guard let route else { return table.disclosure(of: name, ofKind: kind) }
          return table.disclosure(of: name, ofKind: kind, inRoute: route)
        })
    case .deny(let reason):
      return .deny(reason: hide(in: reason, about: request, with: given(), for: principal))
    case .failed(let reason):
      return .failed(reason: hide(in: reason, about: request, with: given(), for: principal))
    case .allow, .wait, .variant, .declined: return answer
    }
  }

  /// The owner of the hidden values, and the circumstances of hiding.
  struct Owner {
    let name: String
    var now: Int64
    /// The principal who may reveal the tokens that are already there.
    let reader: String?
    /// Whether tokens are made only for comparing: then nothing is written to the vault.
    let isForComparing: Bool
    /// Whether the owner has signed out: then nothing is kept, and the tokens stand for no value.
    var isGone = false
    /// Whether links are matched as they are, without being rewritten.
    var isRewritten = false

    /// The owner of the values of a request: its principal, if there is one. For comparing it is
    /// the journal, which is the same for every principal.
    init(_ request: borrowing RouteRequest, isForComparing: Bool = false) {
      name = isForComparing ? journalOwner : request.principal ?? nobody
      now = request.at.microseconds
      reader = request.principal
      self.isForComparing = isForComparing
    }
  }

  /// The fingerprint of the request with every private value under a key of the journal's,
  /// including values that came as tokens.
  private func fingerprint(of request: RouteRequest, _ table: RouteTable) -> UInt64 {
    var compared = request
    compared.target = hide(request.target, of: Owner(request, isForComparing: true), table)
    return compared.fingerprint
  }

  private func hide(
    _ target: RouteRequest.Target, of owner: Owner, _ table: RouteTable
  ) -> RouteRequest.Target {
    switch target {
    case .link(let link):
      guard table.mayHoldPrivateValues(link) else { return target }
      let count = additionCount
      let hidden = RouteRequest.Target.link(hide(link, of: owner, table))
      if hidden.problem != nil { forgetAdditions(after: count) }
      return hidden
    case .route(let identifier, let parameters):
      return .route(
        identifier,
        hide(parameters, of: owner, table) { name in
          table.disclosure(of: name, in: parameters, ofRoute: identifier)
        })
    case .screen(let kind, let parameters):
      return .screen(
        kind: kind,
        hide(parameters, of: owner, table) { table.disclosure(of: $0, ofKind: kind) })
    case .value(let type, let fields):
      // The meaning of a foreign value's fields is not declared, so no field is journaled in clear.
      return .value(type: type, hide(fields, of: owner, table, by: table.disclosure(ofUndeclared:)))
    case .fact(let fact): return .fact(hide(fact, of: owner, table))
    }
  }

  private func hide(
    _ link: RouteLink, of owner: Owner, _ table: RouteTable
  ) -> RouteLink {
    let isOpaque = !link.hidesPath && table.isOpaque(link)
    if isOpaque, !owner.isRewritten { return hideWhole(link, of: owner, table) }
    let parts = table.privateParts(of: link)
    // Nothing is known of the link: it may be the rewritten link, or a similar one.
    if owner.isRewritten, !link.hidesPath, parts.routes.isEmpty {
      return hideWhole(link, of: owner, table)
    }
    let hidden = hide(link, parts, of: owner, table)
    let isClear = parts.doubtful == nil && !parts.resembles
    let inPath = !parts.captures.isEmpty && (!isClear || table.privatePlaces.haveTypes)
    guard hidden.carriesTokens, inPath || table.turnsOnTokens else { return hidden }
    func isTaken(_ other: RouteLink) -> Bool {
      table.privateParts(of: other).routes == parts.routes
    }
    // With a token, the link may belong to another route.
    if isTaken(hidden) { return hidden }
    for form in [TokenForm.text, .misfit] {
      let other = hide(link, parts, form, of: owner, table)
      if isTaken(other) { return other }
    }
    if let doubtful = parts.doubtful {
      // Then it belongs to no route.
      return hide(link, RouteTable.PrivateParts(stray: doubtful), of: owner, table)
    }
    guard parts.resembles else { return hidden }
    // An expression matched it, so it was meant for that route.
    let meant = table.privateParts(of: link, asMeant: true)
    return hide(link, meant, of: owner, table)
  }

  /// The link with one token for everything behind its host.
  private func hideWhole(_ link: RouteLink, of owner: Owner, _ table: RouteTable) -> RouteLink {
    let path = link.pathRange
    let rest = String(decoding: link.bytes[path.lowerBound...], as: UTF8.self)
    let isSecret = !table.secretNames.isEmpty
    let token = misfit(.string(rest), of: owner, isSecret: isSecret, isKept: true)
    let userInfo = link.userInfoRange.map { self.token(for: $0, of: link, of: owner) }
    return link.replacing(
      pathCaptures: [(path, "/" + token)], userInfo: userInfo.map { .token($0) } ?? .keep,
      fragment: .drop, query: { _ in .drop })
  }

  /// The forms of a token. The second and the third form are for links that the form before would
  /// lead to other routes.
  private enum TokenForm {
    case plain
    /// With a leading `~` where the token replaces a text: it then fits no other type.
    case text
    /// Also with a trailing `~` in a path that fits no pattern: it then fits none.
    case misfit
  }

  private func hide(
    _ link: RouteLink, _ parts: RouteTable.PrivateParts, _ form: TokenForm = .plain,
    of owner: Owner, _ table: RouteTable
  ) -> RouteLink {
    var captures = parts.captures.map { capture in
      (capture.range, token(for: capture, of: link, form, of: owner))
    }
    let isKept = !owner.isRewritten && table.rewriter(of: link) != nil
    if let stray = parts.stray, !link.hidesPath {
      // It may be meant for any route, and contain a secret of that route.
      let isSecret = !table.secretNames.isEmpty
      let value = ParameterValue.string(link.decoded(stray))
      captures.append((stray, misfit(value, of: owner, isSecret: isSecret, isKept: isKept)))
    }
    let said = form == .plain ? "" : "~"
    func treatment(of item: RouteLink.QueryItem) -> RouteLink.Treatment {
      let range = item.isBare ? item.nameRange : item.valueRange
      if link.isMisfit(range) { return .keep }
      if let token = link.token(in: range) {
        let mark = link.isTokenOfText(range) ? "~" : ""
        return .token(mark + self.token(again: token, of: owner))
      }
      if table.tells(item, of: link, routesAt: parts.routes) { return .keep }
      if form == .misfit, item.isBare, table.turnsOn(item) { return .keep }
      if let path = path(of: item, link, parts.routes, form, owner, table) {
        return .path(path)
      }
      if table.isClosedRedirect(item, routesAt: parts.routes) {
        let text = item.value(plusIsSpace: table.plusIsSpace(inRoutes: parts.routes))
        let isSecret = !table.secretNames.isEmpty
        return .token(misfit(.string(text), of: owner, isSecret: isSecret))
      }
      return hide(item, of: link, form, owner, table, routesAt: parts.routes)
    }
    var fragment = RouteLink.Treatment.keep
    var items: ((RouteLink.QueryItem) -> RouteLink.Treatment)?
    if table.tellsFragment(of: link, routesAt: parts.routes) {
      // Its meaning is that in the table.
    } else if table.readsFragment(inRoutes: parts.routes) {
      items = treatment
    } else if let path = path(of: nil, link, parts.routes, form, owner, table) {
      fragment = .path(path)
    } else if let range = link.fragmentRange, !range.isEmpty, !link.isMisfit(range) {
      let isSecret =
        table.bringsSecretsBesidePath || table.mayHoldSecret(link.decoded(range))
      let token = token(for: range, of: link, of: owner, isSecret)
      let mark = link.isTokenOfText(range) ? "~" : said
      fragment = .token(form == .misfit ? token + "~" : mark + token)
    }
    return link.replacing(
      pathCaptures: captures,
      userInfo: link.userInfoRange.map { .token(token(for: $0, of: link, of: owner)) } ?? .keep,
      fragment: fragment, query: treatment, fragmentItems: items)
  }

  /// The path in a query item, or, without an item, in the fragment, with private parts replaced by
  /// tokens; nil when there is no path. Parts that a path resolves, such as `a/..`, are dropped.
  private func path(
    of item: RouteLink.QueryItem?, _ link: RouteLink, _ positions: [Int], _ form: TokenForm,
    _ owner: Owner, _ table: RouteTable
  ) -> [UInt8]? {
    guard let text = table.pathText(of: item, of: link, routesAt: positions),
      let found = text.find(in: link, plusIsSpace: table.plusIsSpace(inRoutes: positions))
    else { return nil }
    let read = (found.path, found.captures)
    var (result, done) = ([UInt8](), 1)
    for slot in text.compiled.captures.indices {
      guard let range = found.captures[slot],
        let declared = table.hidden(slot, of: text, read, routesAt: positions)
      else { continue }
      result += found.path.bytes[done..<range.lowerBound]
      result += token(for: (range, declared), of: found.path, form, of: owner).utf8
      done = range.upperBound
    }
    return result + found.path.bytes[done...]
  }

  /// The token of a capture, which may already be a token.
  private func token(
    for capture: (range: Range<Int>, declared: CaptureTypes.Entry), of path: RouteLink,
    _ form: TokenForm, of owner: Owner
  ) -> String {
    let type = capture.declared.type
    // A route that matched a case of an enum in other letter case ignores it.
    let value = path.value(of: type, in: capture.range, folding: true)
    let isSecret = capture.declared.secrecy == .secret
    let token = token(for: capture.range, of: path, value, of: owner, isSecret)
    let isOfText = form != .plain && type == .string || path.isTokenOfText(capture.range)
    return isOfText ? "~" + token : token
  }

  /// The token of a part of a link, which may already be a token.
  private func token(
    for range: Range<Int>, of link: RouteLink, _ value: ParameterValue? = nil, of owner: Owner,
    _ isSecret: Bool = false
  ) -> String {
    if let token = link.token(in: range) { return self.token(again: token, of: owner) }
    return token(for: value ?? .string(link.decoded(range)), of: owner, isSecret: isSecret)
  }

  /// The token to journal for a token that host code returns: it stays, unless it is for comparing.
  private func token(again token: String, of owner: Owner) -> String {
    hasHidden = true
    let token = current(token)
    if owner.isForComparing, TokenText.isSecret(token) { return Secrets.placeholder }
    guard owner.isForComparing, let value = reveal(token, principal: owner.reader) else {
      return token
    }
    return self.token(for: value, of: owner)
  }

  private func hide(
    _ item: RouteLink.QueryItem, of link: RouteLink, _ form: TokenForm, _ owner: Owner,
    _ table: RouteTable, routesAt positions: [Int]
  ) -> RouteLink.Treatment {
    let name = item.name
    let said = form == .plain ? "" : "~"
    let disclosure = table.disclosure(of: name, ofRoutesAt: positions)
    guard disclosure != .open else { return .keep }
    let isSecret = disclosure.isSecret
    let plusIsSpace = table.plusIsSpace(inRoutes: positions)
    let given = item.value(plusIsSpace: plusIsSpace)
    if item.isBare {
      let isSecret = isSecret || table.mayHoldSecret(name)
      return .token(token(for: .string(name), of: owner, isSecret: isSecret))
    }
    guard let type = disclosure.type else {
      // An undeclared name may itself be meant as a value.
      let mayBePath = table.bringsSecretsBesidePath && table.asksForItem(item)
      let isSecret = isSecret || mayBePath || table.mayHoldSecret(given)
      guard !table.mayNameBePrivate(item) else {
        let whole = ParameterValue.string("\(name)=\(given)")
        return .whole(token(for: whole, of: owner, isSecret: isSecret || table.mayHoldSecret(name)))
      }
      let token = token(for: .string(given), of: owner, isSecret: isSecret)
      return .token(form == .misfit && table.asksForItem(item) ? token + "~" : said + token)
    }
    if case .list(let element, .item) = type {
      // One token replaces the whole list, at the position of its first item.
      let isBoth = table.readsFragment(inRoutes: positions)
      let items = link.items(fragmentToo: isBoth).filter { $0.hasName(item.decodedName) }
      guard items.first?.nameRange == item.nameRange else { return .drop }
      let texts = items.map { $0.decodedValue(plusIsSpace: plusIsSpace) }
      guard let list = ParameterType.list(texts, of: element) else {
        return .token(misfit(.string(given), of: owner, isSecret: isSecret))
      }
      return .token(token(for: list, of: owner, isSecret: isSecret))
    }
    guard let value = type.value(from: given.utf8) else {
      return .token(misfit(.string(given), of: owner, isSecret: isSecret))
    }
    let token = token(for: value, of: owner, isSecret: isSecret)
    return .token(type == .string ? said + token : token)
  }

  /// The parameters with their private values replaced by tokens.
  ///
  /// - Parameters:
  ///   - isOfAnyKind: whether they are those of a screen of unknown kind. Then the types that a
  ///     kind declares are not known either.
  ///   - disclosure: which values may be journaled, by name.
  func hide(
    _ parameters: Parameters, of owner: Owner, _ table: RouteTable, isOfAnyKind: Bool = false,
    by disclosure: (String) -> RouteTable.Disclosure
  ) -> Parameters {
    var hidden = parameters
    for element in parameters {
      var value = element.value
      if case .token(let text) = value {
        guard !TokenText.isToken(text) else {
          hidden[element.name] = .token(token(again: text, of: owner))
          continue
        }
        // A caller made this token up, and the journal could not be read with it.
        value = .string(text)
        hidden[element.name] = value
      }
      let disclosure = disclosure(element.name)
      guard disclosure != .open else { continue }
      var isSecret = disclosure.isSecret
      if disclosure.type == nil, !(isOfAnyKind && table.declares(element.name)) {
        isSecret = isSecret || table.mayHoldSecret(value)
      }
      let fits = disclosure.type?.accepts(value) ?? true
      hidden[element.name] =
        fits
        ? .token(token(for: value, of: owner, isSecret: isSecret))
        : .string(misfit(value, of: owner, isSecret: isSecret))
    }
    return hidden
  }
}
