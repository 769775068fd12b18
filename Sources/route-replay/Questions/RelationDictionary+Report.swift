import RouteAnalytics
import TextTerminal

/// The columns of ``RelationDictionary/Relation/rows``.
private let dictionaryColumns = [
  "relation", "column_name", "type", "unit", "null_means", "example", "meaning",
].map { Column($0) }

extension RelationDictionary {
  /// Every relation and column with all known facts.
  var report: Report {
    report { report, relation in
      for column in relation.columns {
        let unit = column.unit.map { ", \($0)" } ?? ""
        let null = column.null.map { ". NULL: \($0)" } ?? ""
        report.paragraph(
          "\(column.name) (\(column.type)\(unit)): \(column.meaning)\(null). "
            + "Example: \(column.example)", indentation: 2)
      }
    }
  }

  /// Every relation with the names and types of its columns; for programs, equal to ``report``.
  var schema: Report {
    report { report, relation in
      let columns = relation.columns.map { "\($0.name) \($0.type)" }
      report.paragraph(columns.joined(separator: ", "), indentation: 2)
    }
  }

  private func report(
    _ describe: (inout Report, RelationDictionary.Relation) -> Void
  ) -> Report {
    var report = Report()
    for (index, relation) in relations.enumerated() {
      if index > 0 { report.space() }
      report.paragraph("\(relation.name): \(relation.meaning)", .bold)
      describe(&report, relation)
    }
    report.rows = Table(
      dictionaryColumns,
      relations.flatMap(\.rows).map { row in row.map { $0.map(Cell.text) ?? .null } })
    return report
  }
}
