import Foundation
import RouteTestSupport
import Testing

/// S2 on Apple's systems: code that cannot be built here is compiled against stubs that declare
/// Apple's interfaces as documented. It was never compiled against the SDK.
@Suite(.serialized) struct ApplePlatformTests {
  private let compiler: AppleCompiler

  init() throws { compiler = try AppleCompiler() }

  private static var displayFiles: [String] {
    get throws {
      try AppleCompiler.files(in: AppleCompiler.display).map {
        URL(filePath: $0).lastPathComponent
      }
    }
  }

  /// The files that are compiled only for Apple's systems, by their names.
  private static var appleFiles: [String: String] {
    get throws {
      var files: [String: String] = [:]
      for name in try displayFiles {
        let text = try String(contentsOfFile: AppleCompiler.displayFile(name), encoding: .utf8)
        if text.hasPrefix("#if canImport(") { files[name] = text }
      }
      return files
    }
  }

  @Test func `S2: the Apple side of the library compiles against the stubs`() throws {
    #expect(try compiler.check(Self.displayFiles) == "")
  }

  @Test func `S2: a mistake in any file of it is found`() throws {
    let files = try Self.appleFiles
    #expect(files.count >= 10)
    var planted: [String: String] = [:]
    for (name, text) in files {
      planted[name] = text.replacing(
        "\n#endif\n", with: "\nlet planted: Never = \"\(name)\"\n#endif\n")
    }
    let found = try compiler.check(files.keys.sorted(), replacing: planted)
    for name in files.keys.sorted() {
      #expect(found.contains("\(name):"), "the compiler passes over \(name)")
    }
  }

  @Test func `S2: what Apple's class has not, and another actor may not, is found`() throws {
    let notification = "Entrance+NotificationResponse.swift"
    let text = try #require(Self.appleFiles[notification])
    let misspelt = text.replacing("content.userInfo", with: "content.userInformation")
    #expect(
      try compiler.check([notification], replacing: [notification: misspelt])
        .contains("'UNNotificationContent' has no member 'userInformation'"))
    let renderer = try #require(Self.appleFiles["UIKitRenderer.swift"])
    let elsewhere = renderer.replacing(
      "  public func controller(", with: "  nonisolated public func controller(")
    #expect(
      try compiler.check(["UIKitRenderer.swift"], replacing: ["UIKitRenderer.swift": elsewhere])
        .contains("main actor-isolated property 'controllers'"))
  }

  @Test func `S2: the example apps compile against the library and the stubs`() throws {
    try compiler.makeLibrary()
    for name in ["shop-swiftui", "shop-uikit"] {
      let app = PackageFile.url("Examples/\(name)")
      #expect(try compiler.checkApp(in: app) == "")
      let misspelt = try compiler.checkApp(in: app) { $0.replacing(".open(", with: ".opens(") }
      #expect(misspelt.contains("has no member 'opens'"))
    }
  }

  @Test func `S2: the apps of the guides compile against the library and the stubs`() throws {
    try compiler.makeLibrary()
    let tutorial = ["Examples/tutorial/App", "Examples/tutorial/Sources/Bakery"]
    for folders in [tutorial, ["Examples/adopting-swiftui"]] {
      // The tutorial's package and its app are compiled as one module here.
      let said = try compiler.checkApp(in: folders.map { PackageFile.url($0) }) {
        $0.replacing("import Bakery\n", with: "")
      }
      #expect(said == "", "\(folders)")
    }
  }
}
