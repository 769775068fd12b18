import RouteAnalytics
import RouteStore

/// The part of the base relations that leaves the device.
enum RedactionProfile: String, CaseIterable, Sendable {
  /// Everything as it is in the journal.
  case full
  /// The data that most questions need: pseudonyms for identifiers, links without the part after
  /// the path, no sentences of the app's.
  case standard
  /// As ``standard``, also without links, the app's build and the system.
  case minimal

  /// The treatment of a column's values.
  enum Treatment: String, Sendable {
    /// They stay.
    case kept
    /// They are gone: the column is NULL.
    case removed
    /// They are replaced: equal values have equal pseudonyms, in every relation.
    case pseudonym
    /// An identifier's pseudonym with the number behind it.
    case pseudonymOfVisit = "pseudonym of visit"
    /// An address without who, and without what follows its path.
    case bareLink = "without query"
  }

  /// The treatment of a column.
  func treatment(of column: BaseRelation.Column) -> Treatment {
    switch (self, column.content) {
    case (.full, _), (_, .plain), (.standard, .build): .kept
    case (_, .identifier): .pseudonym
    case (_, .visit): .pseudonymOfVisit
    case (.standard, .link): .bareLink
    case (_, .sentence), (.minimal, .link), (.minimal, .build): .removed
    }
  }
}
