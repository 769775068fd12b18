import RouteAnalytics
import RouteStore

/// The part of the base relations that leaves the device.
enum RedactionProfile: String, CaseIterable, Sendable {
  /// Everything as it is in the journal.
  case full
  /// The data that most questions need: pseudonyms for identifiers and sequences, times to the
  /// hour, links without the part after the path, no sentences of the app's.
  case standard
  /// As ``standard``, with times to the day, also without links, the app's build and the system.
  case minimal

  /// The treatment of a column's values.
  enum Treatment: String, Sendable {
    /// They stay.
    case kept
    /// They are removed: the column is NULL.
    case removed
    /// They are replaced: equal values have equal pseudonyms, in every relation.
    case pseudonym
    /// A device's sequences are replaced by numbers: equal sequences by equal numbers, in every
    /// relation.
    case pseudonymOfSequence = "pseudonym of sequence"
    /// They count from the first such column of the row, which is 1.
    case counted = "counted from the first"
    /// Points in time are rounded, as ``rounding`` says.
    case roundedMoment = "rounded time"
    /// Spans of time are rounded.
    case roundedLength = "rounded length"
    /// An address without user and password, and without the part after its path; tokens are
    /// replaced.
    case bareLink = "without query"
  }

  /// The treatment of a column.
  func treatment(of column: BaseRelation.Column) -> Treatment {
    switch (self, column.content) {
    case (.full, _), (_, .plain), (.standard, .build): .kept
    case (_, .identifier): .pseudonym
    case (_, .sequence): .pseudonymOfSequence
    case (_, .position): .counted
    case (_, .moment): .roundedMoment
    case (_, .length): .roundedLength
    case (.standard, .link): .bareLink
    case (_, .sentence), (.minimal, .link), (.minimal, .build): .removed
    }
  }

  /// The rounding of its times; nil when they are not rounded.
  var rounding: TimeRounding? {
    switch self {
    case .full: nil
    case .standard: TimeRounding(unit: .hour, digits: 2)
    case .minimal: TimeRounding(unit: .day, digits: 1)
    }
  }

  /// The views that would answer wrongly with rounded or removed values: an export has none of
  /// them.
  var leftOut: [String] {
    switch self {
    case .full: []
    case .standard: ["v_crash_loops", "v_pending_actions"]
    case .minimal:
      ["v_crash_loops", "v_latency_histogram", "v_pending_actions", "v_unmatched_links"]
    }
  }

  /// The meaning of the columns of an export.
  ///
  /// Throws as ``RelationDictionary/init()``.
  func dictionary() throws(StoreError) -> RelationDictionary {
    try RelationDictionary().noting { column in
      switch treatment(of: column) {
      case .kept: nil
      case .removed: .null("the profile removes it")
      case let other: .treated(other.rawValue)
      }
    }
  }

  /// The views that an export has over its relations.
  var views: [RelationView] {
    RelationView.all.filter { $0.isOverRelations && !leftOut.contains($0.name) }
  }
}
