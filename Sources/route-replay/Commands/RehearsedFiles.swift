import RouteEngine
import RouteStore

/// Several journals, each run again with other answers to all of its requests.
@MainActor
struct RehearsedFiles {
  private let arguments: ParsedArguments
  private let table: RouteTable?
  private let paths: [String]
  private let most: Int

  /// Throws for what speaks of a request of one file.
  init(_ arguments: ParsedArguments, _ table: RouteTable?) throws(CommandFailure) {
    (self.arguments, self.table) = (arguments, table)
    paths = arguments[ReadingOptions.files]
    most = arguments[RerunCommand.most]
    let speaksOfOne = arguments[WhatIfCommand.answer].contains(where: RequestEdits.namesRequest)
    let shapes = [WhatIfCommand.drop.shape, WhatIfCommand.edit.shape, WhatIfCommand.out.shape]
    guard !speaksOfOne, !shapes.contains(where: arguments.has) else {
      throw CommandFailure(
        .usage,
        "'--drop', '--edit', '--out' and an '--answer' with a SEQUENCE belong to one file; give "
          + "one")
    }
  }

  func run(_ output: Output) throws -> ExitStatus {
    var status = ExitStatus.expected
    var failed: [String: ExitStatus] = [:]
    func note(_ error: any Error, of path: String) {
      let failure = CommandFailure.reading(error)
      output.problem("\(path): \(failure.message)")
      failed[path] = failure.status
      status = status.graver(failure.status)
    }
    var names: [Question.Kind: Set<String>] = [:]
    for path in paths {
      do {
        let file = try JournalFile(path, output: output)
        status = status.graver(file.status)
        let known = try RequestEdits.names(in: file, RecordedRun(file).input, table)
        names.merge(known) { $0.union($1) }
      } catch {
        note(error, of: path)
      }
    }
    guard failed.count < Set(paths).count else { return status }
    let answers = try RequestEdits.answersToAll(arguments, among: names)
    var survey = RehearsalSurvey(most: most)
    var objects: [JSON] = []
    var bar = output.progress(of: "files", total: paths.count)
    defer { bar.finish() }
    for (index, path) in paths.enumerated() {
      if failed[path] == nil {
        do {
          let report = try rehearse(path, answers)
          if !report.rehearsal.isIdentical { status = status.graver(.difference) }
          survey.add(report)
          objects.append(report.json())
        } catch {
          note(error, of: path)
        }
      }
      if let failure = failed[path] {
        survey.miss()
        objects.append(
          .members(["file": .string(path), "result": .string(failure.fileWord)]))
      }
      bar.advance(to: index + 1)
    }
    bar.finish()
    switch arguments[CommonOptions.report] {
    case .text: try survey.write(to: output)
    case .json: try output.line(prettyJSON(.array(objects + [survey.json()])))
    case .jsonl: for object in objects + [survey.json()] { try output.line(oneLine(object)) }
    }
    return status
  }

  private func rehearse(_ path: String, _ answers: [GivenAnswer]) throws -> RehearsalReport {
    let rehearsal = Rehearsal(
      try RecordedRun(JournalFile(path)), with: table, host: arguments.program.host, drop: [],
      toAll: answers)
    try rehearsal.run(into: Journal.open(.memory))
    return RehearsalReport(rehearsal: rehearsal, path: path, written: nil, most: most)
  }
}
