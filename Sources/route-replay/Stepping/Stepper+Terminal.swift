#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import TextTerminal

extension Stepper {
  /// Shows one frame after another, controlled by keys, until a key ends it.
  @MainActor
  consuming func run(_ output: Output) async throws {
    guard FullScreen.isPossible else {
      throw CommandFailure.usage(
        "'--step' needs a terminal to draw on and to take keys from; leave it out in a pipe"
      )
    }
    var stepper = self
    _ = try stepper.frame()  // a reading error is reported before the full screen begins
    let (inputs, told) = AsyncStream.makeStream(of: TerminalInput.self)
    let screen = FullScreen { told.yield($0) }
    defer { screen.leave() }
    for await input in inputs {
      switch input {
      case .hangUp: return
      case .resized: break
      case .key(let key): guard try stepper.press(key) else { return }
      }
      let size = FullScreen.size
      let rows = try stepper.rows(width: size.width, height: size.height)
      screen.show(rows.map { row in row.map { output.painted($0.text, $0.ink) }.joined() })
    }
  }
}
