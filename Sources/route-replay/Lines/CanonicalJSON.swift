import RouteEngine

/// How deep a payload, a state or a route table may be nested to stand in a line as JSON.
let deepestDocument = 512

/// Whether bytes are exactly what ``JSONWriter`` writes for the value they stand for: no spaces,
/// members in the order of their names' bytes and none twice, the shortest strings and numbers.
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
  /// Copies one value in canonical form; false when its members are not in order.
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
  /// Writes a number given as JSON in its shortest form; of one that is too large, another value.
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
