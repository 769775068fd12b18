import RouteAnalytics
import RouteStore

/// The redaction of the values of one base relation where they leave the device.
struct RowRedaction {
  /// A value that may leave.
  enum Value {
    case null
    case number(Int64)
    /// The UTF-8 of a text.
    case text([UInt8])
  }

  private struct Column {
    let treatment: RedactionProfile.Treatment
    let isOfNumbers: Bool
  }

  private let columns: [Column]
  private var text: [UInt8] = []

  init(_ relation: BaseRelation, _ profile: RedactionProfile) {
    columns = relation.columns.map {
      Column(treatment: profile.treatment(of: $0), isOfNumbers: $0.type == .integer)
    }
  }

  /// Whether one row's value mostly is that of the row before, and takes long to make.
  func repeats(_ place: Int) -> Bool {
    [.pseudonym, .pseudonymOfVisit].contains(columns[place].treatment)
  }

  /// The redacted value of a column.
  mutating func take(
    _ value: SQLValue, at place: Int, _ pseudonyms: inout Pseudonyms
  ) -> Value {
    let column = columns[place]
    if case .null = value { return .null }
    guard column.treatment != .removed else { return .null }
    // A value that is no number in a column of numbers is 0, as SQLite has it.
    guard !column.isOfNumbers else { return .number(value.integer) }
    text.removeAll(keepingCapacity: true)
    text.append(contentsOf: value.text.utf8)
    switch column.treatment {
    case .kept, .removed: break
    case .pseudonym: text = pseudonyms.pseudonym(of: text)
    case .pseudonymOfVisit: text = pseudonyms.pseudonym(ofVisit: text)
    case .bareLink: bareLink(&text)
    }
    return .text(text)
  }
}
