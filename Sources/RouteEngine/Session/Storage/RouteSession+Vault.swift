import RouteStore

extension RouteSession {
  /// Adds what the vault has to take and to forget. When a key could not be read nothing is written
  /// until it can be: it would be under another one.
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

  /// Reads the keys again that the vault could not be asked for. Where it has one, what was hidden
  /// meanwhile gets its tokens under that one, wherever they stand.
  ///
  /// - Returns: false when they still cannot be read: then nothing may be written.
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

  /// Forgets private values that came in while nothing can be written, when they are many and
  /// nothing in memory speaks of them any more: with the next entry that is written, nothing in the
  /// journal would.
  func forgetUnneededValues() {
    guard vault.keepsTooMany else { return }
    var search = TokenSearch(vault.unwrittenTokens)
    machine.look(for: &search)
    vault.forgetUnwritten(search.missing)
  }
}
