import RouteStore

/// The declared shape of an answer, read from the names of its columns, from the order in which its
/// question lists the rows, and from whether that has parts. A page draws any question by it, and
/// knows none by name.
struct AnswerShape: Equatable {
  /// The kind of values in a column. The names of columns carry their units, as the guide of the
  /// relations says.
  enum Role: String {
    /// The beginning of a day or of a longer span, in microseconds since 1970.
    case period
    /// A point in time, in microseconds since 1970.
    case time
    /// A part of one.
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

  /// How the rows are drawn. Numbers are places of columns.
  enum Plot: Equatable {
    /// They are listed and not drawn.
    case none
    /// A line over time for each of these values.
    case periods(time: Int, values: [Int])
    /// A bar for each row, as long as its value; rows with the same value of `group` stand
    /// together, and `parts` are counts that add up to the value.
    case bars(labels: [Int], value: Int, group: Int?, parts: [Int])
    /// A range for each row, between quantiles that rise.
    case ranges(labels: [Int], quantiles: [Int])
  }

  let roles: [Role]
  let plot: Plot

  /// - Parameters:
  ///   - columns: the names of the columns.
  ///   - rows: their values.
  ///   - order: how the question lists the rows: columns, with `DESC` where the highest come first.
  ///   - hasParts: whether the question declares that counts are parts of another.
  init(columns: [String], rows: [[SQLValue]], order: String, hasParts: Bool) {
    roles = columns.enumerated().map { column, name in
      Self.role(of: name, values: rows.lazy.map { row in row[column] })
    }
    plot = Self.plot(columns, roles, rows, Self.order(order, columns), hasParts: hasParts)
  }

  // MARK: Roles

  private static let periods = ["hour_us", "day_us", "week_us", "month_us", "cohort_us"]
  /// Microseconds below this are a length of time: as a point in time they lie in April 1970.
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
    // A name that no row has, such as the version of an app that tells none.
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

  /// The column that bars show: the one by which the rows are ordered from the highest down, or the
  /// first count that they are not ordered by, or any other number. Rows that are told apart by
  /// numbers alone, such as the weeks of a cohort, are compared by their share where they have one.
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

  /// The columns with quantiles of one thing: `p50_dwell_ms` and `p95_dwell_ms`, not `p50_views`.
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

  /// The columns that tell the rows apart: texts of the order, or all texts where it has none.
  private static func labels(_ roles: [Role], _ order: [Key]) -> [Int] {
    let named = order.map(\.column).filter { roles[$0] == .text }
    if !named.isEmpty {
      // A step's name stands beside its number, which is what the rows are ordered by.
      let steps = order.contains { roles[$0.column] == .count && !$0.isFalling }
      return steps ? roles.indices.filter { roles[$0] == .text } : named
    }
    return roles.indices.filter { roles[$0] == .text }
  }

  /// The counts behind a count that add up to it in every row.
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
