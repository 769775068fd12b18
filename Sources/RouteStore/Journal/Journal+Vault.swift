extension Journal {
  /// Every value of the vault, by principal and token.
  package func vaultValues() throws(StoreError) -> [VaultValue] {
    let list = try connection.prepare(
      "SELECT token, principal, value, stored_us FROM vault ORDER BY principal, token")
    var values: [VaultValue] = []
    while try list.step() {
      values.append(
        VaultValue(
          token: list.text(0), principal: list.text(1), value: list.bytes(2),
          storedMicroseconds: list.integer(3)))
    }
    return values
  }

  /// Whose keys the vault holds.
  package func vaultPrincipals() throws(StoreError) -> [String] {
    let list = try connection.prepare("SELECT principal FROM vault_key ORDER BY principal")
    var principals: [String] = []
    while try list.step() { principals.append(list.text(0)) }
    return principals
  }

  /// Calls `body` with every text in which a token can stand, the newest first, until it says that
  /// it has seen enough.
  package func forEachText(_ body: ([UInt8]) -> Bool) throws(StoreError) {
    let checkpoints = try connection.prepare(
      "SELECT state FROM checkpoint ORDER BY sequence DESC")
    while try checkpoints.step() {
      guard body(checkpoints.bytes(0)) else { return }
    }
    let entries = try connection.prepare(
      "SELECT payload, link FROM journal ORDER BY sequence DESC")
    while try entries.step() {
      guard body(entries.bytes(0)), entries.isNull(1) || body(entries.bytes(1)) else { return }
    }
  }
}
