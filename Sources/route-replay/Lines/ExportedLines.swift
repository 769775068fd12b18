import RouteEngine
package import RouteStore

/// A journal written as lines, with the memory of its longest row.
package struct ExportedLines {
  /// Takes a line with its line feed.
  package typealias Sink = ([UInt8]) throws -> Void

  private let sink: Sink
  private var digest = LinesDigest()
  private var writer = JSONWriter()

  /// Writes the whole content of a journal except the vault, as it is at one moment.
  ///
  /// - Parameters:
  ///   - history: the journal.
  ///   - advance: called with the number of entries that were written.
  ///   - sink: takes each line.
  /// - Returns: the content of the last line.
  /// - Throws: `StoreError.newerEntry`, or `damaged` when the chain is broken or a text is not
  ///   UTF-8: then the last line is not written. Also the errors of `sink`.
  package static func write(
    _ history: History, advance: (Int) -> Void = { _ in }, to sink: Sink
  ) throws -> LinesEnd {
    try withoutActuallyEscaping(sink) { sink in
      var lines = ExportedLines(sink)
      return try history.atOneMoment { try lines.write(history, advance) }
    }
  }

  private init(_ sink: @escaping Sink) { self.sink = sink }

  private mutating func write(
    _ history: History, _ advance: (Int) -> Void
  ) throws -> LinesEnd {
    try history.checkValues()
    try write(.header)
    let base = try history.base()
    if base != .start { try write(.base(base)) }
    try history.forEachRouteTable { try write(.routeTable($0)) }
    try history.forEachSession { try write(.session($0)) }
    var end = base
    try history.forEachCheckedEntry(after: base) { entry in
      guard EntryKind(rawValue: entry.kind) != nil else {
        throw StoreError.newerEntry(sequence: entry.sequence)
      }
      try write(.entry(entry))
      end = JournalAnchor(sequence: entry.sequence, digest: entry.chainDigest)
      advance(Int(clamping: end.sequence - base.sequence))
    }
    try history.forEachCheckpoint { try write(.checkpoint($0)) }
    try history.forEachSeen { try write(.seen($0)) }
    try history.forEachFunnelStep { try write(.funnelStep($0)) }
    let last = LinesEnd(
      anchor: end, entries: end.sequence - base.sequence, lines: digest.lines, digest: digest.value)
    try write(.end(last))
    return last
  }

  private mutating func write(_ line: JournalLine) throws {
    writer.reset()
    line.write(to: &writer)
    var bytes = writer.bytes
    guard bytes.count <= JournalLine.longest else {
      throw StoreError.limitReached(
        reason: "line \(digest.lines + 1) would have \(bytes.count) bytes, more than "
          + "\(JournalLine.longest)")
    }
    digest.take(bytes)
    bytes.append(UInt8(ascii: "\n"))
    try sink(bytes)
  }
}
