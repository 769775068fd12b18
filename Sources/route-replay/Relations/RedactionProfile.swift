import RouteAnalytics
import RouteStore

/// What of the base relations leaves the device.
enum RedactionProfile: String, CaseIterable, Sendable {
  /// Everything as it is in the journal.
  case full
  /// What most questions need: pseudonyms for identifiers, links without what follows the path, no
  /// sentences of the app's.
  case standard
  /// The same without links and without what runs the app.
  case minimal

  /// What becomes of a column's values.
  enum Treatment: String, Sendable {
    /// They stay.
    case kept
    /// They are gone: the column is NULL.
    case removed
    /// The same value has the same pseudonym, in every relation.
    case pseudonym
    /// An identifier's pseudonym with the number behind it.
    case pseudonymOfVisit = "pseudonym of visit"
    /// An address without who, and without what follows its path.
    case bareLink = "without query"
  }

  /// What becomes of a column.
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
