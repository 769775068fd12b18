/// The program `route-replay`, which gets an app's own code by a `ReplayHost`.
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
  /// The version that `CHANGELOG.md` is headed with.
  static let version = "0.1.0"
  /// The day of that version there.
  static let released = "2026-11-27"
}
