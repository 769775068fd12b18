import RouteEngine

/// A span of OpenTelemetry.
struct TraceSpan {
  /// The result, as OpenTelemetry represents it.
  enum Status: Equatable {
    /// Neither success nor failure.
    case unset
    case ok
    /// With the word or the sentence of the reason.
    case error(String)

    /// The number of the status in OTLP.
    fileprivate var code: Int64 {
      switch self {
      case .unset: 0
      case .ok: 1
      case .error: 2
      }
    }
  }

  let trace: String
  let id: String
  /// The enclosing span; nil for the first of its trace.
  let parent: String?
  let name: String
  /// Microseconds since 1970.
  let start: Int64
  /// Microseconds since 1970, by the wall clock, which may have been set back.
  let end: Int64
  var status = Status.unset
  var attributes = SpanAttributes()

  /// Writes it as OTLP/JSON: identifiers as hexadecimal, 64-bit integers as strings, enumerations
  /// as numbers. A span whose end is before its beginning ends at its beginning. Times before 1970
  /// are attributes, because OTLP has no number for them.
  func write(to writer: inout JSONWriter) {
    var attributes = attributes
    if end < start { attributes.add("route.clock_set_back", true) }
    if start < 0 { attributes.add("route.start_us", start) }
    if end < 0 { attributes.add("route.end_us", end) }
    writer.beginObject()
    writer.name("attributes")
    attributes.write(to: &writer)
    writer.name("endTimeUnixNano")
    writer.string(Self.nanoseconds(max(start, end)))
    writer.name("kind")
    writer.int(Self.isInternal)
    writer.name("name")
    writer.string(name)
    if let parent {
      writer.name("parentSpanId")
      writer.string(parent)
    }
    writer.name("spanId")
    writer.string(id)
    writer.name("startTimeUnixNano")
    writer.string(Self.nanoseconds(start))
    writer.name("status")
    writer.beginObject()
    writer.name("code")
    writer.int(status.code)
    if case .error(let message) = status {
      writer.name("message")
      writer.string(message)
    }
    writer.endObject()
    writer.name("traceId")
    writer.string(trace)
    writer.endObject()
  }

  /// `SPAN_KIND_INTERNAL`.
  private static let isInternal: Int64 = 1

  /// A moment in the unsigned numbers of OTLP, 0 before 1970. A number in an untrusted file may
  /// have any value.
  private static func nanoseconds(_ microseconds: Int64) -> String {
    let (product, isTooMuch) = UInt64(max(0, microseconds)).multipliedReportingOverflow(by: 1_000)
    return "\(isTooMuch ? UInt64(Int64.max) : product)"
  }
}

/// Attributes of a span or of a resource.
struct SpanAttributes {
  private enum Value {
    case text([UInt8])
    case number(Int64)
    case flag(Bool)
  }

  private var all: [(name: String, value: Value)] = []

  /// Adds an exported value; NULL is no attribute.
  mutating func add(_ name: String, _ value: RowRedaction.Value) {
    switch value {
    case .null: break
    case .number(let number): all.append((name, .number(number)))
    case .text(let text): all.append((name, .text(text)))
    }
  }

  /// Adds a text.
  mutating func add(_ name: String, _ text: String) { all.append((name, .text(Array(text.utf8)))) }

  /// Adds a number.
  mutating func add(_ name: String, _ number: Int64) { all.append((name, .number(number))) }

  /// Adds a Boolean.
  mutating func add(_ name: String, _ flag: Bool) { all.append((name, .flag(flag))) }

  /// Writes them as an array of names and values.
  func write(to writer: inout JSONWriter) {
    writer.beginArray()
    for (name, value) in all {
      writer.beginObject()
      writer.name("key")
      writer.string(name)
      writer.name("value")
      writer.beginObject()
      switch value {
      case .text(let text):
        writer.name("stringValue")
        // A truncated text may be ill-formed.
        writer.string(String(decoding: text, as: UTF8.self))
      case .number(let number):
        writer.name("intValue")
        writer.string("\(number)")
      case .flag(let flag):
        writer.name("boolValue")
        writer.bool(flag)
      }
      writer.endObject()
      writer.endObject()
    }
    writer.endArray()
  }
}
