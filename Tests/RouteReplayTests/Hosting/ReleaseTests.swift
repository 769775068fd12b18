import Foundation
import RouteTestSupport
import Testing

@testable import RouteReplayProgram

/// The places that name the version, and the files that `Scripts/install` writes below its prefix.
@Suite struct `A release` {
  let place = Workplace()

  @Test func `has the same number everywhere`() throws {
    let headings = try PackageFile.lines("CHANGELOG.md").filter { $0.hasPrefix("## [") }
    let newest = try #require(headings.first { $0 != "## [Unreleased]" })
    #expect(newest == "## [\(ReplayProgram.version)] - \(ReplayProgram.released)")
    let tutorial = "Sources/RouteEngine/RouteEngine.docc/tutorial.md"
    for file in ["README.md", tutorial, "Examples/tutorial/Package.swift"] {
      let text = try PackageFile.text(file)
      let dependency = "route-engine.git\", from: \"\(ReplayProgram.version)\")"
      #expect(text.contains(dependency), "\(file)")
    }
    try place.run("--version").expect(0, prints: "route-replay \(ReplayProgram.version)\n")
  }

  private func install(_ words: String...) throws -> Workplace.Result {
    try place.run(
      [PackageFile.url("Scripts/install").path] + words, of: URL(filePath: "/bin/bash"),
      environment: ["ROUTE_PROGRAMS": Workplace.program.deletingLastPathComponent().path])
  }

  @Test func `is installed with its manual page and its completions`() throws {
    let files = [
      "bin/route-replay", "share/man/man1/route-replay.1",
      "share/bash-completion/completions/route-replay",
      "share/zsh/site-functions/_route-replay",
      "share/fish/vendor_completions.d/route-replay.fish",
    ]
    try install("--prefix", "a place").expect(
      0, prints: files.map { place.path("a place/\($0)") + "\n" }.joined())
    let program = ReplayProgram.program()
    let texts = [
      program.manualPage(), program.bashCompletion(), program.zshCompletion(),
      program.fishCompletion(),
    ]
    for (file, text) in zip(files.dropFirst(), texts) {
      #expect(place.bytes("a place/\(file)") == Data(text.utf8), "\(file)")
    }
    try place.run(["--version"], of: place.folder.appending(path: "a place/bin/route-replay"))
      .expect(0, says: ReplayProgram.version)
  }

  @Test func `is not installed by a command line that is wrong`() throws {
    try install("--prefix").expect(1, notes: "--prefix needs a folder")
    try install("there").expect(2, notes: "usage: Scripts/install [--prefix FOLDER]")
    try install("--prefix", "a", "b").expect(2)
    #expect(try place.contents().isEmpty)
  }
}
