import RouteEngine
import RouteStore

extension JournalLine {
  /// Reads a line after the first one.
  ///
  /// - Parameters:
  ///   - bytes: the line without its line feed.
  ///   - number: the number of the line, from 1.
  /// - Throws: `LinesError`; also when the line is not exactly as this version writes its content,
  ///   so that lines have a single form and nothing is lost.
  init(reading bytes: [UInt8], number: Int) throws(LinesError) {
    do {
      self = try Self.read(bytes, number)
    } catch {
      throw error.atLine(number)
    }
    guard encoded == bytes else { throw .otherForm(line: number) }
  }

  private static func read(_ bytes: [UInt8], _ number: Int) throws(LineProblem) -> JournalLine {
    let object = try LineObject(bytes)
    switch object.name {
    case "base":
      return .base(
        JournalAnchor(
          sequence: try object.integer("sequence"), digest: try object.chainDigest("chain_digest")))
    case "route_table":
      return .routeTable(
        RouteTableRow(
          digest: try object.text("digest"), json: try object.document("json", "json_text")))
    case "session": return .session(try SessionRow(object))
    case "entry": return .entry(try EntryRow(object))
    case "checkpoint":
      return .checkpoint(
        CheckpointRow(
          sequence: try object.integer("sequence"), format: try object.integer("format"),
          state: try object.document("state", "state_text"),
          stateDigest: try object.digest64("state_digest")))
    case "seen":
      return .seen(
        SeenRow(
          source: try object.text("source"), fingerprint: try object.digest64("fingerprint"),
          request: try object.integer("request"), outcome: try object.optionalText("outcome"),
          seenMicroseconds: try object.integer("seen_us")))
    case "funnel_step":
      return .funnelStep(
        FunnelStepRow(
          funnel: try object.text("funnel"), step: try object.integer("step"),
          screen: try object.text("screen")))
    case "end":
      guard let anchor = JournalAnchor(try object.text("anchor")) else {
        throw .expected("'anchor' to be SEQUENCE:HEX")
      }
      return .end(
        LinesEnd(
          anchor: anchor, entries: try object.integer("entries"),
          lines: try object.integer("lines"), digest: try object.chainDigest("digest")))
    default:
      throw .expected(
        "one of base, route_table, session, entry, checkpoint, seen, funnel_step, end")
    }
  }
}

extension SessionRow {
  fileprivate init(_ object: LineObject) throws(LineProblem) {
    self.init(
      number: try object.integer("number"), identifier: try object.text("identifier"),
      device: try object.text("device"), beganMicroseconds: try object.integer("began_us"),
      firstSequence: try object.integer("first_sequence"))
    appVersion = try object.optionalText("app_version")
    build = try object.optionalText("build")
    system = try object.optionalText("os")
    tableDigest = try object.optionalText("table_digest")
    endedMicroseconds = try object.optionalInteger("ended_us")
    beginning = try object.optionalText("beginning")
    ending = try object.optionalText("ending")
    lastSequence = try object.optionalInteger("last_sequence")
  }
}

extension EntryRow {
  fileprivate init(_ object: LineObject) throws(LineProblem) {
    let word = try object.text("kind")
    guard let kind = EntryKind.allCases.first(where: { $0.word.utf8.elementsEqual(word.utf8) })
    else { throw .unknownKind(word) }
    self.init(
      sequence: try object.integer("sequence"), session: try object.integer("session"),
      kind: kind.rawValue, atMicroseconds: try object.integer("at_us"),
      elapsedMicroseconds: try object.integer("elapsed_us"))
    scene = try object.optionalText("scene")
    request = try object.optionalInteger("request")
    cause = try object.optionalInteger("cause")
    durationMicroseconds = try object.optionalInteger("duration_us")
    entryPoint = try object.optionalText("entry_point")
    link = try object.optionalText("link")
    route = try object.optionalText("route")
    routeVersion = try object.optionalInteger("route_version")
    router = try object.optionalText("router")
    variant = try object.optionalText("variant")
    outcome = try object.optionalText("outcome")
    reason = try object.optionalText("reason")
    screenBefore = try object.optionalText("screen_before")
    screenAfter = try object.optionalText("screen_after")
    action = try object.optionalInteger("action")
    attempt = try object.optionalInteger("attempt")
    payload = try object.optionalDocument("payload", "payload_text") ?? []
    stateDigest = try object.optionalDigest64("state_digest")
    chainDigest = try object.chainDigest("chain_digest")
  }
}

/// The reason why a line cannot be read.
enum LineProblem: Error {
  case expected(String)
  case unknownKind(String)

  fileprivate func atLine(_ number: Int) -> LinesError {
    switch self {
    case .expected(let what): .malformed(line: number, "expected \(what)")
    case .unknownKind(let word): .newerKind(line: number, word)
    }
  }
}

/// A parsed line: the name of its item, and the item's members.
struct LineObject {
  private enum Value {
    case integer(Int64)
    case text(String)
    case document([UInt8])
  }

  let name: String
  private var members: [String: Value] = [:]

  init(_ bytes: [UInt8]) throws(LineProblem) {
    // A document is two levels deep in a line.
    var reader = JSONReader(bytes, depthLimit: deepestDocument + 2)
    do {
      try reader.beginObject()
      guard try reader.nextMember() else { throw LineProblem.expected("a member") }
      name = reader.memberName()
      try reader.beginObject()
      while try reader.nextMember() {
        let member = reader.memberName()
        members[member] = try Self.value(of: member, &reader)
      }
      guard try !reader.nextMember() else { throw LineProblem.expected("one member alone") }
      try reader.expectEnd()
    } catch let error as JSONError {
      throw .expected("\(error.expected) at byte \(error.offset)")
    } catch let error as LineProblem {
      throw error
    } catch {
      throw .expected("JSON")
    }
  }

  private static func value(
    of member: String, _ reader: inout JSONReader
  ) throws(JSONError) -> Value {
    if ["json", "payload", "state"].contains(member) {
      return .document(Array(try reader.captureRaw()))
    }
    return reader.peekValue() == UInt8(ascii: "\"")
      ? .text(try reader.string()) : .integer(try reader.int())
  }

  func optionalInteger(_ name: String) throws(LineProblem) -> Int64? {
    switch members[name] {
    case nil: return nil
    case .integer(let value) where FileBounds.numbers.contains(value): return value
    case .integer:
      let bounds = FileBounds.numbers
      throw .expected("'\(name)' to lie from \(bounds.lowerBound) to \(bounds.upperBound)")
    default: throw .expected("'\(name)' to be an integer")
    }
  }

  func integer(_ name: String) throws(LineProblem) -> Int64 {
    try present(optionalInteger(name), name)
  }

  func optionalText(_ name: String) throws(LineProblem) -> String? {
    guard let text = try optionalLongText(name) else { return nil }
    guard text.utf8.count <= FileBounds.textBytes else {
      throw .expected("'\(name)' to have at most \(FileBounds.textBytes) bytes")
    }
    return text
  }

  private func optionalLongText(_ name: String) throws(LineProblem) -> String? {
    switch members[name] {
    case nil: return nil
    case .text(let text): return text
    default: throw .expected("'\(name)' to be a string")
    }
  }

  func text(_ name: String) throws(LineProblem) -> String {
    try present(optionalText(name), name)
  }

  func chainDigest(_ name: String) throws(LineProblem) -> ChainDigest {
    guard let digest = ChainDigest(hexadecimal: try text(name)) else {
      throw .expected("'\(name)' to be 64 hexadecimal digits")
    }
    return digest
  }

  func optionalDigest64(_ name: String) throws(LineProblem) -> UInt64? {
    guard let text = try optionalText(name) else { return nil }
    guard let digest = Digest64.parse(hex: text) else {
      throw .expected("'\(name)' to be 16 hexadecimal digits")
    }
    return digest
  }

  func digest64(_ name: String) throws(LineProblem) -> UInt64 {
    try present(optionalDigest64(name), name)
  }

  /// The bytes of a document, which is in the line as JSON or as a text.
  func optionalDocument(_ name: String, _ textName: String) throws(LineProblem) -> [UInt8]? {
    if case .document(let bytes) = members[name] { return bytes }
    return try optionalLongText(textName).map { Array($0.utf8) }
  }

  func document(_ name: String, _ textName: String) throws(LineProblem) -> [UInt8] {
    try present(optionalDocument(name, textName), name)
  }

  private func present<Value>(_ value: Value?, _ name: String) throws(LineProblem) -> Value {
    guard let value else { throw .expected("a member '\(name)'") }
    return value
  }
}
