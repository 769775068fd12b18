import RouteStore

extension RouteSession {
  /// Adds the vault's insertions and deletions. If a key could not be read, nothing is written
  /// until it can be: the values would be stored under another key.
  func addPrivateValues(to companions: inout Companions, at moment: RouteInstant) {
    do throws(StoreError) {
      guard let additions = try vault.additionsToWrite() else { return }
      companions.retention.forgottenPrincipals = additions.forgotten
      companions.vaultKeys += additions.keys
      companions.vaultValues += additions.values
    } catch {
      recorder.fail(error, at: moment)
    }
  }

  /// Reads again the keys that could not be read from the vault. If the vault has a key, the values
  /// hidden meanwhile get their tokens under that key, wherever the tokens are.
  ///
  /// - Returns: false when the keys still cannot be read: then nothing may be written.
  func settleKeys() -> Bool {
    let keys: [VaultKey]
    do throws(StoreError) {
      keys = try recorder.keys(of: vault.ownersOfNewKeys)
    } catch {
      recorder.failAgain(error)
      return false
    }
    let renaming = vault.renaming(to: keys)
    guard let renamed = renaming.renamed(state) else { return false }
    vault.take(keys, renaming)
    if !renaming.tokens.isEmpty { receive(.renamed(renaming, renamed)) }
    return true
  }

  /// Drops private values that arrived while nothing can be written, if they are many and nothing
  /// in memory refers to them any more: once entries are written again, nothing in the journal
  /// would refer to them.
  func forgetUnneededValues() {
    guard vault.keepsTooMany else { return }
    var search = TokenSearch(vault.unwrittenTokens)
    machine.look(for: &search)
    vault.forgetUnwritten(search.missing)
  }
}
