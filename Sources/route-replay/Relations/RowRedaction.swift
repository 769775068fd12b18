import RouteAnalytics
import RouteStore

/// The redaction of the rows of one base relation for export.
struct RowRedaction {
  /// A redacted value.
  enum Value {
    case null
    case number(Int64)
    /// The UTF-8 of a text.
    case text([UInt8])
  }

  private struct Column {
    let treatment: RedactionProfile.Treatment
    let isOfNumbers: Bool
    /// The index of the column from which it is derived.
    let source: Int?
  }

  private let columns: [Column]
  private let rounding: TimeRounding?
  /// The index of the point in time relative to which the others of a row are rounded.
  private let time: Int?
  /// The index of the device of a row's sequences.
  private let device: Int?
  /// The index of the sequence from which the others of a row count.
  private let first: Int?
  private var text: [UInt8] = []

  init(_ relation: BaseRelation, _ profile: RedactionProfile) {
    columns = relation.columns.enumerated().map { place, column in
      Column(
        treatment: profile.treatment(of: column), isOfNumbers: column.type == .integer,
        source: relation.source(of: place))
    }
    rounding = profile.rounding
    func place(of name: String?) -> Int? {
      relation.columns.firstIndex { $0.name == name }
    }
    (time, device) = (place(of: relation.time), place(of: "device_id"))
    first = columns.firstIndex { $0.treatment == .counted }
  }

  /// Whether a value is usually equal to that of the row before, and expensive to make.
  func repeats(_ place: Int) -> Bool { columns[place].treatment == .pseudonym }

  /// The redacted value of a column, for a row made from a history. A derived value is derived from
  /// its redacted source.
  mutating func take(
    _ row: [SQLValue], at place: Int, _ pseudonyms: inout Pseudonyms
  ) -> Value {
    guard let source = columns[place].source else { return taken(row, at: place, &pseudonyms) }
    guard case .number(let moment) = taken(row, at: source, &pseudonyms),
      let text = RelationMoment.text(of: moment)
    else { return .null }
    return .text(Array(text.utf8))
  }

  /// The redacted value of a column of a row.
  private mutating func taken(
    _ row: [SQLValue], at place: Int, _ pseudonyms: inout Pseudonyms
  ) -> Value {
    let column = columns[place]
    let value = row[place]
    if case .null = value { return .null }
    guard column.treatment != .removed else { return .null }
    // A value that is not a number, in a column of numbers, counts as 0, as in SQLite.
    guard !column.isOfNumbers else {
      return number(value.integer, of: row, column.treatment, &pseudonyms)
        .map(Value.number) ?? .null
    }
    text.removeAll(keepingCapacity: true)
    text.append(contentsOf: value.text.utf8)
    switch column.treatment {
    case .pseudonym: text = pseudonyms.pseudonym(of: text)
    case .bareLink:
      bareLink(&text)
      pseudonyms.pseudonym(ofTokensIn: &text)
    default: break
    }
    return .text(text)
  }

  private func number(
    _ number: Int64, of row: [SQLValue], _ treatment: RedactionProfile.Treatment,
    _ pseudonyms: inout Pseudonyms
  ) -> Int64? {
    switch (treatment, rounding) {
    case (.pseudonymOfSequence, _):
      let device = device.map { Array(row[$0].text.utf8) } ?? []
      return pseudonyms.pseudonym(ofSequence: number, of: device)
    case (.counted, _):
      guard let first, case .integer(let start) = row[first] else { return nil }
      return number &- start &+ 1
    case (.roundedMoment, let rounding?):
      guard let time, case .integer(let start) = row[time] else { return rounding.moment(number) }
      return rounding.moment(number, after: start)
    case (.roundedLength, let rounding?): return rounding.length(number)
    default: return number
    }
  }
}
