// swift-tools-version: 6.2
import PackageDescription

/// The house's compiler settings: one language mode, every warning an error, no unsafe code
/// unmarked.
let house: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .treatWarning("ExplicitSendable", as: .error),
]

/// Test code: the same language rules, without the demand that every helper type states its
/// sendability.
let houseTests: [SwiftSetting] = Array(house.dropLast())

let package = Package(
  name: "route-engine",
  platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9)],
  products: [
    .library(name: "RouteEngine", targets: ["RouteEngine"]),
    .library(name: "RouteStore", targets: ["RouteStore"]),
    .library(name: "RouteReplay", targets: ["RouteReplay"]),
    .executable(name: "route-replay", targets: ["route-replay"]),
  ],
  targets: [
    .systemLibrary(
      name: "CSQLite",
      pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
    .target(
      name: "RouteMigrations",
      path: "Migrations",
      resources: [
        .embedInCode("v001-journal.sql"), .embedInCode("v002-relations.sql"),
        .embedInCode("v003-screens.sql"), .embedInCode("v004-requests.sql"),
        .embedInCode("v005-sessions.sql"),
      ],
      swiftSettings: house),
    .target(
      name: "RouteStore",
      dependencies: ["CSQLite", "RouteMigrations"],
      swiftSettings: house),
    .target(
      name: "RouteEngine",
      dependencies: ["RouteStore"],
      swiftSettings: house),
    .target(
      name: "TextTerminal",
      path: "Sources/route-replay/TextTerminal",
      swiftSettings: house),
    .target(
      name: "RouteReplay",
      dependencies: ["RouteEngine", "RouteStore", "TextTerminal"],
      path: "Sources/route-replay",
      exclude: ["Program", "TextTerminal"],
      resources: [
        .embedInCode("Reporting/Page/report.html"), .embedInCode("Reporting/Page/report.css"),
        .embedInCode("Reporting/Page/data.js"), .embedInCode("Reporting/Page/list.js"),
        .embedInCode("Reporting/Page/pictures.js"), .embedInCode("Reporting/Page/sections.js"),
        .embedInCode("Reporting/Page/attention.js"), .embedInCode("Reporting/Page/visits.js"),
        .embedInCode("Reporting/Page/entry.js"), .embedInCode("Reporting/Page/report.js"),
      ],
      swiftSettings: house),
    .executableTarget(
      name: "route-replay",
      dependencies: ["RouteReplay"],
      path: "Sources/route-replay/Program",
      swiftSettings: house),
    .executableTarget(
      name: "shop-terminal",
      dependencies: ["RouteEngine"],
      path: "Examples/shop",
      exclude: ["journeys.txt", "links.txt", "routes.json5"],
      swiftSettings: house),
    .executableTarget(
      name: "shop-fleet",
      dependencies: ["RouteEngine", "RouteStore"],
      path: "Examples/shop-fleet",
      swiftSettings: house),
    .executableTarget(
      name: "first",
      dependencies: ["RouteEngine"],
      path: "Examples/first",
      swiftSettings: house),
    .executableTarget(
      name: "reader",
      dependencies: ["RouteEngine", "TextTerminal"],
      path: "Examples/reader",
      swiftSettings: house),
    .executableTarget(
      name: "recipes",
      dependencies: ["RouteReplay", "RouteEngine"],
      path: "Examples/recipes",
      swiftSettings: house),
    .target(
      name: "Floor",
      dependencies: ["CSQLite"],
      path: "Benchmarks/Floor",
      linkerSettings: [.linkedLibrary("sqlite3")]),
    .executableTarget(
      name: "route-bench",
      dependencies: ["Floor", "RouteEngine", "RouteReplay", "RouteStore"],
      path: "Benchmarks/route-bench",
      swiftSettings: house + [.defaultIsolation(MainActor.self)]),
    .target(
      name: "RouteTestSupport",
      dependencies: ["RouteEngine", "RouteStore"],
      path: "Tests/RouteTestSupport",
      swiftSettings: houseTests),
    .testTarget(
      name: "RouteStoreTests",
      dependencies: ["RouteStore", "CSQLite", "RouteTestSupport"],
      swiftSettings: houseTests),
    .testTarget(
      name: "RouteEngineTests",
      dependencies: ["RouteEngine", "RouteStore", "RouteTestSupport", "shop-terminal"],
      swiftSettings: houseTests),
    .testTarget(
      name: "RouteReplayTests",
      dependencies: [
        "route-replay", "RouteReplay", "RouteEngine", "RouteStore", "RouteTestSupport",
        "TextTerminal", "recipes", "route-mutations",
      ],
      exclude: ["Fixtures"],
      swiftSettings: houseTests),
    .testTarget(
      name: "ReaderTests",
      dependencies: ["reader", "RouteEngine", "RouteStore", "RouteTestSupport", "TextTerminal"],
      swiftSettings: houseTests),
    .target(
      name: "FaultVFS",
      dependencies: ["CSQLite"],
      path: "Tests/FaultTests/FaultVFS",
      linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(
      name: "FaultHost",
      dependencies: ["FaultVFS", "RouteEngine", "RouteStore"],
      path: "Tests/FaultTests/Host",
      swiftSettings: houseTests),
    .executableTarget(
      name: "route-fault-child",
      dependencies: ["FaultHost", "RouteEngine", "RouteStore"],
      path: "Tests/FaultTests/Child",
      swiftSettings: houseTests),
    .executableTarget(
      name: "route-fuzz",
      dependencies: ["FaultHost", "RouteEngine", "RouteStore"],
      path: "Tests/Fuzzing",
      exclude: ["Seeds"],
      swiftSettings: houseTests),
    .executableTarget(
      name: "route-mutations",
      dependencies: ["RouteEngine", "RouteStore"],
      path: "Tests/Mutating",
      exclude: ["unseen.txt"],
      swiftSettings: houseTests),
    .testTarget(
      name: "FaultTests",
      dependencies: [
        "FaultHost", "RouteEngine", "RouteStore", "RouteTestSupport", "route-fault-child",
      ],
      path: "Tests/FaultTests/Parent",
      swiftSettings: houseTests),
    .testTarget(
      name: "TidyTests",
      swiftSettings: houseTests),
  ]
)
