/// How a launch restored its place. A host can tell its user about it, and the notes of the
/// `restored` entry contain it.
public struct Restoration: Hashable, Sendable {
  /// How much of the last session's place is restored; each case is less than the one before.
  public enum Extent: String, Hashable, Sendable, CaseIterable {
    /// The whole place.
    case whole
    /// All but the topmost screen, which is popped or dismissed.
    case top
    /// The screens below all presented ones.
    case presented
    /// The selected tab, at the root of its stack.
    case root
    /// The route table's own tree.
    case clean
  }

  /// Why the last session's place was left, apart from launches that died.
  public enum Leaving: String, Hashable, Sendable {
    /// It was older than ``RouteSession/Configuration/maximumAge``.
    case age
    /// The app was launched with a link that a route takes.
    case link
  }

  /// How much of the last session's place is restored.
  public var extent = Extent.whole
  /// Why the place was left, apart from launches that died; nil when it was not.
  public var left: Leaving?
  /// The number of launches in a row before this one that died in the foreground before they were
  /// stable, and for no other known reason than the restored place.
  public var uncleanEnds = 0
  /// The hexadecimal digest of the last session's route table; nil when the table is the same.
  public var formerTable: String?
  /// The number of screens of earlier versions of their kinds that were converted to the present
  /// ones.
  public var migrated = 0
  /// The number of screens that this version does not know or could not convert. They are kept and
  /// not shown, see ``ScreenTree/Screen/Ownership/unknown(version:)``.
  public var buried = 0
  /// The number of such screens that this version knows again.
  public var revived = 0
  /// The number of scenes that got the root of this version, because the previous version began
  /// with another one; tabs and columns of the same name were moved to it.
  public var rebuilt = 0
  /// Microseconds by which the wall clock was set since the last session.
  package var clockSetMicroseconds: Int64 = 0
  /// The number of screens that were removed, or lost an optional parameter, because a private
  /// value or a secret is gone, or because their kind is not restored.
  public var gone = 0

  /// By how much the wall clock was set since the last session, back when negative, if something
  /// waited for a moment; that moment was moved. Zero otherwise.
  public var clockSet: Duration { .microseconds(clockSetMicroseconds) }

  /// A restoration of the whole place, without an unclean end before it.
  package init() {}
}

extension Restoration.Extent {
  /// The number of unclean ends in a row that are regarded as chance.
  private static let forgivenEnds = 1

  /// The number of launches in a row that died before they had begun at which even the table's own
  /// tree cannot have helped: the remaining suspect is the journal.
  private static var endsThatSuspectTheJournal: Int { forgivenEnds + allCases.count }

  /// Whether that many launches in a row make the journal suspect.
  package static func suspectsJournal(after launches: Int) -> Bool {
    launches >= endsThatSuspectTheJournal
  }

  /// How much is restored after a number of unclean ends in a row: one step less for each.
  init(after uncleanEnds: Int) {
    let step = min(max(0, uncleanEnds - Self.forgivenEnds), Self.allCases.count - 1)
    self = Self.allCases[step]
  }
}
