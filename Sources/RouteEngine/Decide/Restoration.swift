/// How a launch came by the place that it begins with: what a host can tell its user, and what the
/// notes of the `restored` entry say.
public struct Restoration: Hashable, Sendable {
  /// How much of the last session's place is back, each less than the one before.
  public enum Extent: String, Hashable, Sendable, CaseIterable {
    /// All of it.
    case whole
    /// All but the screen on top, popped or dismissed.
    case top
    /// The screens below all presented screens.
    case presented
    /// The tab that was selected, at the root of its stack.
    case root
    /// The route table's own tree.
    case clean
  }

  /// Why the last session's place was left although no launch died over it.
  public enum Leaving: String, Hashable, Sendable {
    /// It was older than ``RouteSession/Configuration/maximumAge``.
    case age
    /// The app was launched with a link that a route takes.
    case link
  }

  /// How much of the last session's place is back.
  public var extent = Extent.whole
  /// Why the place was left although no launch died over it; nil when it was not.
  public var left: Leaving?
  /// How many launches in a row before this one died in the foreground before they were stable,
  /// and over nothing else than the place that they restored.
  public var uncleanEnds = 0
  /// The digest, in hexadecimal, of the route table that the last session had; nil when it had the
  /// same.
  public var formerTable: String?
  /// How many screens of earlier versions of their kinds were brought to the present ones.
  public var migrated = 0
  /// How many screens this version does not know, or could not bring to its kinds: they are kept
  /// and not shown, see ``ScreenTree/Screen/Ownership/unknown(version:)``.
  public var buried = 0
  /// How many such screens this version knows again.
  public var revived = 0
  /// How many scenes got the root that this version begins with, because the version before began
  /// with another; tabs and columns of the same name went over to it.
  public var rebuilt = 0
  /// Microseconds by which the wall clock was set since the last session.
  package var clockSetMicroseconds: Int64 = 0
  /// How many screens were left, or lost a parameter that they can do without, because a private
  /// value or a secret is gone, or because their kind is not restored.
  public var gone = 0

  /// By how much the wall clock was set since the last session, back when below zero, if something
  /// waited for a moment: that went with it. Zero otherwise.
  public var clockSet: Duration { .microseconds(clockSetMicroseconds) }

  /// The whole place, and no unclean end before it.
  package init() {}
}

extension Restoration.Extent {
  /// So many unclean ends in a row are taken for chance.
  private static let forgivenEnds = 1

  /// So many launches in a row that did not get so far as to have begun that not even the table's
  /// own tree can have helped: what remains is the journal itself.
  private static var endsThatSuspectTheJournal: Int { forgivenEnds + allCases.count }

  /// Whether so many launches in a row have died that the journal may be what they died of.
  package static func suspectsJournal(after launches: Int) -> Bool {
    launches >= endsThatSuspectTheJournal
  }

  /// How much is restored after so many unclean ends in a row: one step further out for each.
  init(after uncleanEnds: Int) {
    let step = min(max(0, uncleanEnds - Self.forgivenEnds), Self.allCases.count - 1)
    self = Self.allCases[step]
  }
}
