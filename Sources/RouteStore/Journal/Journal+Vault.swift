extension Journal {
  /// Every value of the vault, by principal and token.
  package func vaultValues() throws(StoreError) -> [VaultValue] {
    let list = try connection.prepare(
      "SELECT token, principal, value, stored_us FROM vault ORDER BY principal, token")
    var values: [VaultValue] = []
    while try list.step() {
      values.append(
        VaultValue(
          token: try list.words(0), principal: try list.words(1), value: try list.longText(2),
          storedMicroseconds: try list.number(3)))
    }
    return values
  }

  /// The principals whose keys the vault contains.
  package func vaultPrincipals() throws(StoreError) -> [String] {
    try connection.vaultPrincipals()
  }

  /// Calls `body` with every text that may contain a token, newest first, until it returns that it
  /// is done.
  package func forEachText(_ body: ([UInt8]) -> Bool) throws(StoreError) {
    let checkpoints = try connection.prepare(
      "SELECT state FROM checkpoint ORDER BY sequence DESC")
    while try checkpoints.step() {
      guard body(checkpoints.bytes(0)) else { return }
    }
    try connection.forEachEntryText(body)
  }
}

extension Connection {
  /// Calls `body` with every text of an entry that may contain a token, newest first, until it
  /// returns that it is done.
  borrowing func forEachEntryText(_ body: ([UInt8]) -> Bool) throws(StoreError) {
    // The reason of an action's failure has tokens that its other texts do not have.
    let entries = try prepare("SELECT payload, link, reason FROM journal ORDER BY sequence DESC")
    while try entries.step() {
      for column: Int32 in 0..<3 where !entries.isNull(column) {
        guard body(entries.bytes(column)) else { return }
      }
    }
  }
}

extension Journal {
  /// Deletes private values, and keys with all values under them, permanently.
  func forgetPrivateValues(_ retention: Retention) throws(StoreError) {
    guard !retention.forgottenPrincipals.isEmpty || !retention.forgottenValues.isEmpty else {
      return
    }
    let changes = connection.changeCount
    for principal in retention.forgottenPrincipals {
      let delete = try connection.prepare("DELETE FROM vault_key WHERE principal = ?1")
      delete.bind(principal, at: 1)
      try delete.run()
    }
    for place in retention.forgottenValues {
      let delete = try connection.prepare(
        "DELETE FROM vault WHERE principal = ?1 AND token = ?2")
      delete.bind(place.principal, at: 1)
      delete.bind(place.token, at: 2)
      try delete.run()
    }
    if connection.changeCount != changes { try writeVaultAnew() }
  }

  /// Moves the remaining values out of the vault's pages and back.
  ///
  /// `secure_delete` clears a deleted row and a page that becomes free, but not the copy that
  /// SQLite leaves between the rows of a page when it moves a row to a neighbour: in 7 of 40 vaults
  /// with random tokens a deleted value was still in the file, and in none after this. A value
  /// whose principal has no key there, for example in a file that was tampered with, is removed
  /// like a value whose key is deleted, because its table accepts no value without a key.
  private func writeVaultAnew() throws(StoreError) {
    try connection.execute(
      """
      CREATE TEMP TABLE kept_key AS SELECT * FROM main.vault_key;
      CREATE TEMP TABLE kept AS SELECT * FROM main.vault;
      DELETE FROM main.vault;
      DELETE FROM main.vault_key;
      INSERT INTO main.vault_key SELECT * FROM kept_key;
      INSERT INTO main.vault SELECT * FROM kept WHERE principal IN (SELECT principal FROM kept_key)
        ORDER BY principal, token;
      DROP TABLE kept;
      DROP TABLE kept_key;
      """)
  }
}

extension Connection {
  /// The principals whose keys the vault contains, in order.
  borrowing func vaultPrincipals() throws(StoreError) -> [String] {
    let list = try prepare("SELECT principal FROM vault_key ORDER BY principal")
    var principals: [String] = []
    while try list.step() { principals.append(try list.words(0)) }
    return principals
  }
}
