import RouteEngine
import RouteStore

/// The requests of journals, written as traces of OpenTelemetry.
struct SpanExport: JournalExport {
  /// OpenTelemetry's name for a service without a name.
  static let unknownService = "unknown_service"

  private let service: String
  private let profile: RedactionProfile
  private let pseudonyms: Pseudonyms
  private var lines: SpanLines
  private(set) var isTorn = false
  /// The number of journals with spans.
  private(set) var sources = 0
  /// How many requests have no outcome, and therefore no span.
  private(set) var openRequests = 0
  /// How many actions are not settled, and therefore have no span.
  private(set) var openActions = 0

  /// - Parameters:
  ///   - service: the app's name, for `service.name`.
  ///   - sink: takes each line.
  ///
  /// Throws when there is no room for waiting spans.
  init(
    of service: String, _ profile: RedactionProfile, _ pseudonyms: Pseudonyms,
    to sink: @escaping SpanLines.Sink
  ) throws(StoreError) {
    (self.service, self.profile, self.pseudonyms) = (service, profile, pseudonyms)
    lines = try SpanLines(isShuffled: profile.rounding != nil, to: sink)
  }

  var hasSources: Bool { sources > 0 }

  /// The number of written spans.
  var count: Int64 { lines.count }

  mutating func add(_ history: History) throws {
    let sealed = try SealedHistory(history)
    defer { withExtendedLifetime(sealed) {} }
    var spans = try JournalSpans(of: sealed.history, service: service, profile, pseudonyms)
    isTorn = true
    try spans.write(to: &lines)
    try sealed.check()
    isTorn = false
    sources += 1
    openRequests += spans.openRequests
    openActions += spans.openActions
  }

  /// Writes the waiting spans.
  mutating func finish() throws { try lines.finish() }
}
