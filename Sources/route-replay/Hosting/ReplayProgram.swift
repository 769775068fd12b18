/// The program `route-replay`, which an app makes its own by giving it a ``ReplayHost``.
///
/// ```swift
/// import RouteReplay
///
/// @main enum ShopReplay {
///   static func main() async throws {
///     let host = ReplayHost(try Shop.table()) { Shop.contribute(to: &$0) }
///     await ReplayProgram.main(name: "shop-replay", host: host)
///   }
/// }
/// ```
public enum ReplayProgram: Sendable {
  /// The version that `CHANGELOG.md` is headed with, `-dev` as long as it is unreleased there.
  static let version = "0.1.0-dev"
}
