/// Lets tasks of this actor go on until something is so.
///
/// - Parameters:
///   - limit: how long what runs elsewhere may take.
///   - isolation: the actor whose tasks go on; the caller's.
///   - isSo: what is waited for.
/// - Returns: whether it became so; false as well when the caller's task is cancelled before.
package func eventually(
  within limit: Duration = .zero, isolation: isolated any Actor = #isolation, _ isSo: () -> Bool
) async -> Bool {
  // Work that needs nothing but turns of this actor is done after a few of them.
  for _ in 0..<10_000 {
    if isSo() { return true }
    await Task.yield()
  }
  let clock = ContinuousClock()
  let end = clock.now + limit
  while !isSo() {
    guard clock.now < end else { return false }
    // A pause that is cancelled ends the wait, which is all that its caller asks.
    guard (try? await Task.sleep(for: .milliseconds(1))) != nil else { return isSo() }
  }
  return true
}
