import Foundation
import RouteStore
import TextTerminal
import Testing

@testable import RouteReplayProgram

/// The progress that a terminal shows while a command walks over many entries.
@MainActor
@Suite struct `A bar of walks over entries` {
  private static let terminal = Terminal(isInteractive: true, usesColor: false, width: 80)
  private static let erasure = "\r\u{1B}[K"
  private let now = ContinuousClock.now

  private func notes(_ output: Output) -> String {
    String(decoding: output.writtenNotes, as: UTF8.self)
  }

  @Test func `is drawn on a terminal, and begins anew with another walk`() {
    let output = Output.inMemory(notes: Self.terminal)
    var bar = WalkBar(on: output, start: now)
    bar.take(1_000, of: 4_000, now: now + .seconds(1))
    #expect(notes(output).hasPrefix("\rentries [#######......................."))
    #expect(notes(output).contains("25% 1000/4000"))
    bar.take(4_000, of: 4_000, now: now + .seconds(2))
    #expect(notes(output).hasSuffix(Self.erasure))
    let written = notes(output)
    // The bar of the second walk is not shown before it takes long.
    bar.take(1_000, of: 4_000, now: now + .seconds(3))
    #expect(notes(output) == written)
    bar.take(2_000, of: 4_000, now: now + .seconds(4))
    #expect(notes(output).contains("50% 2000/4000, 1 s left"))
  }

  @Test func `is never in a pipe, nor where somebody wants quiet`() throws {
    let place = Workplace.sample()
    let path = place.path("app.journal")
    for (notes, isQuiet) in [(Terminal.none, false), (Self.terminal, true)] {
      let output = Output.inMemory(data: Self.terminal, notes: notes)
      output.isQuiet = isQuiet
      #expect(try JournalFile(path, output: output).history.walked == nil)
      var bar = WalkBar(on: output, start: now)
      bar.take(1_000, of: 4_000, now: now + .seconds(9))
      bar.take(2_000, of: 4_000, now: now + .seconds(10))
      #expect(output.writtenNotes.isEmpty && output.written.isEmpty)
    }
    let output = Output.inMemory(notes: Self.terminal)
    #expect(try JournalFile(path, output: output).history.walked != nil)
  }

  @Test func `is taken away before anything else is written`() throws {
    let output = Output.inMemory(notes: Self.terminal)
    var bar = WalkBar(on: output, start: now)
    bar.take(1_000, of: 4_000, now: now + .seconds(1))
    #expect(!notes(output).hasSuffix(Self.erasure))
    output.problem("it is damaged")
    #expect(notes(output).hasSuffix(Self.erasure + "it is damaged\n"))
    bar.take(2_000, of: 4_000, now: now + .seconds(2))
    try output.finish()
    #expect(notes(output).hasSuffix(Self.erasure))
    #expect(output.written.isEmpty)
  }

  @Test func `leaves the line to a command that has one of its own`() {
    let output = Output.inMemory(notes: Self.terminal)
    var bar = WalkBar(on: output, start: now)
    _ = output.progress(of: "trials", total: nil)
    bar.take(1_000, of: 4_000, now: now + .seconds(1))
    bar.take(2_000, of: 4_000, now: now + .seconds(2))
    #expect(output.writtenNotes.isEmpty)
  }

  @Test func `counts the entries of several journals, and those that are done with`() {
    let output = Output.inMemory(notes: Self.terminal)
    var bar = WalkBar(of: 3, on: output, start: now)
    bar.take(1_000, of: 4_000, in: 0, now: now + .seconds(1))
    bar.take(2_000, of: 9_000, in: 2, now: now + .seconds(2))
    bar.take(1_500, of: 4_000, in: 0, now: now + .seconds(3))
    bar.end(now: now + .seconds(4))
    // A second walk over the same journal.
    bar.take(100, of: 4_000, in: 0, now: now + .seconds(5))
    bar.finish()
    let drawn = notes(output).split(separator: "\u{1B}[K").map { $0.drop { $0 == "\r" } }
    #expect(
      drawn == [
        "entries 1000, 0 of 3 files", "entries 3000, 0 of 3 files", "entries 3500, 0 of 3 files",
        "entries 3500, 1 of 3 files", "entries 3600, 1 of 3 files", "",
      ])
  }

  @Test func `shows no journals in parallel where nobody looks, and hands out all results`()
    async throws
  {
    for terminal in [Terminal.none, Self.terminal] {
      let output = Output.inMemory(notes: terminal)
      let results = await inParallel(journals: ["a", "b", "c"], showing: output) { path, walked in
        walked?(1_024, 2_048)
        return "\(path) \(walked != nil)"
      }
      #expect(results == ["a", "b", "c"].map { "\($0) \(terminal.isInteractive)" })
      let written = notes(output)
      #expect(written.isEmpty || terminal.isInteractive && written.hasSuffix(Self.erasure))
    }
  }
}
