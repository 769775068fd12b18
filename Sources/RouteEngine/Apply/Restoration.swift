/// How a launch came by the place that it begins with: what a host can tell its user, and what the
/// notes of the `restored` entry say.
public struct Restoration: Hashable, Sendable {
  /// How much of the last session's place is back, each less than the one before.
  public enum Extent: String, Hashable, Sendable, CaseIterable {
    /// All of it.
    case whole
    /// All but the screen on top, popped or dismissed.
    case top
    /// What lay below all presented screens.
    case presented
    /// The tab that was selected, at the root of its stack.
    case root
    /// The route table's own tree.
    case clean
  }

  /// How much of the last session's place is back.
  public var extent = Extent.whole
  /// How many launches in a row before this one died in the foreground before they were stable,
  /// and over nothing else than the place that they restored.
  public var uncleanEnds = 0

  /// The whole place, and no unclean end before it.
  package init() {}
}

extension Restoration.Extent {
  /// So many unclean ends in a row are taken for chance.
  private static let forgivenEnds = 1

  /// So many launches in a row that did not get so far as to have begun that not even the table's
  /// own tree can have helped: what remains is the journal itself.
  package static var endsThatSuspectTheJournal: Int { forgivenEnds + allCases.count }

  /// How much is restored after so many unclean ends in a row: one step further out for each.
  init(after uncleanEnds: Int) {
    let step = min(max(0, uncleanEnds - Self.forgivenEnds), Self.allCases.count - 1)
    self = Self.allCases[step]
  }
}

extension Restoration {
  private enum Note {
    static let extent = "extent"
    static let uncleanEnds = "unclean"
  }

  /// What it is in an entry's notes; what is usual is left out.
  package var notes: Parameters {
    var notes = Parameters()
    if extent != .whole { notes[Note.extent] = .string(extent.rawValue) }
    if uncleanEnds > 0 { notes[Note.uncleanEnds] = .int(Int64(uncleanEnds)) }
    return notes
  }

  /// What an entry's notes say; nil when they say what cannot be.
  package init?(notes: Parameters) {
    switch notes[Note.extent] {
    case nil: break
    case .string(let word)?:
      guard let extent = Extent(rawValue: word), extent != .whole else { return nil }
      self.extent = extent
    default: return nil
    }
    switch notes[Note.uncleanEnds] {
    case nil: break
    case .int(let count)?:
      guard let count = Int(exactly: count), count > 0 else { return nil }
      uncleanEnds = count
    default: return nil
    }
  }
}
