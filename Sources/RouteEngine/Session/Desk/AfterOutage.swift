/// What has to be written when storage works again, beside the state.
struct AfterOutage {
  /// Whether the last session's requests under way are still to be settled: the journal could not
  /// be written when this session was launched.
  var hasLeftovers = false
  /// What the host said last of its life.
  var mark: EntryKind?
  /// The digest of the route table that the journal believes in force, where another was adopted.
  var formerTable: String?
}
