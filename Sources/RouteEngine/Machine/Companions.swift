import RouteStore

/// What is written beside the entries of one transaction.
struct Companions {
  var session: SessionRow?
  var seen: [SeenRow] = []
  var vaultKeys: [VaultKey] = []
  var vaultValues: [VaultValue] = []
  var routeTable: RouteTableRow?
  /// What is forgotten.
  var retention = Retention()
  /// Whether the state is stored as a checkpoint whatever the policy says.
  var forcesCheckpoint = false

  var isEmpty: Bool {
    session == nil && seen.isEmpty && vaultKeys.isEmpty && vaultValues.isEmpty
      && routeTable == nil && retention.isEmpty && !forcesCheckpoint
  }
}
