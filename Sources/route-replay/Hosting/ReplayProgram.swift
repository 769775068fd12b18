/// The program `route-replay`, to which a `ReplayHost` adds an app's own code.
///
/// ```swift
/// import RouteReplay
/// import RouteReplayProgram
///
/// @main enum ShopReplay {
///   static func main() async throws {
///     let host = ReplayHost(try Shop.table()) { Shop.contribute(to: &$0) }
///     await ReplayProgram.main(name: "shop-replay", host: host)
///   }
/// }
/// ```
public enum ReplayProgram: Sendable {
  /// The version in the heading of `CHANGELOG.md`.
  static let version = "0.1.0"
  /// The date of that version in the heading.
  static let released = "2026-11-27"
}
