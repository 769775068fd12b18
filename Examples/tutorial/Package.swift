// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Bakery",
  platforms: [.iOS(.v16), .macOS(.v13)],
  products: [.library(name: "Bakery", targets: ["Bakery"])],
  dependencies: [.package(url: "https://…/route-engine.git", from: "0.1.0")],
  targets: [
    .target(
      name: "Bakery",
      dependencies: [.product(name: "RouteEngine", package: "route-engine")]),
    .executableTarget(
      name: "bakery-terminal",
      dependencies: ["Bakery", .product(name: "RouteEngine", package: "route-engine")]),
    .testTarget(
      name: "BakeryTests",
      dependencies: ["Bakery", .product(name: "RouteTesting", package: "route-engine")]),
  ]
)
