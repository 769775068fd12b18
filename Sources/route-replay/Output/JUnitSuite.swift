import TextTerminal

/// Trials in the form that test servers read: one `testsuite` with a `testcase` for each, as in
/// Jenkins' `junit-10.xsd`. Durations are left out.
struct JUnitSuite {
  struct Case {
    let name: String
    /// The problem in one line; nil when there is none.
    let problem: String?
    /// Whether it was tried and failed; false when it could not be tried.
    let isFailure: Bool
    /// The word for the result; then the whole text about it.
    let result: String
    let report: Report
  }

  let name: String
  let cases: [Case]
}

extension Output {
  func write(_ suite: JUnitSuite) throws {
    func shown(_ text: String) -> String { XMLText.attribute(visible(text)) }
    let problems = suite.cases.count { $0.problem != nil }
    let failures = suite.cases.count(where: \.isFailure)
    let name = shown(suite.name)
    try line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>")
    try line(
      "  <testsuite name=\"\(name)\" tests=\"\(suite.cases.count)\" failures=\"\(failures)\" "
        + "errors=\"\(problems - failures)\" skipped=\"0\">")
    for trial in suite.cases {
      let start = "    <testcase classname=\"\(name)\" name=\"\(shown(trial.name))\""
      guard let problem = trial.problem else {
        try line(start + "/>")
        continue
      }
      let element = trial.isFailure ? "failure" : "error"
      let text = Output.inMemory()
      try text.write(trial.report)
      try line(
        start + ">\n      <\(element) type=\"\(trial.result)\" message=\"\(shown(problem))\">"
          + XMLText.content(String(decoding: text.written, as: UTF8.self))
          + "</\(element)>\n    </testcase>")
    }
    try line("  </testsuite>\n</testsuites>")
  }
}
