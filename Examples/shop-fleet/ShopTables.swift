import RouteEngine

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The route table of the shop, and a wrong one of a device of the fleet.
struct ShopTables: Sendable {
  let shipped: RouteTable
  /// A table with the deals in another tab: the journal itself is sound, and only a comparison with
  /// the shipped table finds the mistake.
  let diverging: RouteTable

  private static let deals =
    #"{ id: "deals", patterns: ["/deals"], destination: [{ select: "home" }"#

  init() throws {
    let folder = #filePath.split(separator: "/").dropLast(2).reduce("") { "\($0)/\($1)" }
    let path = "\(folder)/shop/routes.json5"
    guard let json = Self.text(of: path), let place = json.firstRange(of: Self.deals) else {
      throw FleetError(description: "\(path) is missing, or has no route 'deals' as it was")
    }
    let changed = json.replacingCharacters(in: place)
    shipped = try RouteTable(json: Array(json.utf8))
    diverging = try RouteTable(json: Array(changed.utf8))
  }

  private static func text(of path: String) -> String? {
    guard let file = unsafe fopen(path, "r") else { return nil }
    defer { unsafe _ = fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe fread(&piece, 1, piece.count, file)
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += piece[..<count]
    }
  }
}

extension String {
  /// The table with the deals in the shop's tab.
  fileprivate func replacingCharacters(in place: Range<Index>) -> String {
    let route = String(self[place]).replacing("\"home\"", with: "\"shop\"")
    return String(self[..<place.lowerBound]) + route + String(self[place.upperBound...])
  }
}

/// The reason why there is no fleet.
struct FleetError: Error, CustomStringConvertible {
  let description: String
}
