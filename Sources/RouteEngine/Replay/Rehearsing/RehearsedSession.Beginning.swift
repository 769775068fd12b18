public import RouteEngine
import RouteStore

extension RehearsedSession {
  /// The beginning of a recorded session: with the table's own tree, or with a restored place.
  public struct Beginning: Hashable, Sendable {
    /// The time of the wall clock at the beginning.
    public var moment: RouteInstant
    /// The restored hierarchy, in the notation of `ScreenTree.Notation`; nil when the session began
    /// with the table's own tree.
    public var tree: String?
    /// The ids of the screens of ``tree``: scene by scene, children in order, then presented
    /// screens. Empty: consecutive ids after ``counter``.
    public var ids: [UInt64]
    /// The highest id given before the beginning.
    public var counter: UInt64
    /// The newest entry before the beginning, so that requests have the same numbers as in the
    /// journal.
    public var sequence: Int64
    /// The principal.
    public var principal: String?
    /// The conditions that held.
    public var conditions: [String]
    /// Whether requests were kept back.
    public var isSuspended: Bool
    /// The waiting requests, each in the journal's format.
    public var waiting: [String]
    /// The requests over which the host had died, by their fingerprints, with the number of deaths.
    public var suspects: [UInt64: Int]

    /// A beginning with the table's own tree, or with a restored one.
    public init(
      at moment: RouteInstant, tree: String? = nil, ids: [UInt64] = [], counter: UInt64 = 0,
      sequence: Int64 = 0, principal: String? = nil, conditions: [String] = [],
      isSuspended: Bool = false, waiting: [String] = [], suspects: [UInt64: Int] = [:]
    ) {
      self.moment = moment
      self.tree = tree
      self.ids = ids
      self.counter = counter
      self.sequence = sequence
      self.principal = principal
      self.conditions = conditions
      self.isSuspended = isSuspended
      self.waiting = waiting
      self.suspects = suspects
    }

    /// The beginning that a journal records: the state with which a session began, in the words of
    /// its table.
    ///
    /// - Parameters:
    ///   - state: the state after the session's first entries.
    ///   - table: the table that the session ran with.
    ///   - moment: the time of the wall clock at the beginning.
    ///   - sequence: the newest entry before the beginning.
    package init(
      _ state: RouteState, in table: RouteTable, at moment: RouteInstant, after sequence: Int64
    ) {
      self.init(
        at: moment, tree: table.notation(of: state.tree), counter: state.counter,
        sequence: sequence, principal: state.principal, conditions: state.conditions,
        isSuspended: state.isSuspended, waiting: state.waiting.map(\.journaled))
      for scene in state.tree.scenes {
        state.tree.forEachBelow(scene.root) { ids.append($0.id.rawValue) }
      }
      for suspect in state.suspects { suspects[suspect.fingerprint] = suspect.count }
    }

    /// The beginning of a journal for a session with this beginning; nil for a new journal.
    func start(with table: RouteTable) throws(Mistake) -> Journal.Beginning? {
      guard tree != nil || counter > 0 || sequence > 0 else { return nil }
      let state = try state(table)
      guard let beginning = RouteSession.beginning(with: state, after: max(1, sequence)) else {
        throw Self.tooHigh
      }
      return beginning
    }

    private static let tooHigh = Mistake(
      description: "the beginning's numbers are beyond what a journal can reach")

    private func state(_ table: RouteTable) throws(Mistake) -> RouteState {
      do {
        guard let tree else {
          return try RouteState(rebuilding: [], actions: [], counter: counter)
        }
        guard counter <= ScreenID.highest.rawValue else { throw Self.tooHigh }
        let written = try TreeNotation(tree, limits: .format, containers: table.container)
        let state = try RouteState(
          scenes: ids.isEmpty ? written : written.numbered(ids),
          counter: ids.isEmpty ? counter : max(counter, ids.max() ?? 0), limits: .format)
        var changes: [RouteChange] = [.principal(principal), .suspend(isSuspended)]
        if principal == nil { changes.removeFirst() }
        changes += conditions.map { .signal(condition: $0, true) }
        changes += suspects.sorted { $0.key < $1.key }.map {
          .suspect(fingerprint: $0.key, count: $0.value)
        }
        for text in waiting { changes.append(.wait(try WaitingRequest(journaled: text))) }
        return try state.changed(by: changes)
      } catch {
        throw error as? Mistake ?? Mistake(description: "the beginning cannot be: \(error)")
      }
    }
  }
}

extension WaitingRequest {
  /// Its text in the journal's format.
  package var journaled: String {
    var writer = JSONWriter()
    writer.waiting(self)
    return writer.text
  }

  /// Reads the text of ``journaled``.
  fileprivate init(journaled text: String) throws(JSONError) {
    var reader = JSONReader(Array(text.utf8))
    self = try reader.waiting()
    try reader.expectEnd()
  }
}
