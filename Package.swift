// swift-tools-version: 6.2
import PackageDescription

/// Whether every warning is an error: `Scripts/test` sets `ROUTE_ENGINE_WARNINGS=error`. This
/// applies only to this repository. A package that depends on this one must build with any compiler
/// and its warnings. Xcode also refuses `-warnings-as-errors` together with the
/// `-suppress-warnings` that it sets for dependencies.
let isStrict = Context.environment["ROUTE_ENGINE_WARNINGS"] == "error"

/// One language mode for all code; unsafe code has to be marked.
let language: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .strictMemorySafety(),
]

/// Test code: types need not state whether they are Sendable.
let houseTests = language + (isStrict ? [.treatAllWarnings(as: .error)] : [])

/// Shipped code: every public type states whether it is Sendable.
let house = houseTests + (isStrict ? [.treatWarning("ExplicitSendable", as: .error)] : [])

/// The libraries' privacy manifest, which Apple requires, is a resource on a Mac only. On other
/// systems a resource would make every program that links the libraries look for a bundle beside
/// it.
#if canImport(Darwin)
let privacy = (resources: [Resource.copy("PrivacyInfo.xcprivacy")], leftOut: [String]())
#else
let privacy = (resources: [Resource](), leftOut: ["PrivacyInfo.xcprivacy"])
#endif

let package = Package(
  name: "route-engine",
  platforms: [
    .iOS(.v16), .macCatalyst(.v16), .macOS(.v13), .tvOS(.v16), .visionOS(.v1), .watchOS(.v9),
  ],
  products: [
    .library(name: "RouteEngine", targets: ["RouteEngine"]),
    .library(name: "RouteStore", targets: ["RouteStore"]),
    .library(name: "RouteReplay", targets: ["RouteReplay"]),
    .library(name: "RouteTesting", targets: ["RouteTesting"]),
    .library(name: "RouteReplayProgram", targets: ["RouteReplayProgram"]),
    .executable(name: "route-replay", targets: ["route-replay"]),
  ],
  targets: [
    // Many packages declare a target CSQLite, and an app cannot use two of them, so only the folder
    // has that name. There is no pkgConfig and no Homebrew provider: either would add the Mac's own
    // SQLite to the link line of builds for iOS. Every SDK, and Debian, has the header where the
    // compiler looks.
    .systemLibrary(
      name: "CRouteSQLite",
      path: "Sources/CSQLite",
      providers: [.apt(["libsqlite3-dev"])]),
    .target(
      name: "RouteMigrations",
      path: "Migrations",
      resources: [
        .embedInCode("v001-journal.sql")
      ],
      swiftSettings: house),
    .target(
      name: "RouteStore",
      dependencies: ["CRouteSQLite", "RouteMigrations"],
      exclude: ["Analytics"] + privacy.leftOut,
      resources: privacy.resources,
      swiftSettings: house),
    // The relations and questions, for tools only: apps do not ship them.
    .target(
      name: "RouteAnalytics",
      dependencies: ["CRouteSQLite", "RouteStore"],
      path: "Sources/RouteStore/Analytics",
      resources: [
        .embedInCode("Views/relations.sql"), .embedInCode("Views/screens.sql"),
        .embedInCode("Views/requests.sql"), .embedInCode("Views/sessions.sql"),
        .embedInCode("Views/dictionary.txt"),
      ],
      swiftSettings: house),
    .target(
      name: "RouteEngine",
      dependencies: ["RouteStore"],
      exclude: ["Replay", "Testing"],
      swiftSettings: house),
    .target(
      name: "RouteReplay",
      dependencies: ["RouteEngine", "RouteStore"],
      path: "Sources/RouteEngine/Replay",
      swiftSettings: house),
    .target(
      name: "RouteTesting",
      dependencies: ["RouteReplay", "RouteEngine", "RouteStore"],
      path: "Sources/RouteEngine/Testing",
      swiftSettings: house),
    .target(
      name: "TextTerminal",
      path: "Sources/route-replay/TextTerminal",
      swiftSettings: house),
    .target(
      name: "RouteReplayProgram",
      dependencies: [
        "RouteAnalytics", "RouteReplay", "RouteEngine", "RouteStore", "TextTerminal",
      ],
      path: "Sources/route-replay",
      exclude: ["Program", "TextTerminal"],
      resources: [
        .embedInCode("Reporting/Page/page.css"), .embedInCode("Reporting/Page/page.js"),
        .embedInCode("Reporting/Page/report.html"), .embedInCode("Reporting/Page/report.css"),
        .embedInCode("Reporting/Page/data.js"), .embedInCode("Reporting/Page/list.js"),
        .embedInCode("Reporting/Page/pictures.js"), .embedInCode("Reporting/Page/sections.js"),
        .embedInCode("Reporting/Page/attention.js"), .embedInCode("Reporting/Page/visits.js"),
        .embedInCode("Reporting/Page/timeline.js"), .embedInCode("Reporting/Page/sessions.js"),
        .embedInCode("Reporting/Page/entry.js"), .embedInCode("Reporting/Page/search.js"),
        .embedInCode("Reporting/Page/report.js"),
        .embedInCode("Reporting/Page/dashboard.html"),
        .embedInCode("Reporting/Page/dashboard.css"), .embedInCode("Reporting/Page/plots.js"),
        .embedInCode("Reporting/Page/dashboard.js"),
      ],
      swiftSettings: house),
    .executableTarget(
      name: "route-replay",
      dependencies: ["RouteReplayProgram"],
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
      dependencies: ["RouteReplayProgram", "RouteReplay", "RouteEngine"],
      path: "Examples/recipes",
      swiftSettings: house),
    // The tutorial's package also has a manifest of its own, which the tutorial's reader writes.
    .target(
      name: "Bakery",
      dependencies: ["RouteEngine"],
      path: "Examples/tutorial/Sources/Bakery",
      swiftSettings: houseTests),
    .executableTarget(
      name: "bakery-terminal",
      dependencies: ["Bakery", "RouteEngine"],
      path: "Examples/tutorial/Sources/bakery-terminal",
      swiftSettings: houseTests),
    .testTarget(
      name: "BakeryTests",
      dependencies: ["Bakery", "RouteTesting"],
      path: "Examples/tutorial/Tests/BakeryTests",
      swiftSettings: houseTests),
    .target(
      name: "Floor",
      dependencies: ["CRouteSQLite"],
      path: "Benchmarks/Floor",
      linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(
      name: "BenchmarkWorkload",
      dependencies: ["RouteEngine", "RouteStore"],
      path: "Benchmarks/Workload",
      swiftSettings: house + [.defaultIsolation(MainActor.self)]),
    // Separate from route-bench: the counts need neither the questions nor the program, whose
    // release build is a third of the whole.
    .executableTarget(
      name: "route-counts",
      dependencies: ["BenchmarkWorkload", "RouteEngine", "RouteReplay", "RouteStore"],
      path: "Benchmarks/route-counts",
      swiftSettings: house + [.defaultIsolation(MainActor.self)]),
    .executableTarget(
      name: "route-bench",
      dependencies: [
        "BenchmarkWorkload", "Floor", "RouteAnalytics", "RouteEngine", "RouteReplay",
        "RouteReplayProgram", "RouteStore",
      ],
      path: "Benchmarks/route-bench",
      swiftSettings: house + [.defaultIsolation(MainActor.self)]),
    .target(
      name: "RouteTestSupport",
      dependencies: ["RouteTesting", "RouteEngine", "RouteReplay", "RouteStore"],
      path: "Tests/RouteTestSupport",
      swiftSettings: houseTests),
    .testTarget(
      name: "RouteStoreTests",
      dependencies: ["RouteStore", "RouteAnalytics", "CRouteSQLite", "RouteTestSupport"],
      swiftSettings: houseTests),
    .testTarget(
      name: "RouteEngineTests",
      dependencies: [
        "RouteEngine", "RouteReplay", "RouteStore", "RouteTestSupport", "shop-terminal",
      ],
      exclude: [
        "Fixtures", "Table/Corpora/art-market.json5", "Table/Corpora/browser.json5",
        "Table/Corpora/crowdfunding.json5", "Table/Corpora/publishing.json5",
        "Table/Corpora/social.json5",
      ],
      swiftSettings: houseTests),
    .testTarget(
      name: "RouteReplayTests",
      dependencies: [
        "route-replay", "RouteReplayProgram", "RouteReplay", "RouteAnalytics", "RouteEngine",
        "RouteStore", "RouteTestSupport", "TextTerminal", "first", "recipes", "route-mutations",
      ],
      exclude: ["Fixtures/version-1"],
      swiftSettings: houseTests),
    .testTarget(
      name: "ReaderTests",
      dependencies: [
        "reader", "bakery-terminal", "route-replay", "RouteEngine", "RouteStore",
        "RouteTestSupport", "TextTerminal",
      ],
      swiftSettings: houseTests),
    .target(
      name: "FaultVFS",
      dependencies: ["CRouteSQLite"],
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
      dependencies: ["FaultHost", "RouteEngine", "RouteReplay", "RouteStore"],
      path: "Tests/Fuzzing",
      exclude: ["Seeds", "forge.py"],
      swiftSettings: houseTests),
    .executableTarget(
      name: "route-mutations",
      dependencies: ["RouteEngine", "RouteReplay", "RouteStore"],
      path: "Tests/Mutating",
      exclude: ["unseen.txt"],
      swiftSettings: houseTests),
    .target(
      name: "RouteSimulation",
      dependencies: [
        "FaultHost", "RouteEngine", "RouteReplay", "RouteReplayProgram", "RouteStore",
        "RouteTestSupport",
      ],
      path: "Tests/Simulating",
      exclude: ["Program", "faults.txt", "planted-faults.txt", "plant.py"],
      swiftSettings: houseTests),
    .executableTarget(
      name: "route-simulate",
      dependencies: ["FaultHost", "RouteSimulation", "RouteStore"],
      path: "Tests/Simulating/Program",
      swiftSettings: houseTests),
    .testTarget(
      name: "FaultTests",
      dependencies: [
        "FaultHost", "RouteEngine", "RouteReplay", "RouteReplayProgram", "RouteStore",
        "RouteTestSupport", "route-fault-child", "route-simulate",
      ],
      path: "Tests/FaultTests/Parent",
      swiftSettings: houseTests),
    .testTarget(
      name: "TidyTests",
      swiftSettings: houseTests),
  ]
)
