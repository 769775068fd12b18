import RouteEngine
import RouteStore

/// The search of a run for a state. It tests the state after each entry, because one input may lead
/// to several entries, and the last of them may end the sought state.
struct SoughtState {
  /// Whether a state is the sought one; with the recorded entry whose input led to it.
  private let isSought: (JournalEntry, RouteState) -> Bool
  /// The recorded entry at which the state was found.
  private(set) var foundAt: Int64?
  /// The last tested entry of the run, and the state after it.
  private var end = JournalAnchor.start
  private var state = RouteState()

  init(where isSought: @escaping (JournalEntry, RouteState) -> Bool) { self.isSought = isSought }

  /// Tests the states after the entries that an input has led to.
  ///
  /// - Parameters:
  ///   - journal: the journal of the run.
  ///   - handed: the recorded entry with the input.
  mutating func look(in journal: Journal, after handed: JournalEntry) throws {
    guard foundAt == nil, journal.head != end else { return }
    let last = try journal.forEachEntry(after: end) { row in
      guard foundAt == nil else { return }
      let entry = try EntryCoder.decode(row)
      state = entry.state(after: state) ?? state  // always fits: the session was in this state
      if isSought(handed, state) { foundAt = handed.sequence }
    }
    end = last
  }
}
