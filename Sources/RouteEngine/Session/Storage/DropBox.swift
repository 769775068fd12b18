public import RouteStore

/// Where a process that does not own a journal leaves links for the session that does: an
/// extension of the app, a widget, a tool.
///
/// ```swift
/// try DropBox(ofJournal: "shop.sqlite").leave("https://shop.example/orders/7", source: "push-12")
/// ```
///
/// It is the folder `<journal>-inbox`. Each link is a file there, whole or not at all whatever the
/// process dies of, and stays until the session takes it in: when it is launched, when it comes to
/// the foreground, and at ``RouteSession/JournalKeeping/ingest(isolation:)``. From then on it is a
/// request like any other, and the journal has it before its file goes. Should the session die in
/// between, the request takes effect once all the same: its id as a source comes from the file's
/// name.
///
/// Until then the link lies in the folder as it is, private values in it too; only the user who
/// runs the process may read the file. If the drop box has a route table, it refuses a link that
/// may bring a secret of that table.
public struct DropBox: Sendable {
  private let folder: DropFolder
  private let table: RouteTable?

  /// The drop box of a journal by its place, the same that the session is launched at.
  ///
  /// - Parameters:
  ///   - location: the journal's; one in memory has no drop box.
  ///   - table: the route table by which secrets are known; without it every link is left.
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

  /// The drop box of the journal at a path, which may still be missing. Nothing is made yet.
  ///
  /// - Parameters:
  ///   - path: the journal's.
  ///   - table: the route table by which secrets are known; without it every link is left.
  /// - Throws: `cannotOpen` when the path is empty or the journal's folder is missing.
  public init(ofJournal path: String, table: RouteTable? = nil) throws(StoreError) {
    folder = try DropFolder(ofJournal: path)
    self.table = table
  }

  /// Leaves a link for the session.
  ///
  /// - Parameters:
  ///   - link: the address as it came.
  ///   - entryPoint: where it came from; never ``RouteRequest/EntryPoint/hostFact`` nor
  ///     ``RouteRequest/EntryPoint/restoration``, which only the session's own process can know.
  ///   - source: an id of the source's: the same id takes effect once, however often and by
  ///     whomever it is left here; one that is made up when nil. What is opened under that id in
  ///     another way is another delivery.
  ///   - lifetime: how long from now on, after which it is no longer to be carried out.
  ///   - clock: which tells the time; links are taken in by the time at which they were left.
  /// - Throws: `limitReached` when the link is too long or too many wait, `refused` for an entry
  ///   point that is not allowed or a link with a secret, `diskFull`, `readOnly`, `cannotOpen` or
  ///   `inputOutput`. Nothing was left then.
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
      throw .refused(reason: "another process cannot say what is '\(entryPoint.rawValue)'")
    }
    if let table, table.mayBringSecret(link) {
      throw .refused(reason: "it may bring a secret, which is never written; hand it over yourself")
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
