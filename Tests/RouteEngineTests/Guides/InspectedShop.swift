import RouteEngine

enum InspectedShop {
  typealias Emphasis = RouteSession.Inspection.Line.Emphasis

  @MainActor static func show(
    _ session: RouteSession, as show: (String) -> Void, draw: (String, String, Emphasis) -> Void
  ) {
    // guide:
    let inspection = RouteSession.Inspection(of: session, entries: 3)
    show("\(inspection)")
    for part in inspection.sections {
      for line in part.lines { draw(part.title, line.text, line.emphasis) }
    }
    // :guide
  }
}
