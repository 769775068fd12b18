package import RouteEngine
import RouteStore

extension RouteLink {
  /// The link as a journal without values has it when it is opened with a table.
  package func journaled(by table: RouteTable) -> RouteLink {
    let request = RouteRequest(.link(self), from: .url, at: RouteInstant(microseconds: 0))
    let values = PrivateValues(journal: EmptyVault())
    guard case .link(let hidden) = values.hide(request, table: table).target else { return self }
    return hidden
  }
}

/// A vault without values.
private final class EmptyVault: VaultReader {
  func vaultKey(principal: String) -> VaultKey? { nil }
  func vaultValue(token: String, principal: String) -> [UInt8]? { nil }
  func tokensWithoutValue(among tokens: Set<String>) -> Set<String> { [] }
}
