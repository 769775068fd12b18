public import RouteStore

/// The place where a process that does not own a journal leaves links for the session that does: an
/// extension of the app, a widget, a tool.
///
/// ```swift
/// try DropBox(ofJournal: "shop.sqlite").leave("https://shop.example/orders/7", source: "push-12")
/// ```
///
/// It is the folder `<journal>-inbox`. Each link is a file there, complete or absent however the
/// process dies. The file stays until the session ingests it: at its launch, when it comes to the
/// foreground, and in ``RouteSession/JournalKeeping/ingest(isolation:)``. From then on it is a
/// request like any other, and the request is in the journal before the file is removed. If the
/// session dies in between, the request still takes effect once, because its source id comes from
/// the file's name.
///
/// Until then the link is stored as it is, including private values; only the user who runs the
/// process may read the file. If the drop box has a route table, it refuses a link that may contain
/// a secret of that table.
public struct DropBox: Sendable {
  private let folder: DropFolder
  private let table: RouteTable?

  /// The drop box of a journal by its location, the same one at which the session is launched.
  ///
  /// - Parameters:
  ///   - location: the journal's location; a journal in memory has no drop box.
  ///   - table: the route table that declares secrets; without it every link is accepted.
  /// - Throws: `refused` for a journal in memory, `cannotOpen` when the path is empty or the
  ///   journal's folder is missing.
  public init(
    of location: RouteSession.Location, table: RouteTable? = nil
  ) throws(StoreError) {
    guard case .file(let path) = location else {
      throw .refused(reason: "a journal in memory has no drop box")
    }
    try self.init(ofJournal: path, table: table)
  }

  /// The drop box of the journal at a path, which may not exist yet. Nothing is created yet.
  ///
  /// - Parameters:
  ///   - path: the journal's path.
  ///   - table: the route table that declares secrets; without it every link is accepted.
  /// - Throws: `cannotOpen` when the path is empty or the journal's folder is missing.
  public init(ofJournal path: String, table: RouteTable? = nil) throws(StoreError) {
    folder = try DropFolder(ofJournal: path)
    self.table = table
  }

  /// Leaves a link for the session.
  ///
  /// - Parameters:
  ///   - link: the address as received.
  ///   - entryPoint: the link's origin; never ``RouteRequest/EntryPoint/hostFact`` nor
  ///     ``RouteRequest/EntryPoint/restoration``, which only the session's own process can know.
  ///   - source: an id of the source's; generated when nil. The same id takes effect once, however
  ///     often and by however many processes the link is left here. An id that is opened in another
  ///     way is a separate delivery.
  ///   - lifetime: the time from now after which the link must not be opened any more.
  ///   - clock: the source of time; links are ingested in the order of the times at which they were
  ///     left.
  /// - Throws: `limitReached` when the link is too long or too many wait, `refused` for an entry
  ///   point that is not allowed or a link with a secret, `diskFull`, `readOnly`, `cannotOpen` or
  ///   `inputOutput`. Then nothing was left.
  public func leave(
    _ link: String, from entryPoint: RouteRequest.EntryPoint = .url, source: String? = nil,
    expiresAfter lifetime: Duration? = nil, clock: SessionClock = .system
  ) throws(StoreError) {
    let left = ClockReading(
      wall: RouteInstant(microseconds: clock.wallMicroseconds()), boot: clock.boot,
      monotonic: clock.monotonicMicroseconds())
    var request = HandedOver(link, from: entryPoint)
    if let lifetime { request.expire(after: lifetime.microseconds, leftAt: left) }
    guard request.isAllowed else {
      throw .refused(
        reason: "a link from another process cannot have the entry point '\(entryPoint.rawValue)'")
    }
    if let table, table.mayBringSecret(link) {
      throw .refused(
        reason: "the link may have a secret, which is never written; open it in the app")
    }
    var mark: [UInt8] = []
    if let source {
      mark = Array(SHA256.digest(of: Array(source.utf8)).bytes.prefix(16))
    } else {
      var random = SystemRandomNumberGenerator()
      mark = (0..<16).map { _ in random.next() }
    }
    try folder.put(request.bytes, at: left.wall.microseconds, mark: mark)
  }
}
