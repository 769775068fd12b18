import RouteEngine

/// The deepest nesting of a payload, a state or a route table that is written as JSON in a line.
let deepestDocument = 512

/// Whether bytes are exactly what ``JSONWriter`` writes for their value: no spaces, members ordered
/// by the bytes of their names and none twice, the shortest strings and numbers.
func isCanonicalJSON(_ bytes: [UInt8]) -> Bool {
  var reader = JSONReader(bytes, depthLimit: deepestDocument)
  var writer = JSONWriter()
  do {
    guard try reader.copyValue(to: &writer) else { return false }
    try reader.expectEnd()
  } catch {
    return false
  }
  return writer.bytes == bytes
}

extension JSONReader {
  /// Copies one value in canonical form; returns false when its members are not in order.
  fileprivate mutating func copyValue(to writer: inout JSONWriter) throws(JSONError) -> Bool {
    switch peekValue() {
    case UInt8(ascii: "{"): return try copyObject(to: &writer)
    case UInt8(ascii: "["):
      try beginArray()
      writer.beginArray()
      while try nextElement() {
        guard try copyValue(to: &writer) else { return false }
      }
      writer.endArray()
    case UInt8(ascii: "\""): writer.string(try string())
    case UInt8(ascii: "t"), UInt8(ascii: "f"): writer.bool(try bool())
    case UInt8(ascii: "n"):
      try null()
      writer.null()
    default: writer.number(Array(try captureRaw()))
    }
    return true
  }

  private mutating func copyObject(to writer: inout JSONWriter) throws(JSONError) -> Bool {
    try beginObject()
    writer.beginObject()
    var last: String?
    while try nextMember() {
      let name = memberName()
      if let last, !last.utf8.lexicographicallyPrecedes(name.utf8) { return false }
      writer.name(name)
      guard try copyValue(to: &writer) else { return false }
      last = name
    }
    writer.endObject()
    return true
  }
}

extension JSONWriter {
  /// Writes a number given as JSON in its shortest form; for a number that is too large, another
  /// value.
  fileprivate mutating func number(_ text: [UInt8]) {
    let digits = String(decoding: text, as: UTF8.self)
    if let value = Int64(digits) {
      int(value)
    } else if let value = UInt64(digits) {
      uint(value)
    } else if let value = Double(digits), value.isFinite {
      double(value)
    } else {
      null()
    }
  }
}
