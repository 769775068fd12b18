package import RouteStore

/// One line of a journal written as text: version 1 of the grammar in RouteStore's article
/// `journal-lines`.
enum JournalLine: Sendable, Equatable {
  /// The first line: the format.
  case header
  /// The position at which a pruned journal starts.
  case base(JournalAnchor)
  case routeTable(RouteTableRow)
  case session(SessionRow)
  case entry(EntryRow)
  case checkpoint(CheckpointRow)
  case seen(SeenRow)
  case funnelStep(FunnelStepRow)
  /// The last line: the summary of all lines.
  case end(LinesEnd)

  /// The name of the format in the first line.
  static let format = "route-journal"
  /// The version that is written and read.
  static let version: Int64 = 1
  /// The most bytes of a line: a row of the file cannot have more either.
  static let longest = 128 << 20

  /// The position of the line's kind in the order of kinds.
  var rank: Int {
    switch self {
    case .header: 0
    case .base: 1
    case .routeTable: 2
    case .session: 3
    case .entry: 4
    case .checkpoint: 5
    case .seen: 6
    case .funnelStep: 7
    case .end: 8
    }
  }

  /// Whether the line may follow another one: kinds come in their order, and rows of one kind in
  /// the order of their keys, so that a journal has exactly one text.
  func mayFollow(_ other: JournalLine) -> Bool {
    guard rank == other.rank else { return rank > other.rank }
    switch (other, self) {
    case (.routeTable(let one), .routeTable(let next)):
      return one.digest.utf8.lexicographicallyPrecedes(next.digest.utf8)
    case (.session(let one), .session(let next)): return one.number < next.number
    // The chain determines which entry comes next.
    case (.entry, .entry): return true
    case (.checkpoint(let one), .checkpoint(let next)): return one.sequence < next.sequence
    case (.seen(let one), .seen(let next)):
      return one.source.utf8.lexicographicallyPrecedes(next.source.utf8)
    case (.funnelStep(let one), .funnelStep(let next)):
      return one.funnel.utf8.elementsEqual(next.funnel.utf8)
        ? one.step < next.step : one.funnel.utf8.lexicographicallyPrecedes(next.funnel.utf8)
    default: return false
    }
  }
}

/// The content of the last line: a summary of the lines before it.
package struct LinesEnd: Sendable, Equatable {
  /// The newest entry; the start of the journal when there is none.
  package let anchor: JournalAnchor
  /// The number of entries.
  let entries: Int64
  /// The number of lines before it.
  let lines: Int64
  /// The digest of these lines.
  let digest: SHA256.Digest
}

/// The digest of lines, added one after the other.
struct LinesDigest: Sendable {
  /// The number of added lines.
  private(set) var lines: Int64 = 0
  private(set) var value = SHA256.Digest.zero

  /// Adds a line without its line feed.
  mutating func take(_ line: [UInt8]) {
    value = SHA256.digest(of: value.bytes + line + [UInt8(ascii: "\n")])
    lines += 1
  }
}
