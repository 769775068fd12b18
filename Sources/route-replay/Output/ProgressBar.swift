import TextTerminal

/// How far something has come, on standard error. Nothing is drawn in the first half second, nor
/// more than ten times a second.
struct ProgressBar {
  private static let delay = Duration.milliseconds(500)
  private static let pause = Duration.milliseconds(100)
  /// The text that erases a bar.
  static let nothing = "\r\u{1B}[K"

  private let label: String
  /// How many there will be; nil when it is not known.
  private let total: Int?
  private let width: Int
  private let draw: ((String) -> Void)?
  private let start: ContinuousClock.Instant
  private var nextDrawing: ContinuousClock.Instant
  private var isDrawn = false

  init(
    label: String, total: Int?, width: Int, start: ContinuousClock.Instant = .now,
    draw: ((String) -> Void)?
  ) {
    self.label = visible(label)
    self.total = total
    self.width = width
    self.draw = draw
    self.start = start
    nextDrawing = start + Self.delay
  }

  /// Says that `done` of the total are done; cheap enough to call for each.
  ///
  /// - Parameter more: what else there is to say, where the total is not known.
  mutating func advance(
    to done: Int, _ more: @autoclosure () -> String = "", now: ContinuousClock.Instant = .now
  ) {
    guard let draw, now >= nextDrawing else { return }
    nextDrawing = now + Self.pause
    isDrawn = true
    draw("\r" + line(done: done, more(), after: now - start) + "\u{1B}[K")
  }

  /// Takes the bar away.
  mutating func finish() {
    if isDrawn { draw?(Self.nothing) }
    isDrawn = false
  }

  /// The bar as text: label, bar, percentage, count, and the time left as it looks now; label and
  /// count alone without a total.
  func line(done: Int, _ more: String = "", after elapsed: Duration) -> String {
    guard let total else { return truncated("\(label) \(done)\(more)", toWidth: width - 1) }
    let share = total > 0 ? min(1, max(0, Double(done) / Double(total))) : 0
    var numbers = " \(Int(share * 100))% \(done)/\(total)"
    if share > 0, share < 1 {
      let seconds =
        Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
      let left = Int((seconds / share - seconds).rounded(.up))
      numbers += left < 60 ? ", \(left) s left" : ", \(left / 60) min left"
    }
    let cells = min(30, width - 1 - displayWidth(label) - 3 - displayWidth(numbers))
    guard cells >= 5 else { return truncated(label + numbers, toWidth: width - 1) }
    let filled = Int(share * Double(cells))
    return label + " [" + String(repeating: "#", count: filled)
      + String(repeating: ".", count: cells - filled) + "]" + numbers
  }
}
