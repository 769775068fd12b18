import TextTerminal

/// A progress bar on standard error. Nothing is drawn in the first half second, nor more than ten
/// times a second.
struct ProgressBar {
  private static let delay = Duration.milliseconds(500)
  private static let pause = Duration.milliseconds(100)
  /// The text that erases a bar.
  static let nothing = "\r\u{1B}[K"

  private let label: String
  /// The total number; nil when it is not known.
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

  /// Reports that `done` of the total are done; it is cheap enough to be called for each.
  ///
  /// - Parameter more: an additional text, when the total is not known.
  mutating func advance(
    to done: Int, _ more: @autoclosure () -> String = "", now: ContinuousClock.Instant = .now
  ) {
    guard let draw, now >= nextDrawing else { return }
    nextDrawing = now + Self.pause
    isDrawn = true
    draw("\r" + line(done: done, more(), after: now - start) + "\u{1B}[K")
  }

  /// Erases the bar.
  mutating func finish() {
    if isDrawn { draw?(Self.nothing) }
    isDrawn = false
  }

  /// The bar as text: label, bar, percentage, count, and the estimated remaining time; without a
  /// total, only label and count.
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
