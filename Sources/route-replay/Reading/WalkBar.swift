import RouteStore

/// The progress of walks over the entries of journals, as a bar: for one journal a share of its
/// entries, for several the numbers of entries and of journals.
struct WalkBar {
  private let output: Output
  private let files: Int
  private let start: ContinuousClock.Instant
  private var bar: ProgressBar?
  /// The number of entries that each journal's walk has reported last.
  private var done: [Int64]
  /// The total number of walked entries.
  private var entries: Int64 = 0
  private var over = 0
  /// Whether the bar is about SQLite's own check.
  private var isOfPages = false

  init(of files: Int = 1, on output: Output, start: ContinuousClock.Instant = .now) {
    (self.output, self.files, self.start) = (output, files, start)
    done = Array(repeating: 0, count: files)
  }

  /// Notes the progress of a walk.
  mutating func take(
    _ done: Int64, of total: Int64, in file: Int = 0, now: ContinuousClock.Instant = .now
  ) {
    guard output.showsWalks else { return }
    guard total > 0 else { return takePages(seconds: done, now) }
    // Another walk over these entries begins at 0.
    let isNew = done < self.done[file]
    entries += isNew ? done : done - self.done[file]
    self.done[file] = done
    guard files == 1 else { return show(now) }
    if isNew || bar == nil || isOfPages {
      isOfPages = false
      let begin = isNew ? now : start
      bar = output.bar("entries", total: Int(clamping: total), start: begin)
    }
    bar?.advance(to: Int(clamping: done), now: now)
    if done == total { bar?.finish() }
  }

  /// Notes for how many seconds SQLite has been checking the pages of a single journal.
  private mutating func takePages(seconds: Int64, _ now: ContinuousClock.Instant) {
    guard files == 1 else { return }
    if !isOfPages {
      bar?.finish()
      bar = output.bar("SQLite checks the pages:", total: nil, start: start)
    }
    isOfPages = true
    bar?.advance(to: Int(clamping: seconds), " s", now: now)
  }

  /// Notes that one of several journals is finished.
  mutating func end(now: ContinuousClock.Instant = .now) {
    over += 1
    if files > 1, output.showsWalks { show(now) }
  }

  private mutating func show(_ now: ContinuousClock.Instant) {
    var bar = bar ?? output.bar("entries", total: nil, start: start)
    bar.advance(to: Int(clamping: entries), ", \(over) of \(files) files", now: now)
    self.bar = bar
  }

  /// Erases the bar.
  mutating func finish() { bar?.finish() }
}

extension JournalFile {
  /// Shows the progress of long walks over its entries, on a terminal.
  func showWalks(on output: Output) {
    guard output.showsProgress else { return }
    var bar = WalkBar(on: output)
    history.walked = { done, total in bar.take(done, of: total) }
  }
}

/// Reports the progress of a walk over the entries of a journal; nil when no progress is shown.
typealias Walked = (@Sendable (_ done: Int64, _ total: Int64) -> Void)?

/// Applies a function to several journals, as many in parallel as there are processors, and shows
/// the progress of walks over their entries.
@MainActor
func inParallel<Result: Sendable>(
  journals paths: [String], showing output: Output,
  _ work: @escaping @Sendable (_ path: String, _ walked: Walked) -> Result
) async -> [Result] {
  guard output.showsProgress else { return await inParallel(paths) { work($0, nil) } }
  let bar = SharedBar(WalkBar(of: paths.count, on: output))
  let results = await inParallel(Array(paths.enumerated())) { file, path in
    defer { Task { @MainActor in bar.end() } }
    return work(path) { done, total in
      Task { @MainActor in bar.take(done, of: total, in: file) }
    }
  }
  bar.finish()
  return results
}

/// A bar for several threads, drawn on the main thread, because the workers use all others.
@MainActor
private final class SharedBar {
  private var bar: WalkBar
  /// Progress sent before the end may arrive after it.
  private var isOver = false

  init(_ bar: WalkBar) { self.bar = bar }

  func take(_ done: Int64, of total: Int64, in file: Int) {
    if !isOver { bar.take(done, of: total, in: file) }
  }

  func end() { if !isOver { bar.end() } }

  func finish() {
    isOver = true
    bar.finish()
  }
}
