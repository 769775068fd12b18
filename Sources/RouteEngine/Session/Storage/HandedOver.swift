/// A request as stored in the drop box, from another process for the journal's owner.
struct HandedOver: Hashable {
  /// The reason for not opening a file.
  enum Refusal: Error, Hashable {
    /// A newer version wrote it.
    case newer(version: Int64)
    /// It is not a request that was handed over.
    case unreadable(reason: String)
  }

  /// The format version that this library writes.
  static let version: Int64 = 1

  var link: String
  var entryPoint: EntryPoint
  var expires: RouteInstant?
  /// The system run in which it was left, and the monotonic clock's reading then; nil when it never
  /// expires, or the run is not known.
  var boot: String?
  var monotonic: Int64?

  init(_ link: String, from entryPoint: EntryPoint) {
    (self.link, self.entryPoint) = (link, entryPoint)
  }

  /// Makes it expire this many microseconds after it is left.
  mutating func expire(after lifetime: Int64, leftAt left: ClockReading) {
    expires = left.wall.advanced(byMicroseconds: lifetime)
    guard let boot = left.boot else { return }
    (self.boot, monotonic) = (boot, left.monotonic)
  }

  /// Reads the output of ``bytes``; the bytes may come from any process.
  init(reading bytes: [UInt8]) throws(Refusal) {
    var version: Int64?
    var link: String?
    var entryPoint: EntryPoint?
    do throws(JSONError) {
      var reader = JSONReader(bytes, depthLimit: 8)
      try reader.beginObject()
      while try reader.nextMember() {
        if reader.isName("boot") {
          boot = try reader.string()
        } else if reader.isName("entry_point") {
          entryPoint = EntryPoint(rawValue: try reader.string())
        } else if reader.isName("expires_us") {
          expires = RouteInstant(microseconds: try reader.int())
        } else if reader.isName("link") {
          link = try reader.string()
        } else if reader.isName("monotonic_us") {
          monotonic = try reader.int()
        } else if reader.isName("version") {
          version = try reader.int()
        } else {
          try reader.skipValue()
        }
      }
      try reader.expectEnd()
    } catch {
      throw .unreadable(reason: "\(error)")
    }
    guard let version, version > 0 else { throw .unreadable(reason: "it says no version") }
    guard version == Self.version else { throw .newer(version: version) }
    guard let link, let entryPoint else {
      throw .unreadable(reason: "it says no link, or not where it came from")
    }
    (self.link, self.entryPoint) = (link, entryPoint)
    guard isAllowed else {
      throw .unreadable(reason: "only the session itself knows what is '\(entryPoint.rawValue)'")
    }
  }

  /// Its canonical JSON.
  var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.optional("boot", boot)
    writer.name("entry_point")
    writer.string(entryPoint.rawValue)
    writer.optional("expires_us", expires?.microseconds)
    writer.name("link")
    writer.string(link)
    writer.optional("monotonic_us", monotonic)
    writer.name("version")
    writer.int(Self.version)
    writer.endObject()
    return writer.bytes
  }

  /// The remaining lifetime in microseconds, below 0 when it has expired; nil when it never
  /// expires.
  ///
  /// - Parameters:
  ///   - left: when it was left, by the wall clock of that time.
  ///   - now: the clocks of the process that ingests it.
  func lifetime(leftAt left: RouteInstant, until now: ClockReading) -> Int64? {
    guard let expires else { return nil }
    let moment: RouteInstant
    if let boot, let monotonic,
      let lay = now.elapsed(since: ClockReading(wall: left, boot: boot, monotonic: monotonic))
    {
      moment = left.advanced(byMicroseconds: lay)
    } else {
      // If it was left later than now, the clock was set back since; the time then counts.
      moment = max(left, now.wall)
    }
    let (rest, overflow) = expires.microseconds.subtractingReportingOverflow(moment.microseconds)
    return overflow ? (expires < moment ? -1 : .max) : max(-1, rest)
  }

  /// Whether another process can know a request of this entry point: only the owner knows what
  /// happened on screen and what is restored.
  var isAllowed: Bool {
    switch entryPoint {
    case .url, .userActivity, .shortcutItem, .notificationResponse, .customValue, .programmatic:
      true
    case .hostFact, .restoration: false
    }
  }
}
