package import RouteEngine

/// A door that host code waits at until a test lets it go on.
@MainActor
package final class Door<Value: Sendable> {
  private typealias Call = (
    name: String, purpose: String, continuation: CheckedContinuation<Value, Never>
  )

  private var waiting: [Call] = []

  package init() {}

  /// How many calls of host code wait.
  package var count: Int { waiting.count }

  /// The purposes of the calls that wait, the oldest first.
  var purposes: [String] { waiting.map(\.purpose) }

  /// Waits for the test to open the door, and returns the value that it opens it with.
  ///
  /// - Parameters:
  ///   - name: what a test calls it by.
  ///   - purpose: what it is for, where calls for several have one name; the name when nil.
  package func value(for name: String = "", purpose: String? = nil) async -> Value {
    await withCheckedContinuation { waiting.append((name, purpose ?? name, $0)) }
  }

  /// Lets the oldest call go on, or the oldest of that name.
  ///
  /// - Returns: whether one waited.
  @discardableResult
  package func open(_ value: Value, for name: String? = nil) -> Bool {
    guard let index = waiting.firstIndex(where: { name == nil || $0.name == name }) else {
      return false
    }
    waiting.remove(at: index).continuation.resume(returning: value)
    return true
  }

  /// Lets all go on.
  package func openAll(_ value: Value) {
    while open(value) {}
  }
}

extension Door where Value == Answer {
  package func answer() async -> Answer { await value() }
  package func open() { open(.allow) }
}

extension Door where Value == ActionResult {
  package func result() async -> ActionResult { await value() }
  package func open() { open(.done) }
}
