import RouteStore

/// The identifiers of one trace of OpenTelemetry and its spans, in lower-case hexadecimal.
///
/// They are digests of the session's identifier and of a sequence, both as they are exported. They
/// are equal for one request in two exports with the same key, and different in another journal.
struct TraceIdentity {
  /// The item with which a trace begins.
  enum Root {
    /// A request, by the sequence of its first entry.
    case request(Int64)
    /// An action that belongs to no request.
    case action(Int64)
  }

  /// The trace: 16 bytes.
  let trace: String
  /// The span of the request: 8 bytes.
  let request: String
  private let seed: String

  /// - Parameters:
  ///   - root: the item with which the trace begins.
  ///   - session: the session in which it began, as it is exported.
  init(_ root: Root, of session: String) {
    seed =
      switch root {
      case .request(let id): "route-engine trace\n\(session)\nrequest \(id)"
      case .action(let id): "route-engine trace\n\(session)\naction \(id)"
      }
    let digits = SHA256.digest(of: Array(seed.utf8)).description
    trace = String(digits.prefix(32))
    request = String(digits.dropFirst(32).prefix(16))
  }

  /// The span of an action: 8 bytes.
  func action(_ id: Int64) -> String { span("action \(id)") }

  /// The span of an attempt at an action.
  func attempt(_ attempt: Int64, at action: Int64) -> String {
    span("action \(action) attempt \(attempt)")
  }

  /// The span of an answer, by its index in an entry.
  func answer(_ place: Int, of entry: Int64) -> String { span("entry \(entry) answer \(place)") }

  /// The span of the wait that an entry begins.
  func wait(from entry: Int64) -> String { span("entry \(entry) wait") }

  private func span(_ name: String) -> String {
    String(SHA256.digest(of: Array("\(seed)\n\(name)".utf8)).description.prefix(16))
  }
}
