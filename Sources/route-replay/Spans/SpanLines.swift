import RouteEngine

/// Writes spans as lines, each an `ExportTraceServiceRequest` of OTLP/JSON, as the specification of
/// OpenTelemetry's file exporter has them. Spans that follow one another and come from one session
/// share a line.
struct SpanLines {
  /// Takes a line with its line feed.
  typealias Sink = ([UInt8]) throws -> Void

  /// A collector refuses a line of more than 1 MiB unless it is told otherwise.
  private static let enoughBytes = 64 * 1024

  private let sink: Sink
  private var writer = JSONWriter()
  /// The session of the spans in the unfinished line.
  private var session: Int64?
  /// How many spans were written.
  private(set) var count: Int64 = 0

  init(to sink: @escaping Sink) { self.sink = sink }

  /// Adds a span.
  ///
  /// - Parameters:
  ///   - span: the span.
  ///   - session: the number of its session in its journal.
  ///   - resource: what the session's spans come from.
  mutating func write(
    _ span: TraceSpan, of session: Int64, from resource: SpanAttributes
  ) throws {
    if self.session != session || writer.count >= Self.enoughBytes { try endLine() }
    if self.session == nil {
      begin(resource)
      self.session = session
    }
    span.write(to: &writer)
    count += 1
  }

  /// Writes the unfinished line. Sessions that follow are another journal's.
  mutating func endLine() throws {
    guard session != nil else { return }
    session = nil
    writer.endArray()
    writer.endObject()
    writer.endArray()
    writer.endObject()
    writer.endArray()
    writer.endObject()
    var bytes = writer.bytes
    bytes.append(UInt8(ascii: "\n"))
    try sink(bytes)
  }

  private mutating func begin(_ resource: SpanAttributes) {
    writer.reset()
    writer.beginObject()
    writer.name("resourceSpans")
    writer.beginArray()
    writer.beginObject()
    writer.name("resource")
    writer.beginObject()
    writer.name("attributes")
    resource.write(to: &writer)
    writer.endObject()
    writer.name("scopeSpans")
    writer.beginArray()
    writer.beginObject()
    writer.name("scope")
    writer.beginObject()
    writer.name("name")
    writer.string("route-engine")
    writer.name("version")
    writer.string(ReplayProgram.version)
    writer.endObject()
    writer.name("spans")
    writer.beginArray()
  }
}
