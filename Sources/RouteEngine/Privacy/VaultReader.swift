package import RouteStore

/// Looks up the keys and values of a vault.
package protocol VaultReader: AnyObject {
  /// A principal's key, or nil when there is none.
  func vaultKey(principal: String) throws(StoreError) -> VaultKey?
  /// The private value behind a token of a principal, or nil when it is gone.
  func vaultValue(token: String, principal: String) throws(StoreError) -> [UInt8]?
  /// The tokens among these whose values are gone, for all principals.
  func tokensWithoutValue(among tokens: Set<String>) throws(StoreError) -> Set<String>
}

extension Journal: VaultReader {}
