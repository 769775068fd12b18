import RouteEngine
import RouteStore

extension JournalLine {
  /// The line as canonical JSON, without a line feed.
  var encoded: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes
  }

  /// Writes the line as canonical JSON.
  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    switch self {
    case .header:
      writer.member("format", Self.format)
      writer.member("version", Self.version)
    case .base(let anchor):
      writer.object("base") {
        $0.member("chain_digest", "\(anchor.digest)")
        $0.member("sequence", anchor.sequence)
      }
    case .routeTable(let row):
      writer.object("route_table") {
        $0.member("digest", row.digest)
        $0.document("json", elseText: "json_text", row.json)
      }
    case .session(let row): writer.object("session") { row.write(to: &$0) }
    case .entry(let row): writer.object("entry") { row.write(to: &$0) }
    case .checkpoint(let row):
      writer.object("checkpoint") {
        $0.member("format", row.format)
        $0.member("sequence", row.sequence)
        // The name of the text comes after that of the digest.
        let isJSON = isCanonicalJSON(row.state)
        if isJSON { $0.member("state", json: row.state) }
        $0.member("state_digest", Digest64.hex(row.stateDigest))
        if !isJSON { $0.member("state_text", utf8: row.state) }
      }
    case .seen(let row):
      writer.object("seen") {
        $0.member("fingerprint", Digest64.hex(row.fingerprint))
        $0.member("outcome", row.outcome)
        $0.member("request", row.request)
        $0.member("seen_us", row.seenMicroseconds)
        $0.member("source", row.source)
      }
    case .funnelStep(let row):
      writer.object("funnel_step") {
        $0.member("funnel", row.funnel)
        $0.member("screen", row.screen)
        $0.member("step", row.step)
      }
    case .end(let end):
      writer.object("end") {
        $0.member("anchor", end.anchor.description)
        $0.member("digest", "\(end.digest)")
        $0.member("entries", end.entries)
        $0.member("lines", end.lines)
      }
    }
    writer.endObject()
  }
}

extension SessionRow {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.member("app_version", appVersion)
    writer.member("began_us", beganMicroseconds)
    writer.member("beginning", beginning)
    writer.member("build", build)
    writer.member("device", device)
    writer.member("ended_us", endedMicroseconds)
    writer.member("ending", ending)
    writer.member("first_sequence", firstSequence)
    writer.member("identifier", identifier)
    writer.member("last_sequence", lastSequence)
    writer.member("number", number)
    writer.member("os", system)
    writer.member("table_digest", tableDigest)
  }
}

extension EntryRow {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.member("action", action)
    writer.member("at_us", atMicroseconds)
    writer.member("attempt", attempt)
    writer.member("cause", cause)
    writer.member("chain_digest", "\(chainDigest)")
    writer.member("duration_us", durationMicroseconds)
    writer.member("elapsed_us", elapsedMicroseconds)
    writer.member("entry_point", entryPoint)
    writer.member("kind", EntryKind(rawValue: kind)?.word ?? "\(kind)")
    writer.member("link", link)
    writer.member("outcome", outcome)
    if !payload.isEmpty { writer.document("payload", elseText: "payload_text", payload) }
    writer.member("reason", reason)
    writer.member("request", request)
    writer.member("route", route)
    writer.member("route_version", routeVersion)
    writer.member("router", router)
    writer.member("scene", scene)
    writer.member("screen_after", screenAfter)
    writer.member("screen_before", screenBefore)
    writer.member("sequence", sequence)
    writer.member("session", session)
    writer.member("state_digest", stateDigest.map { Digest64.hex($0) })
    writer.member("variant", variant)
  }
}

extension JSONWriter {
  fileprivate mutating func object(_ name: StaticString, _ members: (inout JSONWriter) -> Void) {
    self.name(name)
    beginObject()
    members(&self)
    endObject()
  }

  /// Writes a member, or nothing for nil.
  fileprivate mutating func member(_ name: StaticString, _ value: Int64?) {
    guard let value else { return }
    self.name(name)
    int(value)
  }

  /// Writes a member, or nothing for nil.
  fileprivate mutating func member(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    self.name(name)
    string(text)
  }

  /// Writes JSON as JSON if reading it restores its bytes, and otherwise as a text.
  fileprivate mutating func document(
    _ name: StaticString, elseText textName: StaticString, _ bytes: [UInt8]
  ) {
    if isCanonicalJSON(bytes) {
      member(name, json: bytes)
    } else {
      member(textName, utf8: bytes)
    }
  }

  fileprivate mutating func member(_ name: StaticString, json: [UInt8]) {
    self.name(name)
    raw(json)
  }

  fileprivate mutating func member(_ name: StaticString, utf8: [UInt8]) {
    self.name(name)
    string(utf8: utf8)
  }
}
