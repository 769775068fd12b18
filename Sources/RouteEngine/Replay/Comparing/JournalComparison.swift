public import RouteEngine
public import RouteStore

/// The differences between the requests of two sessions, or of two journals: which requests
/// correspond, and the results of each pair.
///
/// Requests with the same id of a source correspond. The others are aligned by their targets, in
/// order: a request on one side only makes no difference to those after it. The time is
/// proportional to the number of requests where both sides are similar, and never more than 1,024
/// comparisons for each.
public struct JournalComparison: Sendable {
  /// The requests of one side.
  public struct Side {
    /// The journal.
    public var history: History
    /// The session; nil for all sessions.
    public var session: Int64?

    /// All requests of a journal, or those that began in one session.
    public init(_ history: History, session: Int64? = nil) {
      (self.history, self.session) = (history, session)
    }
  }

  /// The reason why two sides cannot be compared: the problem of one of them.
  public struct Failure: Error, CustomStringConvertible {
    /// Whether it is the second side.
    public let isOfSecond: Bool
    /// A `StoreError`, or another error with a description.
    public let error: any Error
    /// The side, and its problem.
    public var description: String { "the \(isOfSecond ? "second" : "first") side: \(error)" }
  }

  /// One request of one side.
  public struct Request: Hashable, Sendable {
    /// Its id, which is the sequence of its first entry.
    public let id: RequestID
    /// The session in which it began.
    public let session: Int64
    /// The target of the request, in one line.
    public let target: String
    /// The entry that ends it; nil when no entry of this side does.
    public let end: Int64?
    /// Its outcome; nil when it has none.
    public let outcome: Outcome?
    /// Its route.
    public let route: String?
    /// The version of its route.
    public let routeVersion: Int?
    /// The router that took it; nil for the table's own routes.
    public let router: String?
  }

  /// An aspect in which two corresponding requests differ.
  public enum Aspect: String, Hashable, Sendable, CaseIterable {
    /// The target, for requests with the same source id.
    case request
    /// The outcome.
    case outcome
    /// The route, its version or its router.
    case route
    /// The screens afterwards, if the screens before were equal.
    case screens
  }

  /// Two corresponding requests that differ, or a request without a counterpart.
  public struct Row: Hashable, Sendable {
    /// The request of the first side.
    public let left: Request?
    /// The request of the second side.
    public let right: Request?
    /// The aspects that differ, the most informative first; empty for a single request.
    public let aspects: [Aspect]
    /// The first part in which the screens after them differ; nil when they do not, and for a
    /// single request.
    public let screens: Divergence.TreePart?
  }

  /// How many pairs are equal in all aspects.
  public private(set) var same = 0
  /// How many pairs differ.
  public private(set) var differing = 0
  /// How many pairs differ only in screens that already differed before them.
  public private(set) var carriedOver = 0
  /// How many requests are only on the first side.
  public private(set) var leftOnly = 0
  /// How many requests are only on the second side.
  public private(set) var rightOnly = 0
  /// How many pairs were found by their source's id.
  public private(set) var pairedBySource = 0
  /// The first pairs that differ and requests on one side only, in order; at most the requested
  /// number.
  public private(set) var rows: [Row] = []
  /// The first part in which the screens at the end differ, if those at the beginning were equal;
  /// nil when they do not differ.
  public private(set) var lastScreens: Divergence.TreePart?

  /// How many pairs differ, and requests are on one side only.
  public var differences: Int { differing + leftOnly + rightOnly }

  /// Whether no request differs, and the screens at the end do not either.
  public var isIdentical: Bool { differences == 0 && lastScreens == nil }

  /// Compares two sides.
  ///
  /// Both sides are read once, and about 100 bytes are kept for each request; the details of those
  /// that differ are read again.
  ///
  /// - Parameters:
  ///   - left: the first side.
  ///   - right: the second side.
  ///   - isOneJournal: whether both sides are one journal, in which equal tokens of private values
  ///     mean equal values; between two journals all tokens count as equal.
  ///   - most: the most rows to keep; all are counted.
  /// - Throws: ``Failure`` when a side is not intact, and `StoreError` when details of a difference
  ///   cannot be read again.
  public init(
    _ left: Side, _ right: Side, isOneJournal: Bool = false, most: Int = 20
  ) throws {
    func requests(of side: Side, isSecond: Bool) throws(Failure) -> AskedRequests {
      do {
        return try AskedRequests(
          of: side.history, session: side.session, ignoringTokens: !isOneJournal)
      } catch {
        throw Failure(isOfSecond: isSecond, error: error)
      }
    }
    let one = try requests(of: left, isSecond: false)
    let other = try requests(of: right, isSecond: true)
    let partners = Self.partners(of: one.all, other.all)
    pairedBySource = partners.bySource
    var told = Telling(left: left, right: right, ignoringTokens: !isOneJournal)
    var nextRight = 0
    let taken = Set(partners.ofLeft.compactMap(\.self))
    func passRight(below end: Int) throws {
      while nextRight < end {
        if !taken.contains(nextRight) {
          rightOnly += 1
          if rows.count < most { rows.append(try told.row(nil, other.all[nextRight], [])) }
        }
        nextRight += 1
      }
    }
    for (index, partner) in partners.ofLeft.enumerated() {
      guard let partner else {
        leftOnly += 1
        if rows.count < most { rows.append(try told.row(one.all[index], nil, [])) }
        continue
      }
      try passRight(below: partner)
      let pair = (one.all[index], other.all[partner])
      let aspects = Self.aspects(of: pair.0, pair.1)
      guard aspects.isEmpty else {
        differing += 1
        if rows.count < most { rows.append(try told.row(pair.0, pair.1, aspects)) }
        continue
      }
      if pair.0.after == pair.1.after { same += 1 } else { carriedOver += 1 }
    }
    try passRight(below: other.all.count)
    if one.before == other.before, one.after != other.after {
      lastScreens = try told.screens(one.last, other.last)
    }
  }

  /// The index of the corresponding request on the second side for each request of the first.
  private static func partners(
    of left: [AskedRequests.Asked], _ right: [AskedRequests.Asked]
  ) -> (ofLeft: [Int?], bySource: Int) {
    var partners = [Int?](repeating: nil, count: left.count)
    var bySource: [UInt64: [Int]] = [:]
    for index in right.indices.reversed() {
      if let source = right[index].source { bySource[source, default: []].append(index) }
    }
    var count = 0
    var taken: Set<Int> = []
    for index in left.indices {
      guard let source = left[index].source, let other = bySource[source]?.popLast() else {
        continue
      }
      partners[index] = other
      taken.insert(other)
      count += 1
    }
    let rest = left.indices.filter { partners[$0] == nil }
    let others = right.indices.filter { !taken.contains($0) }
    let alignment = SequenceAlignment(rest.map { left[$0].ask }, others.map { right[$0].ask })
    for pair in alignment.pairs { partners[rest[pair.left]] = others[pair.right] }
    return (partners, count)
  }

  private static func aspects(
    of left: AskedRequests.Asked, _ right: AskedRequests.Asked
  ) -> [Aspect] {
    var aspects: [Aspect] = []
    if left.ask != right.ask { aspects.append(.request) }
    if left.outcome != right.outcome { aspects.append(.outcome) }
    if left.route != right.route { aspects.append(.route) }
    if left.after != right.after, left.before == right.before { aspects.append(.screens) }
    return aspects
  }

  /// Reads the details of differing requests again.
  private struct Telling {
    let left: Side
    let right: Side
    let ignoringTokens: Bool

    mutating func row(
      _ one: AskedRequests.Asked?, _ other: AskedRequests.Asked?, _ aspects: [Aspect]
    ) throws -> Row {
      var part: Divergence.TreePart?
      if let one, let other, one.after != other.after, let end = one.end, let otherEnd = other.end {
        part = try screens(end, otherEnd)
      }
      return Row(
        left: try one.map { try request($0, in: left.history) },
        right: try other.map { try request($0, in: right.history) }, aspects: aspects,
        screens: part)
    }

    /// The first part in which the screens after an entry of each side differ.
    func screens(_ end: Int64, _ otherEnd: Int64) throws -> Divergence.TreePart? {
      let tree = try HistoryFold.state(at: end, of: left.history).tree
      let otherTree = try HistoryFold.state(at: otherEnd, of: right.history).tree
      return tree.firstDifference(from: otherTree, ignoringTokens: ignoringTokens)
    }

    private func request(
      _ asked: AskedRequests.Asked, in history: History
    ) throws -> Request {
      func entry(_ sequence: Int64) throws -> JournalEntry? {
        try history.entry(at: sequence).map { try EntryCoder.decode($0) }
      }
      let first = try entry(asked.id.rawValue)
      let last = try asked.end.flatMap { try entry($0) }
      let route = try asked.routeAt.flatMap { try entry($0) }.flatMap(RequestRoute.init(namedBy:))
      return Request(
        id: asked.id, session: first?.session ?? 0, target: first?.request?.target.summary ?? "",
        end: asked.end, outcome: last?.outcome, route: route?.identifier,
        routeVersion: route?.version, router: route?.router)
    }
  }
}

@available(*, unavailable)
extension JournalComparison.Side: Sendable {}
