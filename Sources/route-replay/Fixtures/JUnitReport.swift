import RouteEngine
import TextTerminal

/// The trials of a folder in the form that test servers read: one `testsuite` with a `testcase` for
/// each fixture, as Jenkins' `junit-10.xsd` has them. How long it took is left out.
struct JUnitReport {
  let folder: FixtureFolder
  let trials: [FixtureTrial]
  /// The whole text about a fixture that is not as recorded.
  let text: (FixtureTrial) throws -> String

  func write(to output: Output) throws {
    let failures = trials.count(where: \.differs)
    let errors = trials.count { $0.status != .expected && !$0.differs }
    let suite = shown(folder.path)
    try output.line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
    try output.line("<testsuites>")
    try output.line(
      "  <testsuite name=\"\(suite)\" tests=\"\(trials.count)\" failures=\"\(failures)\" "
        + "errors=\"\(errors)\" skipped=\"0\">")
    for trial in trials {
      let start = "    <testcase classname=\"\(suite)\" name=\"\(shown(trial.name))\""
      guard let problem = trial.problem else {
        try output.line(start + "/>")
        continue
      }
      try output.line(start + ">")
      let element = trial.differs ? "failure" : "error"
      try output.line(
        "      <\(element) type=\"\(trial.word)\" message=\"\(shown(problem))\">"
          + XMLText.content(try text(trial)) + "</\(element)>")
      try output.line("    </testcase>")
    }
    try output.line("  </testsuite>")
    try output.line("</testsuites>")
  }

  private func shown(_ text: String) -> String { XMLText.attribute(visible(text)) }
}
