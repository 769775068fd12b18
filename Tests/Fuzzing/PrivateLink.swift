import RouteEngine
import RouteStore

/// A link around a private route. The first line has the text before the word `gift`; the second
/// has the text after it, up to a canary.
@MainActor
enum PrivateLink {
  /// A vault without values.
  private final class Empty: VaultReader {
    func vaultKey(principal: String) throws(StoreError) -> VaultKey? { nil }
    func vaultValue(token: String, principal: String) throws(StoreError) -> [UInt8]? { nil }
    func tokensWithoutValue(among tokens: Set<String>) throws(StoreError) -> Set<String> { [] }
  }

  private static let canary = "canaryx"
  private static let table: RouteTable = {
    let text = """
      { format: "route-table/1", tree: "main/stack[feed]",
        screens: { gift: { parameters: { code: "int" }, private: ["code"] },
          page: { parameters: { name: "string" } } },
        routes: [
          { id: "gift", patterns: ["/gift/:code"], destination: [{ push: "gift" }] },
          { id: "page", patterns: ["/:name", "/:name/:b", "/:name/:b/:c", "/:name/:b/:c/:d"],
            destination: [{ push: "page" }] } ] }
      """
    do { return try RouteTable(json: Array(text.utf8)) } catch { fatalError("no table: \(error)") }
  }()

  /// The link as a journal without values has it.
  static func hidden(_ link: RouteLink, _ table: RouteTable) -> RouteLink? {
    let request = RouteRequest(.link(link), from: .url, at: RouteInstant(microseconds: 0))
    let values = PrivateValues(journal: Empty())
    guard case .link(let hidden) = values.hide(request, table: table).target else { return nil }
    return hidden
  }

  /// Hides the canary, and requires that it is gone and that the link still leads to its route.
  static func feed(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: 10, maxSplits: 1, omittingEmptySubsequences: false)
    guard lines.count == 2 else { return }
    let whole = Array(lines[0]) + Array("gift".utf8) + Array(lines[1]) + Array(canary.utf8)
    guard let link = try? RouteLink(utf8: whole), let hidden = hidden(link, table) else { return }
    let route = table.match(link)?.route
    require(
      hidden.hidesPath || table.match(hidden)?.route == route, "\(link.text) is another route's")
    let path = String(decoding: link.bytes[link.pathRange], as: UTF8.self).lowercased()
    // Before a canary in the path there is only the word, with separators.
    guard ["/gift/", "/gift%2f", "%2fgift/", "%2fgift%2f"].contains(where: path.contains),
      path.hasSuffix(canary), !link.text.lowercased().dropLast(canary.count).contains(canary)
    else { return }
    require(!hidden.text.lowercased().contains(canary), "\(link.text) shows what is private")
  }
}
