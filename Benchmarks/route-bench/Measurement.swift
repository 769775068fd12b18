/// One figure of the benchmarks, and its targets.
struct Measurement {
  /// A condition that a figure has to meet.
  enum Target {
    case valueAtMost(Double)
    case valueAtLeast(Double)
    case ratioAtMost(Double)
    case ratioAtLeast(Double)
  }

  let name: String
  let value: Double
  let unit: String
  /// The cost of the same work in the floor, or in whatever else the figure is compared with.
  var floor: Double?
  /// The ratio of the value to the floor: the median over slices, not the quotient of medians.
  var ratio: Double?
  var targets: [Target] = []

  /// Whether every target is met.
  var isReached: Bool { targets.allSatisfy(isReached) }

  private func isReached(_ target: Target) -> Bool {
    switch target {
    case .valueAtMost(let bound): value <= bound
    case .valueAtLeast(let bound): value >= bound
    case .ratioAtMost(let bound): ratio.map { $0 <= bound } ?? false
    case .ratioAtLeast(let bound): ratio.map { $0 >= bound } ?? false
    }
  }
}

extension Measurement {
  /// The figure as one line of JSON.
  var json: String {
    var members = ["\"name\":\"\(name)\"", "\"value\":\(rounded(value))", "\"unit\":\"\(unit)\""]
    members.append("\"floor\":\(floor.map(rounded) ?? "null")")
    members.append("\"ratio\":\(ratio.map(rounded) ?? "null")")
    return "{\(members.joined(separator: ","))}"
  }

  /// The cells of its row in the table.
  var cells: [String] {
    [
      name, rounded(value), unit, floor.map(rounded) ?? "", ratio.map(rounded) ?? "",
      targets.map(description).joined(separator: ", "),
      targets.isEmpty ? "" : isReached ? "ok" : "SHORT",
    ]
  }

  static let heading = ["name", "ours", "unit", "floor", "ratio", "target", ""]

  private func description(_ target: Target) -> String {
    switch target {
    case .valueAtMost(let bound): "at most \(rounded(bound))"
    case .valueAtLeast(let bound): "at least \(rounded(bound))"
    case .ratioAtMost(let bound): "ratio at most \(rounded(bound))"
    case .ratioAtLeast(let bound): "ratio at least \(rounded(bound))"
    }
  }

  /// The value with about three significant digits.
  private func rounded(_ value: Double) -> String {
    if value >= 100 { return String(Int(value.rounded())) }
    let scale: Double = value >= 10 ? 10 : 100
    let whole = Int((value * scale).rounded())
    let fraction = String(whole % Int(scale))
    let zeros = String(repeating: "0", count: (scale == 10 ? 1 : 2) - fraction.utf8.count)
    return "\(whole / Int(scale)).\(zeros)\(fraction)"
  }
}

/// Aligns cells in columns.
func columns(_ rows: [[String]]) -> String {
  let widths = Measurement.heading.indices.map { column in
    rows.map { $0[column].utf8.count }.max() ?? 0
  }
  let isNumber = [false, true, false, true, true, false, false]
  return rows.map { cells in
    var line = ""
    for (column, cell) in cells.enumerated() {
      let space = String(repeating: " ", count: widths[column] - cell.utf8.count)
      line += (isNumber[column] ? space + cell : cell + space) + "  "
    }
    while line.utf8.last == UInt8(ascii: " ") { line.removeLast() }
    return line
  }.joined(separator: "\n")
}
