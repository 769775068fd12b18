import Foundation
import RouteTestSupport

/// Compiles the code for Apple's systems against the stubs of `Tests/AppleStubs`. It runs only the
/// compiler's checks, including those of isolation.
struct AppleCompiler {
  static let library = PackageFile.url("Sources/RouteEngine")

  /// The modules that replace Apple's, each after those that it imports.
  static let modules = [
    "ObjectiveC", "os", "Foundation", "Combine", "UserNotifications", "UIKit", "SwiftUI",
  ]

  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  private let folder = TemporaryFolder()
  private let settings: [String]

  /// Compiles the stubs.
  init() throws {
    let features = try PackageFile.lines("Package.swift")
      .filter { $0.contains(".enableUpcomingFeature(") }
      .map { String($0.split(separator: "\"")[1]) }
    settings =
      features.flatMap { ["-enable-upcoming-feature", $0] } + [
        "-swift-version", "6", "-strict-memory-safety", "-warnings-as-errors", "-parse-as-library",
      ]
    for module in Self.modules {
      let files = try Self.files(in: PackageFile.url("Tests/AppleStubs/\(module)"))
      let words = ["-swift-version", "6", "-parse-as-library", "-enable-upcoming-feature"]
      let text = try run(
        ["-emit-module", "-o", folder.file("\(module).swiftmodule"), "-module-name", module]
          + words + ["InternalImportsByDefault", "-I", folder.path] + files)
      guard text.isEmpty else { throw Mistake(description: "the stub of \(module): \(text)") }
    }
  }

  /// Compiles files of the library together with all others, but only as far as the checks.
  ///
  /// - Parameter replacing: other texts for some of the files, by their names.
  /// - Returns: the compiler's diagnostics; empty when there are none.
  func check(_ names: [String], replacing texts: [String: String] = [:]) throws -> String {
    let checked = try names.map { name in
      guard let text = texts[name] else { return try Self.displayFile(name) }
      let copy = folder.file(name)
      try text.write(toFile: copy, atomically: true, encoding: .utf8)
      return copy
    }
    let others = try Self.libraryFiles.filter { path in
      !names.contains { path.hasSuffix("/\($0)") }
    }
    return try run(
      ["-emit-sil"] + checked.flatMap { _ in ["-o", "/dev/null"] } + librarySettings
        + checked.flatMap { ["-primary-file", $0] } + others)
  }

  /// Compiles the library's interface, including the parts for Apple's systems.
  func makeLibrary() throws {
    let text = try run(
      ["-emit-module", "-o", folder.file("RouteEngine.swiftmodule")]
        + ["-experimental-skip-non-inlinable-function-bodies"] + librarySettings
        + Self.libraryFiles)
    guard text.isEmpty else { throw Mistake(description: text) }
  }

  /// Compiles an app that uses the library.
  func checkApp(in folder: URL, replacing text: (String) -> String = { $0 }) throws -> String {
    try checkApp(in: [folder], replacing: text)
  }

  /// Compiles an app whose files are in several folders.
  func checkApp(
    in folders: [URL], replacing text: (String) -> String = { $0 }
  ) throws -> String {
    let copies = try folders.flatMap { try Self.files(in: $0) }.map { path in
      let copy = self.folder.file(URL(filePath: path).lastPathComponent)
      try text(String(contentsOfFile: path, encoding: .utf8))
        .write(toFile: copy, atomically: true, encoding: .utf8)
      return copy
    }
    return try run(
      ["-emit-sil", "-o", "/dev/null", "-module-name", "App"] + settings + searchPaths + copies)
  }

  static let display = library.appending(path: "Display")

  /// The path of a file of the library's display code.
  static func displayFile(_ name: String) throws -> String {
    let found = try files(in: display).first { $0.hasSuffix("/\(name)") }
    guard let found else { throw Mistake(description: "there is no \(name)") }
    return found
  }

  /// The paths of the library's files, without two rooms in its folder that are separate libraries.
  private static var libraryFiles: [String] {
    get throws {
      let others = ["Replay", "Testing"].map { library.appending(path: $0).path + "/" }
      return try files(in: library).filter { file in !others.contains { file.hasPrefix($0) } }
    }
  }

  /// The paths of all Swift files below a folder, in a fixed order.
  static func files(in folder: URL) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }.sorted().map { folder.appending(path: $0).path }
  }

  private var librarySettings: [String] {
    // The package manager derives this name from the package's folder.
    let package = PackageFile.root.lastPathComponent.lowercased()
      .map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
    return ["-module-name", "RouteEngine", "-package-name", package] + settings + searchPaths
  }

  /// The stubs come before the system's modules, and before the Linux build of this library.
  private var searchPaths: [String] {
    let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
    let tests = bundles.first ?? URL(filePath: CommandLine.arguments[0])
    let built = tests.deletingLastPathComponent().appending(path: "Modules").path
    return ["-I", folder.path, "-I", built, "-I", PackageFile.url("Sources/CSQLite").path]
  }

  private func run(_ words: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["swiftc", "-frontend"] + words
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard text.isEmpty, process.terminationStatus != 0 else { return text }
    return "the compiler ended with \(process.terminationStatus)"
  }
}
