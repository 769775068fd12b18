package import RouteEngine
import RouteStore

/// Checks the changes and notes of a `restored` entry. They are made again from the state before
/// it, the former session and the session's own route table.
struct RestoredCheck {
  private let definitions: RecordedDefinitions
  /// A session's first entry that begins neither with its table's own tree nor in place of a file
  /// that was set aside. This is only right for a session that could not be written at first, and
  /// whose outage ends directly after it.
  private(set) var strayBeginning: Int64?
  private var last: RecordedSession?
  private var began: JournalEntry?
  private let history: History

  init(_ history: History) {
    self.history = history
    definitions = RecordedDefinitions(history: history, given: nil)
  }

  /// Notes a session's first entry, and the session before.
  mutating func follow(
    _ entry: JournalEntry, before state: RouteState, after last: RecordedSession?
  ) {
    (self.last, began) = (last, entry)
    try? definitions.follow(entry)  // without its table, less is known
    strayBeginning = isStray(entry, before: state) ? entry.sequence : nil
  }

  private func isStray(_ entry: JournalEntry, before state: RouteState) -> Bool {
    // Without its table, the session's own tree is unknown.
    guard case .adopt(let adopted)? = entry.changes.first,
      entry.replaced == nil, let table = definitions.table,
      let own = try? state.beginningClean(with: table.initialScenes)
    else { return false }
    return adopted != own
  }

  /// The problems of the entry.
  func problems(
    with entry: JournalEntry, before state: RouteState
  ) throws(StoreError) -> [String] {
    guard let began, began.session == entry.session, began.sequence == entry.sequence - 1 else {
      return ["it does not follow its session's beginning"]
    }
    guard let restoration = entry.restoration else {
      return ["its notes are not those of a launch"]
    }
    let counts = entry.changes.compactMap { change -> Int? in
      if case .suspect(RouteState.restoredPlace, let count) = change { count } else { nil }
    }
    var problems: [String] = []
    if counts != [restoration.uncleanEnds &+ 1] {
      problems.append("it does not add itself to the count of launches that are not stable yet")
    }
    let known = Restoring.uncleanEnds(in: state)
    if !isNewVersion, restoration.uncleanEnds < known {
      problems.append(
        "it counts \(restoration.uncleanEnds) launches that died unstable, but there were \(known)")
    }
    let clockSet = self.clockSet(until: began)
    if restoration.left == .age, let newest = last?.newest, let clockSet,
      Restoring.age(of: newest, at: entry.at, clockSet: clockSet) ?? 0 <= 0
    {
      problems.append("it discards the last place as too old, but no time has passed")
    }
    if let last = last?.table, let own = began.tableFromHere {
      let former = Bytes.same(last, own) ? nil : last
      if !Bytes.same(former, restoration.formerTable) {
        problems.append("it converts the screens from a route table that was not the last one")
      }
    }
    // Without the session's table, the result of restoring is unknown.
    guard let table = definitions.table else { return problems }
    var adaptation: Adaptation?
    if let digest = restoration.formerTable {
      guard let json = try history.routeTable(digest: digest),
        let former = try? RouteTable(json: json)
      else { return problems }  // the former screens are unknown
      adaptation = Adaptation(from: former, digest: digest)
    }
    let endings = last?.isEndKnown == true ? [last?.ending != nil] : [true, false]
    func restored(
      _ hadEnd: Bool, without gone: Set<String>
    ) -> (changes: [RouteChange], restoration: Restoration) {
      Restoring(
        hadEnd: hadEnd, forgetsSuspects: entry.forgetsSuspects,
        uncleanEnds: restoration.uncleanEnds, adaptation: adaptation,
        leaves: restoration.left, clockSet: clockSet ?? restoration.clockSetMicroseconds,
        goneTokens: gone
      ).restore(state, with: table)
    }
    let gone = entry.tokensGone(from: state)
    let isExpected = endings.contains { hadEnd in
      // A token's value may be gone, or its screen may have been removed for another reason.
      var withoutGone = entry
      withoutGone.changes = restored(hadEnd, without: []).changes
      return [gone, gone.subtracting(withoutGone.tokensGone(from: state))].contains { gone in
        let expected = restored(hadEnd, without: gone)
        return expected.changes == entry.changes && expected.restoration == restoration
      }
    }
    if !isExpected {
      problems.append(
        "the place that it restores does not follow from the journal and the launches")
    }
    return problems
  }

  /// By how much the wall clock was set since the last session; nil when that session's beginning
  /// is no longer known.
  private func clockSet(until began: JournalEntry) -> Int64? {
    guard let last, let first = last.first else { return nil }
    return Restoring.clockSet(
      since: ClockReading(beginning: first), writing: last.newest,
      until: ClockReading(beginning: began))
  }

  /// Whether another version of the app wrote the session before: then the count begins anew.
  private var isNewVersion: Bool {
    guard let before = last?.first else { return true }  // unknown
    return began?.beginning?.isOfOtherVersion(than: before.beginning) ?? false
  }
}

extension JournalEntry {
  /// The tokens that a `restored` entry may have treated as gone: at most those that are no longer
  /// shown. The content of the vault at that time is unknown now.
  ///
  /// - Parameter state: the state before it.
  package func tokensGone(from state: RouteState) -> Set<String> {
    // Changes that cannot be made are a separate finding.
    guard (restoration?.gone ?? 0) > 0, let next = self.state(after: state) else { return [] }
    return state.shownTokens.subtracting(next.shownTokens)
  }
}

extension JournalEntry {
  /// Whether it trusts requests again over which the host died.
  fileprivate var forgetsSuspects: Bool {
    changes.contains {
      if case .suspect(let fingerprint, 0) = $0 {
        fingerprint != RouteState.restoredPlace
      } else {
        false
      }
    }
  }
}
