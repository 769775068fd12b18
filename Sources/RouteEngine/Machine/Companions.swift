import RouteStore

/// What is written beside the entries of one transaction.
///
/// Almost always nothing, and then one word: a step is moved four times on its way to the journal,
/// and as plain fields this was most of it.
@dynamicMemberLookup
struct Companions {
  private var content = Content.nothing

  private enum Content {
    case nothing
    indirect case rows(Rows)
  }

  /// What there can be.
  struct Rows {
    var session: SessionRow?
    var seen: [SeenRow] = []
    var vaultKeys: [VaultKey] = []
    var vaultValues: [VaultValue] = []
    var routeTable: RouteTableRow?
    /// What is forgotten.
    var retention = Retention()
    /// Whether the state is stored as a checkpoint whatever the policy says.
    var forcesCheckpoint = false
  }

  /// What there is; nil when there is nothing.
  var rows: Rows? {
    if case .rows(let rows) = content { rows } else { nil }
  }

  /// Whether there is nothing.
  var isEmpty: Bool {
    if case .nothing = content { true } else { false }
  }

  /// One of ``Rows``.
  subscript<Value>(dynamicMember path: WritableKeyPath<Rows, Value>) -> Value {
    get { (rows ?? Rows())[keyPath: path] }
    set {
      var rows = rows ?? Rows()
      rows[keyPath: path] = newValue
      content = .rows(rows)
    }
  }

  /// Adds what is remembered of a request, if its source gave it an id.
  mutating func add(_ seen: SeenRow?) {
    if let seen { self.seen.append(seen) }
  }
}
