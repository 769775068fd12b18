extension RouteTable {
  /// Whether a parameter may be journaled in clear.
  package enum Disclosure: Hashable, Sendable {
    /// It may be journaled.
    case open
    /// It may not be journaled; with its declared type, if any.
    case hidden(ParameterType?)
    /// It may not be journaled, nor may anything derived from it be written; with its declared
    /// type, if any.
    case secret(ParameterType?)

    /// Whether it is a secret.
    var isSecret: Bool { if case .secret = self { true } else { false } }

    /// The declared type of a parameter that may not be journaled.
    var type: ParameterType? {
      switch self {
      case .open: nil
      case .hidden(let type), .secret(let type): type
      }
    }

    fileprivate var secrecy: Secrecy {
      switch self {
      case .open: .open
      case .hidden: .private
      case .secret: .secret
      }
    }

    fileprivate init(_ secrecy: Secrecy, _ type: ParameterType?) {
      switch secrecy {
      case .open: self = .open
      case .private: self = .hidden(type)
      case .secret: self = .secret(type)
      }
    }
  }

  /// The parts of a link that may not be journaled in clear, apart from its query, fragment and
  /// user info.
  package struct PrivateParts: Sendable {
    /// Captures of the path that may not be journaled, from left to right, as ranges of the link's
    /// bytes.
    package var captures: [(range: Range<Int>, declared: CaptureTypes.Entry)] = []
    /// The part of a path that matches no route which may be private: from a position to the end of
    /// the path. When it begins before the path, the host may be private, too.
    package var stray: Range<Int>?
    /// The part of a path that matches a route which may be private because the path, in another
    /// reading, may have been meant for another route. Captures in it are hidden. If the link would
    /// then no longer match the same routes, the whole part is hidden.
    var doubtful: Range<Int>?
    /// Whether captures are hidden because the link, as it is written, resembles another pattern.
    package var resembles = false
    /// The positions of the routes that the link matches: at most one for each router, and one of
    /// the table's own.
    package var routes: [Int] = []

    /// Sorts the captures from left to right.
    fileprivate mutating func sort() {
      guard captures.count > 1 else { return }
      captures.sort {
        ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
      }
    }

    /// Adds a capture. When routes of two routers capture the same text or overlapping parts, the
    /// union is as private as the stricter of the two declarations.
    fileprivate mutating func hide(_ range: Range<Int>, as declared: CaptureTypes.Entry) {
      guard let place = captures.firstIndex(where: { $0.range.shares(range) }) else {
        captures.append((range, declared))
        return
      }
      let other = captures.remove(at: place)
      let secrecy = max(other.declared.secrecy, declared.secrecy)
      let isSame = other.range == range && other.declared.type == declared.type
      let whole =
        min(
          other.range.lowerBound, range.lowerBound)..<max(
          other.range.upperBound, range.upperBound)
      hide(
        whole,
        as: CaptureTypes.Entry(
          name: declared.name, type: isSame ? declared.type : .string, secrecy: secrecy))
    }
  }

  /// Whether the link may have a part that is private: a query, a fragment, a user name, a path in
  /// a table where paths may hold private values, or all that only the rewriter can read.
  package func mayHoldPrivateValues(_ link: RouteLink) -> Bool {
    link.queryRange != nil || link.fragmentRange != nil || link.userInfoRange != nil
      || mayHidePath || isOpaque(link)
  }

  /// Whether a path may hold private values: in a private capture, or in a link that a route
  /// follows.
  package var mayHidePath: Bool { hasPrivateCaptures || followsLinks }

  /// The private parts of a link, by the declarations of the route that it matches. If it matches
  /// none, the path is open up to the position at which it resembles the text before a private
  /// capture, see ``PrivatePlaces``. If it matches one, captures of any text are hidden from that
  /// position on.
  ///
  /// - Parameters:
  ///   - link: the link.
  ///   - isMeant: whether a link that matches a route as it is written was meant for that route.
  ///   - depth: how many links it is nested in.
  package func privateParts(
    of link: RouteLink, asMeant isMeant: Bool = false, depth: Int = 0
  ) -> PrivateParts {
    var parts = PrivateParts()
    let all = allReadable(link)
    var texts: [(found: Int, slot: Int, range: Range<Int>)] = []
    var closed: [Range<Int>: Bool] = [:]
    // Several routes may follow the same link, which may hold others: each is examined once.
    func isClosed(_ name: String, ofRouteAt position: Int, _ range: Range<Int>) -> Bool {
      guard follows(name, ofRouteAt: position) else { return false }
      if let known = closed[range] { return known }
      let isClosed = self.isClosed(name, ofRoutesAt: [position], depth) { link.decoded(range) }
      closed[range] = isClosed
      return isClosed
    }
    // The captures of an empty path are empty and not part of the link.
    let isEmpty = path(of: link).isEmpty
    for (number, found) in all.enumerated() {
      let compiled = pattern(found.value)
      parts.routes.append(compiled.route)
      for (slot, capture) in compiled.captures.enumerated() {
        guard !isEmpty, let range = found.captures[slot] else { continue }
        if capture.secrecy != .open {
          parts.hide(range, as: capture)
        } else if isClosed(capture.name, ofRouteAt: compiled.route, range) {
          parts.hide(range, as: textOfUnknown(capture.name))
        } else if capture.type.takesAnyText {
          texts.append((number, slot, range))
        }
      }
    }
    let needsReading = !texts.isEmpty || link.hostIsOdd
    if all.isEmpty {
      // A path that is meant for a route which follows a link may hold any link.
      let starts = [privatePlaces, linkPlaces].compactMap { $0.isEmpty ? nil : $0.start(in: link) }
      return starts.min().map { PrivateParts(stray: $0..<link.pathRange.upperBound) } ?? parts
    }
    guard hasPrivateCaptures, needsReading, let start = privatePlaces.start(in: link) else {
      parts.sort()
      return parts
    }
    // A host that is a segment is hidden like any other one.
    if start < link.pathRange.lowerBound, link.hostIsOdd, path(of: link) == link.pathRange {
      return PrivateParts(stray: start..<link.pathRange.upperBound)
    }
    let behindSegment = privatePlaces.plainStart(in: link, behindLiteral: true)
    let behindLiteral = isMeant ? nil : behindSegment
    var odd = privatePlaces.oddPart(of: link, from: start, behindSegment)
    if texts.contains(where: { odd.covers($0.range) }) {
      odd = privatePlaces.oddPart(
        of: link, from: start, behindSegment,
        except: link.segmentStarts(of: parts.captures.map(\.range), without: texts.map(\.range)))
    }
    for text in texts {
      let takesAny = texts.contains { other in
        other.found == text.found && behindLiteral.map(other.range.contains) ?? false
      }
      let isOdd = odd.covers(text.range)
      guard isOdd || takesAny && text.range.upperBound > start else { continue }
      let name = pattern(all[text.found].value).captures[text.slot].name
      parts.hide(text.range, as: textOfUnknown(name))
      let first = link.segmentRanges.first?.lowerBound ?? start
      if isOdd { parts.doubtful = min(start, first)..<link.pathRange.upperBound }
      if !isOdd { parts.resembles = true }
    }
    parts.sort()
    return parts
  }

  /// Whether the fragment supplies parameters to a link's routes. Their order is not known, so it
  /// does only if it does for all of them.
  package func readsFragment(inRoutes positions: [Int]) -> Bool {
    !positions.isEmpty && positions.allSatisfy { queryReading(ofRoute: $0).readsFragment }
  }

  /// Whether a fragment stays in clear because it equals what a route requires.
  func tellsFragment(of link: RouteLink, routesAt positions: [Int]) -> Bool {
    positions.contains { linkTest(ofRoute: $0).tellsFragment(of: link) }
  }

  /// Whether a parameter of a kind of screen may be journaled in clear: only when the kind declares
  /// it open.
  func disclosure(of name: String, ofKind kind: String) -> Disclosure {
    guard let declaration = screen(kind), let entry = declaration.schema[name] else {
      return disclosure(ofUndeclared: name)
    }
    return Disclosure(declaration.secrecy(of: name), entry.type)
  }

  /// Whether a parameter that an adapter gives for a kind of screen may be journaled in clear. It
  /// may not when a screen of the route keeps a parameter of that name private; this includes
  /// screens of initial content.
  func disclosure(
    of name: String, ofKind kind: String, inRoute identifier: String
  ) -> Disclosure {
    let own = disclosure(of: name, ofKind: kind)
    guard let position = position(ofRoute: identifier),
      let entry = types(ofRoute: position)[name], entry.secrecy > own.secrecy
    else { return own }
    return Disclosure(entry.secrecy, screen(kind)?.schema[name]?.type)
  }

  /// Whether a parameter of a route may be journaled in clear: only when the route lists it as
  /// open, or a screen of the route declares it open and no screen declares it otherwise.
  func disclosure(of name: String, ofRoute identifier: String) -> Disclosure {
    disclosure(of: name, ofRouteAt: position(ofRoute: identifier))
  }

  /// Whether a parameter of the route at this position in the table may be journaled in clear;
  /// without a route none may be.
  func disclosure(of name: String, ofRouteAt position: Int?) -> Disclosure {
    guard let position else { return disclosure(ofUndeclared: name) }
    if let entry = types(ofRoute: position)[name] { return Disclosure(entry.secrecy, entry.type) }
    let isOpen = openNames(ofRoute: position).contains { $0.hasSameBytes(as: name) }
    return isOpen ? .open : disclosure(ofUndeclared: name)
  }

  /// Whether a parameter of a target that has its own parameters may be journaled in clear. A link
  /// that the route may not follow is hidden.
  func disclosure(
    of name: String, in parameters: Parameters, ofRoute identifier: String
  ) -> Disclosure {
    if let position = position(ofRoute: identifier), case .string(let text)? = parameters[name],
      isClosed(name, ofRoutesAt: [position], 0, { text })
    {
      return Disclosure(textOfUnknown(name).secrecy, nil)
    }
    return disclosure(of: name, ofRoute: identifier)
  }

  /// Whether a parameter of several routes, any of which may be taken, may be journaled in clear:
  /// only when each of the routes allows it.
  func disclosure(of name: String, ofRoutesAt positions: [Int]) -> Disclosure {
    guard positions.count > 1 else { return disclosure(of: name, ofRouteAt: positions.first) }
    let all = positions.map { disclosure(of: name, ofRouteAt: $0) }
    guard let strictest = all.max(by: { $0.secrecy < $1.secrecy }) else {
      return disclosure(ofUndeclared: name)
    }
    return all.allSatisfy { $0.type == strictest.type }
      ? strictest : Disclosure(strictest.secrecy, nil)
  }

  /// Whether a parameter of a screen of an unknown kind may be journaled in clear: only when some
  /// kind declares it open and none declares it otherwise. Kinds may declare different types, so
  /// the result has none.
  func disclosure(ofAny name: String) -> Disclosure {
    let declaring = definition.screens.filter { $0.schema[name] != nil }
    guard let secrecy = declaring.map({ $0.secrecy(of: name) }).max() else {
      return disclosure(ofUndeclared: name)
    }
    return Disclosure(secrecy, nil)
  }

  /// Whether some kind has a parameter of that name.
  func declares(_ name: String) -> Bool {
    definition.screens.contains { $0.declares(name) }
  }

  /// Whether a query item stays in clear because it adds nothing to the table: a possible route
  /// requires exactly this value, and no possible route declares it private; or the item has no
  /// value, and some route requires the name.
  package func tells(
    _ item: RouteLink.QueryItem, of link: RouteLink, routesAt positions: [Int]
  ) -> Bool {
    if item.isBare, asksForItem(item) { return true }
    return positions.contains { linkTest(ofRoute: $0).tells(item, of: link) }
      && positions.allSatisfy { types(ofRoute: $0)[item.name].map { $0.secrecy == .open } ?? true }
  }

  /// Whether a route leaves links to the next one when it cannot read an item of that name.
  func turnsOn(_ item: RouteLink.QueryItem) -> Bool {
    routes.indices.contains { position in
      queryReading(ofRoute: position).unreadable == .next
        && types(ofRoute: position).placeOfTyped(item.decodedName) != nil
    }
  }

  /// Whether the name of an undeclared query item may itself be a private value: when it is long or
  /// has characters that no name has. It may not when a route requires the name: whether the link
  /// matches that route must be known later, too.
  func mayNameBePrivate(_ item: RouteLink.QueryItem) -> Bool {
    let name = item.name
    let isName = Name.isValid(name) && name.utf8.count <= Self.longestName
    return !isName && !asksForItem(item)
  }

  /// The longest name of an undeclared query item that stays in clear, in bytes.
  private static let longestName = 64

  /// An undeclared parameter is private. If a declared secret has the same name, it is treated as
  /// that secret, for example when a link with it matches no route.
  func disclosure(ofUndeclared name: String) -> Disclosure {
    Disclosure(secretNames.contains { $0.hasSameBytes(as: name) } ? .secret : .private, nil)
  }
}

extension RouteLink {
  /// The starts of the segments that have a part of some ranges and no part of others.
  fileprivate func segmentStarts(of ranges: [Range<Int>], without others: [Range<Int>]) -> [Int] {
    segmentRanges.filter { segment in
      ranges.contains(where: segment.overlaps) && !others.contains(where: segment.overlaps)
    }.map(\.lowerBound)
  }

  /// Whether its host has more than one word, so that it can contain a part of a path.
  fileprivate var hostIsOdd: Bool {
    guard let hostRange, !bytes[hostRange].allSatisfy(LinkReading.isOfWord) else { return false }
    // Letters beyond ASCII are percent-encoded in the host of a custom scheme.
    return LinkReading.words(in: bytes[hostRange]).count > 1
  }
}

extension RouteTable {
  /// Whether a target may need host code, as far as can be determined without matching.
  func mayAskHostCode(about target: RouteRequest.Target) -> Bool {
    switch target {
    case .value: return true
    case .fact: return false
    case .link, .route, .screen: break
    }
    return asksInterceptors || asksSteps || !leaving.isEmpty || definition.links.rewriter != nil
      || routers.contains(where: \.asksAboutLinks)
  }
}

extension Range<Int> {
  /// Whether the ranges share text, or an empty one lies inside the other.
  fileprivate func shares(_ other: Range<Int>) -> Bool {
    self == other || overlaps(other) || holdsInside(other) || other.holdsInside(self)
  }

  private func holdsInside(_ other: Range<Int>) -> Bool {
    lowerBound < other.lowerBound && other.upperBound < upperBound
  }
}
