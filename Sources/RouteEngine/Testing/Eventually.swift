/// Runs other tasks of this actor until a condition holds.
///
/// - Parameters:
///   - limit: how long work outside this actor may take.
///   - isolation: the actor whose tasks run; the caller's.
///   - isSo: the condition.
/// - Returns: whether it came to hold; also false when the caller's task is cancelled before.
package func eventually(
  within limit: Duration = .zero, isolation: isolated any Actor = #isolation, _ isSo: () -> Bool
) async -> Bool {
  // Work that only needs turns of this actor is done after a few turns.
  for _ in 0..<10_000 {
    if isSo() { return true }
    await Task.yield()
  }
  let clock = ContinuousClock()
  let end = clock.now + limit
  while !isSo() {
    guard clock.now < end else { return false }
    // A cancelled pause ends the wait, and its caller needs no more.
    guard (try? await Task.sleep(for: .milliseconds(1))) != nil else { return isSo() }
  }
  return true
}
