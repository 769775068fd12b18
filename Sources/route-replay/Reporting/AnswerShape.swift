import RouteStore

/// The shape of an answer, derived from the names of its columns, from the order in which its
/// question lists the rows, and from whether the question has parts. A page draws any question by
/// its shape, without knowing its name.
struct AnswerShape: Equatable {
  /// The kind of values in a column. The names of columns include their units, as described in the
  /// guide of the relations.
  enum Role: String {
    /// The beginning of a day or of a longer span, in microseconds since 1970.
    case period
    /// A point in time, in microseconds since 1970.
    case time
    /// A share between 0 and 1.
    case share
    case microseconds
    case milliseconds
    case seconds
    /// A whole number.
    case count
    /// Any other number.
    case number
    case text
  }

  /// The way in which the rows are drawn. Numbers are indices of columns.
  enum Plot: Equatable {
    /// They are listed and not drawn.
    case none
    /// A line over time for each of these values.
    case periods(time: Int, values: [Int])
    /// A bar for each row, as long as its value. Rows with equal values of `group` are shown
    /// together, and `parts` are counts that add up to the value.
    case bars(labels: [Int], value: Int, group: Int?, parts: [Int])
    /// A range for each row, between ascending quantiles.
    case ranges(labels: [Int], quantiles: [Int])
  }

  let roles: [Role]
  let plot: Plot

  /// - Parameters:
  ///   - columns: the names of the columns.
  ///   - rows: their values.
  ///   - order: the order of the rows: columns, with `DESC` if the highest values come first.
  ///   - hasParts: whether the question declares that some counts are parts of another.
  init(columns: [String], rows: [[SQLValue]], order: String, hasParts: Bool) {
    roles = columns.enumerated().map { column, name in
      Self.role(of: name, values: rows.lazy.map { row in row[column] })
    }
    plot = Self.plot(columns, roles, rows, Self.order(order, columns), hasParts: hasParts)
  }

  // MARK: Roles

  private static let periods = ["hour_us", "day_us", "week_us", "month_us", "cohort_us"]
  /// Smaller numbers of microseconds are durations: as points in time, they would be in April 1970.
  private static let leastTime: UInt64 = 10_000_000_000_000
  private static let shares = ["rate", "share", "conversion", "probability", "retention", "ratio"]

  private static func role(of name: String, values: some Sequence<SQLValue>) -> Role {
    var isWhole = true
    var isKnown = false
    var largest: UInt64 = 0
    for value in values {
      switch value {
      case .text, .blob: return .text
      case .real: (isWhole, isKnown) = (false, true)
      case .integer(let number):
        isKnown = true
        largest = max(largest, number.magnitude)
      case .null: break
      }
    }
    let last = name.split(separator: "_").last.map(String.init) ?? name
    switch last {
    case "us" where periods.contains(where: name.hasSuffix): return .period
    case "us": return largest < leastTime ? .microseconds : .time
    case "ms": return .milliseconds
    case "s": return .seconds
    case "id": return .text
    case _ where shares.contains(last): return .share
    // A name that no row has, for example the version of an app that states none.
    case _ where !isKnown: return .text
    default: return isWhole ? .count : .number
    }
  }

  // MARK: Plots

  /// A column of the order, and whether its highest values come first.
  private typealias Key = (column: Int, isFalling: Bool)

  private static func order(_ text: String, _ columns: [String]) -> [Key] {
    text.split(separator: ",").compactMap { part in
      let words = part.split(separator: " ")
      guard let name = words.first, let column = columns.firstIndex(of: String(name)) else {
        return nil
      }
      return (column, words.last == "DESC")
    }
  }

  private static func plot(
    _ columns: [String], _ roles: [Role], _ rows: [[SQLValue]], _ order: [Key], hasParts: Bool
  ) -> Plot {
    guard let first = order.first else { return .none }
    func differs(_ column: Int) -> Bool {
      Set(rows.map { $0[column] }).count == rows.count
    }
    if roles[first.column] == .period, differs(first.column) {
      let values = roles.indices.filter { ![.period, .time, .text].contains(roles[$0]) }
      return values.isEmpty ? .none : .periods(time: first.column, values: values)
    }
    let quantiles = quantiles(in: columns)
    let named = labels(roles, order)
    if quantiles.count > 1, !named.isEmpty { return .ranges(labels: named, quantiles: quantiles) }
    let isNamed = named.contains { $0 != first.column || differs($0) }
    guard let value = value(roles, order, isNamed: isNamed) else { return .none }
    let isGrouped = value != first.column && order.count > 1 && !differs(first.column)
    let rest = isGrouped ? named.filter { $0 != first.column } : named
    let others = order.map(\.column).filter { $0 != value && (!isGrouped || $0 != first.column) }
    let labels = rest.isEmpty ? others : rest
    return labels.isEmpty
      ? .none
      : .bars(
        labels: labels, value: value, group: isGrouped ? first.column : nil,
        parts: hasParts ? parts(of: value, roles, rows) : [])
  }

  /// The column for bars: the one by which the rows are ordered descending, otherwise the first
  /// count that does not order them, otherwise any other number. Rows that only numbers identify,
  /// such as the weeks of a cohort, are compared by their share if they have one.
  private static func value(_ roles: [Role], _ order: [Key], isNamed: Bool) -> Int? {
    if let falling = order.first(where: { $0.isFalling && isMeasured(roles[$0.column]) }) {
      return falling.column
    }
    let keys = Set(order.map(\.column))
    let free = roles.indices.filter { !keys.contains($0) && isMeasured(roles[$0]) }
    let wanted: [Role] = isNamed ? [.count] : [.share, .count]
    return wanted.lazy.compactMap { role in free.first { roles[$0] == role } }.first ?? free.first
  }

  private static func isMeasured(_ role: Role) -> Bool {
    switch role {
    case .count, .number, .share, .microseconds, .milliseconds, .seconds: true
    case .period, .time, .text: false
    }
  }

  /// The columns with quantiles of one quantity: `p50_dwell_ms` and `p95_dwell_ms`, not
  /// `p50_views`.
  private static func quantiles(in columns: [String]) -> [Int] {
    let things = columns.map { name -> Substring? in
      let words = name.split(separator: "_", maxSplits: 1)
      guard words.count == 2, words[0].first == "p", Int(words[0].dropFirst()) != nil else {
        return nil
      }
      return words[1]
    }
    guard let first = things.lazy.compactMap(\.self).first else { return [] }
    return columns.indices.filter { things[$0] == first }
  }

  /// The columns that identify the rows: the texts in the order, or all texts if it has none.
  private static func labels(_ roles: [Role], _ order: [Key]) -> [Int] {
    let named = order.map(\.column).filter { roles[$0] == .text }
    if !named.isEmpty {
      // A step's name is shown beside its number, by which the rows are ordered.
      let steps = order.contains { roles[$0.column] == .count && !$0.isFalling }
      return steps ? roles.indices.filter { roles[$0] == .text } : named
    }
    return roles.indices.filter { roles[$0] == .text }
  }

  /// The counts after a count that add up to it in every row.
  private static func parts(of value: Int, _ roles: [Role], _ rows: [[SQLValue]]) -> [Int] {
    guard roles[value] == .count, !rows.isEmpty else { return [] }
    for start in (value + 1)..<max(roles.count, value + 1)
    where roles[start] == .count && (start == value + 1 || roles[start - 1] != .count) {
      let end = roles[start...].prefix { $0 == .count }.endIndex
      for end in stride(from: end, to: start + 1, by: -1)
      where rows.allSatisfy({ areParts(start..<end, of: value, $0) }) {
        return Array(start..<end)
      }
    }
    return []
  }

  private static func areParts(_ parts: Range<Int>, of value: Int, _ row: [SQLValue]) -> Bool {
    var sum: Int64 = 0
    for part in parts {
      guard row[part].integer >= 0 else { return false }
      sum &+= row[part].integer
    }
    return sum == row[value].integer
  }
}
