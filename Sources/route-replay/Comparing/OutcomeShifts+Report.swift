import RouteEngine
import RouteReplay

extension OutcomeShifts {
  /// Adds them as a table after an empty line, if there are any.
  ///
  /// - Parameters:
  ///   - showsFiles: whether to show the number of files for each.
  ///   - showsRouteNow: whether the new routes were compared.
  func tell(_ report: inout Report, files showsFiles: Bool, routeNow showsRouteNow: Bool) {
    let sorted = sorted
    guard !sorted.isEmpty else { return }
    report.space()
    let columns: [Column?] = [
      Column("requests", .number), showsFiles ? Column("files", .number) : nil, Column("route"),
      Column("recorded"), showsRouteNow ? Column("route_now") : nil, Column("now"),
    ]
    let rows = sorted.map { shift, requests, files -> [Cell?] in
      [
        .integer(requests), showsFiles ? .integer(files) : nil, .text(shift.route),
        .text(shift.recorded), showsRouteNow ? .text(shift.routeNow) : nil, .text(shift.now),
      ]
    }
    report.table(columns.compactMap(\.self), rows.map { $0.compactMap(\.self) })
  }

  /// The shifts for programs, one object each.
  func json(files showsFiles: Bool, routeNow showsRouteNow: Bool) -> [Report] {
    sorted.map { shift, requests, files in
      var object = Report()
      object.add(["route": shift.route, "recorded": shift.recorded])
      if showsRouteNow { object.add(["route_replayed": shift.routeNow]) }
      object.add(["replayed": shift.now, "requests": requests])
      if showsFiles { object.add(["files": files]) }
      return object
    }
  }
}
