import RouteStore

/// The rows to be written and deleted beside the entries of one transaction.
///
/// Most transactions have none, and then the value is one word. A step is moved four times on its
/// way to the journal, and plain fields were most of its size.
@dynamicMemberLookup
struct Companions {
  private var content = Content.nothing

  private enum Content {
    case nothing
    indirect case rows(Rows)
  }

  /// The companions of a transaction that has any.
  struct Rows {
    var session: SessionRow?
    var seen: [SeenRow] = []
    var vaultKeys: [VaultKey] = []
    var vaultValues: [VaultValue] = []
    var routeTable: RouteTableRow?
    /// The rows to be deleted.
    var retention = Retention()
    /// Whether the state is stored as a checkpoint whatever the policy says.
    var forcesCheckpoint = false
  }

  /// The companions; nil when there are none.
  var rows: Rows? {
    if case .rows(let rows) = content { rows } else { nil }
  }

  /// Whether there are no companions.
  var isEmpty: Bool {
    if case .nothing = content { true } else { false }
  }

  /// A field of ``Rows``.
  subscript<Value>(dynamicMember path: WritableKeyPath<Rows, Value>) -> Value {
    get { (rows ?? Rows())[keyPath: path] }
    set {
      var rows = rows ?? Rows()
      rows[keyPath: path] = newValue
      content = .rows(rows)
    }
  }

  /// Adds the row that remembers a request; nil when its source gave no id.
  mutating func add(_ seen: SeenRow?) {
    if let seen { self.seen.append(seen) }
  }
}
