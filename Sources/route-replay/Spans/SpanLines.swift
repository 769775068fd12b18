import RouteAnalytics
import RouteEngine
import RouteStore

/// Writes spans as lines, each an `ExportTraceServiceRequest` of OTLP/JSON, as in the specification
/// of OpenTelemetry's file exporter. Consecutive spans of one session share a line.
struct SpanLines {
  /// Takes a line with its line feed.
  typealias Sink = ([UInt8]) throws -> Void

  /// A line ends after this many bytes: by default, a collector refuses lines of more than 1 MiB.
  private static let enoughBytes = 64 * 1024
  /// The end of a line, after its last span.
  private static let closing = Array("]}]}]}\n".utf8)

  private let sink: Sink
  private var writer = JSONWriter()
  /// The session of the spans in the unfinished line; then the line.
  private var line: (session: Int64, bytes: [UInt8])?
  /// The waiting spans, if they are written in a random order.
  private let shuffled: ShuffledRows?
  /// The resources of waiting spans, by random numbers.
  private var resources: [Int: SpanAttributes] = [:]
  /// The numbers of the sessions of the current journal.
  private var numbers: [Int64: Int] = [:]
  /// The number of written spans.
  private(set) var count: Int64 = 0

  /// - Parameters:
  ///   - isShuffled: whether the order of spans must not reveal their original order. The spans
  ///     then wait for ``finish()``.
  ///   - sink: takes each line.
  ///
  /// Throws when there is no room for waiting spans.
  init(isShuffled: Bool = false, to sink: @escaping Sink) throws(StoreError) {
    self.sink = sink
    shuffled = isShuffled ? try ShuffledRows() : nil
  }

  /// Adds a span.
  ///
  /// - Parameters:
  ///   - span: the span.
  ///   - session: the number of its session in its journal.
  ///   - resource: the resource of the session's spans.
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

  /// Notes that the following sessions belong to another journal.
  mutating func endJournal() throws {
    numbers = [:]
    try endLine()
  }

  /// Writes the waiting spans. To be called once, at the end.
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
