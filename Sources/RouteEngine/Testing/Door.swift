package import RouteEngine

/// A door at which host code waits until a test opens it.
@MainActor
package final class Door<Value: Sendable> {
  private typealias Call = (
    name: String, purpose: String, continuation: CheckedContinuation<Value, Never>
  )

  private var waiting: [Call] = []

  package init() {}

  /// The number of waiting calls of host code.
  package var count: Int { waiting.count }

  /// The purposes of the waiting calls, oldest first.
  var purposes: [String] { waiting.map(\.purpose) }

  /// Whether a call waits, or one of a name.
  func isWaiting(for name: String? = nil) -> Bool {
    waiting.contains { name == nil || $0.name == name }
  }

  /// Waits until the test opens the door, and returns the value that the test gives.
  ///
  /// - Parameters:
  ///   - name: the name that a test uses for it.
  ///   - purpose: its purpose, where calls for several purposes have one name; the name when nil.
  package func value(for name: String = "", purpose: String? = nil) async -> Value {
    await withCheckedContinuation { waiting.append((name, purpose ?? name, $0)) }
  }

  /// Releases the oldest call, or the oldest one of a name.
  ///
  /// - Returns: whether a call waited.
  @discardableResult
  package func open(_ value: Value, for name: String? = nil) -> Bool {
    guard let index = waiting.firstIndex(where: { name == nil || $0.name == name }) else {
      return false
    }
    waiting.remove(at: index).continuation.resume(returning: value)
    return true
  }

  /// Releases all calls.
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
