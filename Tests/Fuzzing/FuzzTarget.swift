import RouteEngine
import RouteStore

/// The readers of untrusted bytes. Each is fed with arbitrary bytes. It may refuse them, but must
/// not trap, hang, or read back something else than it wrote.
@MainActor
enum FuzzTarget: String, CaseIterable {
  /// A link from outside, or one from a journal.
  case link
  /// A pattern for paths.
  case pattern
  /// The file of a route table.
  case table
  /// The payload of an entry, or a stored state.
  case payload
  /// A link around a private route.
  case `private`
  /// A link to a table with every rule for links.
  case reading
  /// A journal with some of its bytes, or of its entries, changed.
  case verify

  /// Feeds the bytes to the target; the newline at the end of a file does not count.
  func feed(_ bytes: [UInt8]) {
    let bytes = bytes.last == 10 ? Array(bytes.dropLast()) : bytes
    switch self {
    case .link: Self.readLink(bytes)
    case .pattern: Self.readPattern(bytes)
    case .table: Self.readTable(bytes)
    case .payload: Self.readPayload(bytes)
    case .private: PrivateLink.feed(bytes)
    case .reading: RuledLink.feed(bytes)
    case .verify: DamagedJournal.shared.verify(bytes)
    }
  }

  private static func readLink(_ bytes: [UInt8]) {
    if let link = try? RouteLink(utf8: bytes, maximumLength: 65_536, maximumQueryItems: .max) {
      require(!link.carriesTokens, "a link from outside passes for a journaled one")
      require((try? RouteLink(link.text, maximumLength: .max, maximumQueryItems: .max)) == link)
      require((try? RouteLink(journaled: link.text, maximumLength: .max)) == link)
      _ = DamagedJournal.shared.table.match(link)
    }
    if let link = try? RouteLink(journaled: String(decoding: bytes, as: UTF8.self)) {
      require((try? RouteLink(journaled: link.text, maximumLength: .max)) == link)
    }
  }

  /// The first line is a pattern, the rest a path.
  private static func readPattern(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: 10, maxSplits: 1, omittingEmptySubsequences: false)
    guard let pattern = try? PathPattern(String(decoding: lines[0], as: UTF8.self)) else { return }
    // Escapes can make the canonical text longer than the limit for reading.
    if pattern.text.utf8.count <= PathPattern.maximumLength {
      require((try? PathPattern(pattern.text)) == pattern, "\(pattern.text) reads as another")
    }
    let path = lines.count > 1 ? Array(lines[1]) : Array("/a/b".utf8)
    readFreely(pattern.text, path)
    guard let link = try? RouteLink(utf8: path), let captures = pattern.match(link) else { return }
    var values: [String: String] = [:]
    for (slot, name) in pattern.names.enumerated() {
      values[name] = captures[slot].map { link.decoded($0) }
    }
    // A pattern can also match a text that is no path, such as the rest of `mailto:`.
    guard let built = pattern.build(values), built.hasPrefix("/") else { return }
    let again = (try? RouteLink(built, maximumLength: .max)).flatMap { pattern.match($0) }
    require(again != nil, "\(built) is not matched by \(pattern.text)")
  }

  /// Checks that an index finds the same as the pattern when letter case and a final slash are
  /// ignored.
  private static func readFreely(_ text: String, _ path: [UInt8]) {
    guard let link = try? RouteLink(utf8: path),
      let pattern = try? PathPattern(text, endSlash: .ignored, letterCase: .ignored),
      let index = try? PathIndex([.init(pattern, value: 1)])
    else { return }
    let found = index.firstMatch(in: link.bytes, link.pathRange) != nil
    require(found == (pattern.match(link) != nil), "\(text) and its index differ on \(link.path)")
  }

  private static func readTable(_ bytes: [UInt8]) {
    guard let table = try? RouteTable(json: bytes) else { return }
    let again = try? RouteTable(json: table.canonicalJSON)
    require(again?.digest == table.digest, "the canonical form is another table")
  }

  /// The first line is the number of the entry's kind, 0 for a stored state.
  private static func readPayload(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: 10, maxSplits: 1, omittingEmptySubsequences: false)
    guard lines.count == 2, let kind = Int64(String(decoding: lines[0], as: UTF8.self)) else {
      return
    }
    let payload = Array(lines[1])
    guard kind != 0 else {
      guard let state = try? StateCoding.decode(payload) else { return }
      require(state.brokenInvariant == nil, state.brokenInvariant ?? "")
      let again = try? StateCoding.decode(StateCoding.encode(state))
      return require(again == state, "the state reads back as another")
    }
    var row = EntryRow(sequence: 7, session: 1, kind: kind)
    (row.request, row.payload) = (7, payload)
    guard let entry = try? EntryCoder.decode(row) else { return }
    var coder = EntryCoder()
    var written = EntryRow(sequence: 7, session: 1, kind: kind)
    coder.encode(entry, into: &written)
    require((try? EntryCoder.decode(written)) == entry, "the entry reads back as another")
    var state = DamagedJournal.shared.state
    for change in entry.changes {
      _ = try? state.inverse(of: change)
      guard (try? state.apply(change)) != nil else { break }
    }
    require(state.brokenInvariant == nil, state.brokenInvariant ?? "")
    _ = (state.digest, entry.request?.fingerprint)
  }
}

/// Traps when a promise is broken, so that the fuzzer keeps the input.
func require(_ isSo: Bool, _ promise: @autoclosure () -> String = "it reads back as another") {
  if !isSo { fatalError(promise()) }
}
