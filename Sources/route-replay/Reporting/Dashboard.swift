import RouteEngine
import RouteStore
import TextTerminal

/// The answers of questions as one page, with the data of the page.
struct Dashboard {
  /// One question with its answer.
  struct Answer {
    let name: String
    let meaning: String
    /// The rows that are counted.
    let counted: String
    /// The order of its rows, as SQL.
    let order: String
    /// Whether some counts are parts of another.
    let hasParts: Bool
    let columns: [String]
    let rows: [[SQLValue]]

    init(
      name: String, meaning: String, counted: String, order: String, hasParts: Bool = false,
      columns: [String], rows: [[SQLValue]]
    ) {
      (self.name, self.meaning, self.counted) = (name, meaning, counted)
      (self.order, self.hasParts, self.columns, self.rows) = (order, hasParts, columns, rows)
    }

    init(_ question: NamedQuestion, _ answer: GatheredJournals.Answer) {
      self.init(
        name: question.rawValue, meaning: question.meaning, counted: question.counted,
        order: question.order, hasParts: question.hasParts, columns: answer.columns,
        rows: answer.rows)
    }
  }

  /// The most rows of an answer on a page: a year of days, and more than people read. The number of
  /// further rows is shown.
  static let mostRows = 366
  /// The most files that are named; the number of further files is shown.
  static let mostFiles = 50
  /// The most bytes of a text; the other formats of `stats` contain it completely.
  static let mostBytes = 600

  let files: [String]
  /// The selected part of the histories, in words; empty when all of it is selected.
  let choice: [String]
  let problems: [String]
  let answers: [Answer]

  var title: String {
    guard files.count == 1, let name = files[0].split(separator: "/").last else {
      return counted(files.count, "journal")
    }
    return String(name)
  }

  /// Writes the page, which gets its name when it is complete.
  func write(to file: NewFile) throws {
    try PageFile(.dashboard, title: title, data: write).write { text throws(OutputError) in
      try file.write(text.utf8)
    }
    try file.finish()
  }

  /// Writes the data as JSON without any `<`.
  func write(_ sink: @escaping PageSink) throws {
    try sink("{\"format\":1,\"program\":")
    try sink(PageJSON.literal("route-replay \(ReplayProgram.version)"))
    try sink(",\"title\":" + text(title))
    try sink(",\"files\":{\"count\":\(files.count),\"first\":")
    try sink(texts(Array(files.prefix(Self.mostFiles))))
    try sink("},\n\"choice\":" + texts(choice) + ",\"problems\":" + texts(problems))
    try sink(",\n\"questions\":[")
    for (index, answer) in answers.enumerated() {
      try sink(index == 0 ? "\n" : ",\n")
      try write(answer, sink)
    }
    try sink("]}\n")
  }

  private func write(_ answer: Answer, _ sink: @escaping PageSink) throws {
    let shape = AnswerShape(
      columns: answer.columns, rows: answer.rows, order: answer.order, hasParts: answer.hasParts)
    let columns = answer.columns.indices.map { place in
      // Stated here, because the page has only some of the rows.
      let isUsed = answer.rows.contains { !$0[place].isZeroOrUnknown }
      return "{\"name\":\(text(answer.columns[place])),\"role\":\"\(shape.roles[place])\""
        + ",\"used\":\(isUsed)}"
    }
    try sink("{\"name\":\(text(answer.name)),\"meaning\":\(text(answer.meaning))")
    try sink(",\"counted\":\(text(answer.counted)),\"columns\":[\(columns.joined(separator: ","))]")
    try sink(",\"plot\":\(Self.literal(shape.plot)),\"count\":\(answer.rows.count),\"rows\":[")
    for (index, row) in answer.rows.prefix(Self.mostRows).enumerated() {
      try sink(index == 0 ? "\n[" : ",\n[")
      try sink(row.map(literal).joined(separator: ",") + "]")
    }
    try sink("]}")
  }

  private func literal(_ value: SQLValue) -> String {
    switch value {
    case .integer(let number): PageJSON.number(number)
    // JSON has no infinity and no NaN.
    case .real(let number): number.isFinite ? String(number) : "null"
    case .null: "null"
    case .text, .blob: text(value.text)
    }
  }

  private func text(_ text: String) -> String {
    PageJSON.literal(visible(FileBounds.cut(text, to: Self.mostBytes)))
  }

  private func texts(_ texts: [String]) -> String {
    "[" + texts.map(text).joined(separator: ",") + "]"
  }

  private static func literal(_ plot: AnswerShape.Plot) -> String {
    switch plot {
    case .none: "null"
    case .periods(let time, let values):
      "{\"sort\":\"periods\",\"time\":\(time),\"values\":\(PageJSON.list(values))}"
    case .bars(let labels, let value, let group, let parts):
      "{\"sort\":\"bars\",\"labels\":\(PageJSON.list(labels)),\"value\":\(value),"
        + "\"group\":\(group.map(String.init) ?? "null"),\"parts\":\(PageJSON.list(parts))}"
    case .ranges(let labels, let quantiles):
      "{\"sort\":\"ranges\",\"labels\":\(PageJSON.list(labels)),"
        + "\"quantiles\":\(PageJSON.list(quantiles))}"
    }
  }
}

extension SQLValue {
  /// Whether it is written as 0 or as `null`.
  fileprivate var isZeroOrUnknown: Bool {
    switch self {
    case .null: true
    case .integer(let number): number == 0
    case .real(let number): number == 0 || !number.isFinite
    case .text, .blob: false
    }
  }
}
