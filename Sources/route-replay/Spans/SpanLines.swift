import RouteAnalytics
import RouteEngine
import RouteStore

/// Writes spans as lines, each an `ExportTraceServiceRequest` of OTLP/JSON, as the specification of
/// OpenTelemetry's file exporter has them. Spans that follow one another and come from one session
/// share a line.
struct SpanLines {
  /// Takes a line with its line feed.
  typealias Sink = ([UInt8]) throws -> Void

  /// A collector refuses a line of more than 1 MiB unless it is told otherwise.
  private static let enoughBytes = 64 * 1024
  /// The end of a line, after its last span.
  private static let closing = Array("]}]}]}\n".utf8)

  private let sink: Sink
  private var writer = JSONWriter()
  /// The session of the spans in the unfinished line, and the line.
  private var line: (session: Int64, bytes: [UInt8])?
  /// Where spans wait that leave in another order than they came in.
  private let shuffled: ShuffledRows?
  /// The things that waiting spans come from, by a number that chance gave.
  private var resources: [Int: SpanAttributes] = [:]
  /// The numbers of the sessions of the journal that is written.
  private var numbers: [Int64: Int] = [:]
  /// How many spans were written.
  private(set) var count: Int64 = 0

  /// - Parameters:
  ///   - isShuffled: whether the order of spans is to say nothing of the one they came in. They
  ///     then wait for ``finish()``.
  ///   - sink: takes each line.
  ///
  /// Throws when there is no room for spans that wait.
  init(isShuffled: Bool = false, to sink: @escaping Sink) throws(StoreError) {
    self.sink = sink
    shuffled = isShuffled ? try ShuffledRows() : nil
  }

  /// Adds a span.
  ///
  /// - Parameters:
  ///   - span: the span.
  ///   - session: the number of its session in its journal.
  ///   - resource: what the session's spans come from.
  mutating func write(
    _ span: TraceSpan, of session: Int64, from resource: SpanAttributes
  ) throws {
    writer.reset()
    span.write(to: &writer)
    count += 1
    guard let shuffled else { return try append(writer.bytes, of: session, from: resource) }
    let number = numbers[session] ?? newNumber(of: session, resource)
    try shuffled.add(writer.bytes, to: number, nil)
  }

  private mutating func newNumber(of session: Int64, _ resource: SpanAttributes) -> Int {
    var number = Int.random(in: .min ... .max)
    while resources[number] != nil { number = Int.random(in: .min ... .max) }
    resources[number] = resource
    numbers[session] = number
    return number
  }

  private mutating func append(
    _ span: [UInt8], of session: Int64, from resource: SpanAttributes
  ) throws {
    if let line, line.session != session || line.bytes.count >= Self.enoughBytes { try endLine() }
    if line == nil {
      line = (session, beginning(resource) + span)
    } else {
      line?.bytes.append(UInt8(ascii: ","))
      line?.bytes += span
    }
  }

  /// Sessions that follow are another journal's.
  mutating func endJournal() throws {
    numbers = [:]
    try endLine()
  }

  /// Writes what waits. To be called once, at the end.
  mutating func finish() throws {
    try shuffled?.forEach { span, number, _ in
      try append(span, of: Int64(number), from: resources[number] ?? SpanAttributes())
    }
    try endLine()
  }

  private mutating func endLine() throws {
    guard let finished = line else { return }
    line = nil
    try sink(finished.bytes + Self.closing)
  }

  /// A line up to its first span.
  private mutating func beginning(_ resource: SpanAttributes) -> [UInt8] {
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
    return writer.bytes
  }
}
