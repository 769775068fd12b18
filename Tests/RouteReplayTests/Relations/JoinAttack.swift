import Foundation

/// A receiver of two exports of one history who tries to join their rows.
struct JoinAttack {
  /// A row of a relation as a reader has it, its columns as texts.
  typealias Row = [String: String]
  /// A row with its row number in the journal: the attack does not use the number, only the test
  /// does.
  typealias Numbered = (row: Row, truth: Int)

  /// The rows of one relation in two exports, in the order of their files.
  struct Relation {
    let name: String
    let columns: [String]
    let one, other: [Numbered]
  }

  let relations: [Relation]

  /// The columns of a relation that have a value in both exports.
  static func shared(_ relation: Relation) -> [String] {
    relation.columns.filter { column in
      let one = Set(relation.one.compactMap { $0.row[column] })
      return !one.isDisjoint(with: relation.other.compactMap { $0.row[column] })
    }
  }

  /// The number of rows of a relation that the given columns link rightly: rows whose values are
  /// unique in both exports.
  static func linked(_ relation: Relation, by columns: [String]) -> Int {
    func alone(_ rows: [Numbered]) -> [[String]: Int] {
      var found: [[String]: Int?] = [:]
      for (row, truth) in rows {
        let key = columns.map { row[$0] ?? "" }
        found.updateValue(found.keys.contains(key) ? nil : truth, forKey: key)
      }
      return found.compactMapValues(\.self)
    }
    let other = alone(relation.other)
    return alone(relation.one).count { other[$0.key] == $0.value }
  }

  /// The most rows of a relation that some columns link. It tries all combinations of up to three
  /// columns, and all columns, of those that share a value; other columns link nothing.
  static func mostLinked(_ relation: Relation) -> (columns: [String], rows: Int) {
    let columns = shared(relation)
    var most: (columns: [String], rows: Int) = ([], 0)
    func look(_ chosen: [String]) {
      let rows = linked(relation, by: chosen)
      if rows > most.rows { most = (chosen, rows) }
    }
    for first in columns.indices {
      look([columns[first]])
      for second in columns.indices where second > first {
        look([columns[first], columns[second]])
        for third in columns.indices where third > second {
          look([columns[first], columns[second], columns[third]])
        }
      }
    }
    look(columns)
    return most
  }

  /// The most rows at the same position in both exports: in the order of their files, or ordered by
  /// a column.
  static func mostInPlace(_ relation: Relation) -> (column: String?, rows: Int) {
    func rows(by column: String?) -> Int {
      func truths(_ rows: [Numbered]) -> [Int] {
        guard let column else { return rows.map(\.truth) }
        // The sorting is stable.
        return rows.map { (value: Value($0.row[column]), truth: $0.truth) }
          .sorted { $0.value < $1.value }.map(\.truth)
      }
      return zip(truths(relation.one), truths(relation.other)).count { $0 == $1 }
    }
    return ([nil] + relation.columns).map { ($0, rows(by: $0)) }.max { $0.1 < $1.1 } ?? (nil, 0)
  }

  /// A value with the order of its type.
  private struct Value: Comparable {
    let number: Double?
    let text: String

    init(_ text: String?) { (self.text, number) = (text ?? "", text.flatMap(Double.init)) }

    static func < (left: Self, right: Self) -> Bool {
      guard let one = left.number, let other = right.number else { return left.text < right.text }
      return one < other
    }
  }

  /// The devices that are linked by everything that both exports have of their rows.
  ///
  /// - Parameter device: the device of a pseudonym.
  func linkedDevices(_ device: (String) -> String?) -> Set<String> {
    func patterns(_ choose: (Relation) -> [Numbered]) -> [[String]: [String]] {
      var rows: [String: [String]] = [:]
      for relation in relations {
        let columns = Self.shared(relation)
        for (row, _) in choose(relation) {
          guard let device = row["device_id"] else { continue }
          let values = columns.map { row[$0] ?? "" }.joined(separator: ",")
          rows[device, default: []].append(relation.name + values)
        }
      }
      return Dictionary(grouping: rows.keys) { rows[$0, default: []].sorted() }
    }
    let other = patterns(\.other)
    var linked: Set<String> = []
    for (pattern, names) in patterns(\.one) where names.count == 1 {
      guard let found = other[pattern], found.count == 1, let name = device(names[0]),
        name == device(found[0])
      else { continue }
      linked.insert(name)
    }
    return linked
  }
}
