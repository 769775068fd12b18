/// A request as it lies in the drop box: what another process wishes of the journal's owner.
struct HandedOver: Hashable {
  /// Why a file is not opened.
  enum Refusal: Error, Hashable {
    /// A newer version wrote it.
    case newer(version: Int64)
    /// It is none that was handed over.
    case unreadable(reason: String)
  }

  /// The form that this version writes.
  static let version: Int64 = 1

  var link: String
  var entryPoint: EntryPoint
  var expires: Instant?

  init(_ link: String, from entryPoint: EntryPoint, expires: Instant? = nil) {
    (self.link, self.entryPoint, self.expires) = (link, entryPoint, expires)
  }

  /// Reads what ``bytes`` makes; these may be anybody's.
  init(reading bytes: [UInt8]) throws(Refusal) {
    var version: Int64?
    var link: String?
    var entryPoint: EntryPoint?
    do throws(JSONError) {
      var reader = JSONReader(bytes, depthLimit: 8)
      try reader.beginObject()
      while try reader.nextMember() {
        if reader.isName("entry_point") {
          entryPoint = EntryPoint(rawValue: try reader.string())
        } else if reader.isName("expires_us") {
          expires = Instant(microseconds: try reader.int())
        } else if reader.isName("link") {
          link = try reader.string()
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
    writer.name("entry_point")
    writer.string(entryPoint.rawValue)
    writer.optional("expires_us", expires?.microseconds)
    writer.name("link")
    writer.string(link)
    writer.name("version")
    writer.int(Self.version)
    writer.endObject()
    return writer.bytes
  }

  /// How many microseconds are left to carry it out, below 0 when none are; nil when it never
  /// expires.
  func lifetime(at now: Instant) -> Int64? {
    guard let expires else { return nil }
    let (rest, overflow) = expires.microseconds.subtractingReportingOverflow(now.microseconds)
    return overflow ? (expires < now ? -1 : .max) : max(-1, rest)
  }

  /// Whether another process can know that a request came from there: what happened on screen and
  /// what is restored only the owner does.
  var isAllowed: Bool {
    switch entryPoint {
    case .url, .userActivity, .shortcutItem, .notificationResponse, .customValue, .programmatic:
      true
    case .hostFact, .restoration: false
    }
  }
}
