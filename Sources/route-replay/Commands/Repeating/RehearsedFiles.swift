import RouteEngine
import RouteReplay
import RouteStore
import TextTerminal

/// Several journals, each run again without the selected requests, with other links in their place,
/// or with other answers.
@MainActor
struct RehearsedFiles {
  private let arguments: ParsedArguments
  private let table: RouteTable?
  private let paths: [String]
  private let most: Int
  private let edits: GivenEdits
  /// The folder for the runs; nil when they are not kept.
  private let kept: NewJournals?

  /// Throws for an option that names a request of one file, and for files that cannot be written.
  init(_ arguments: ParsedArguments, _ table: RouteTable?) throws(CommandFailure) {
    (self.arguments, self.table) = (arguments, table)
    let paths = arguments[ReadingOptions.files]
    self.paths = paths
    most = arguments[RerunCommand.most]
    edits = try GivenEdits(arguments)
    if let words = edits.ofOneFile {
      throw CommandFailure.usage(
        "'\(words)': a SEQUENCE is that of an entry of one file; choose of several with "
          + RequestChoice.grammar)
    }
    if let word = arguments[EditOptions.answer].first(where: RequestEdits.namesRequest) {
      throw CommandFailure.usage(
        "'--answer \(word)': a SEQUENCE is that of an entry of one file; NAME=REPLY is for several")
    }
    kept = try arguments[WhatIfCommand.out].map { folder throws(CommandFailure) in
      try NewJournals(in: folder, for: paths)
    }
  }

  func run(_ output: Output) throws -> ExitStatus {
    var status = ExitStatus.expected
    var failed: [String: CommandFailure] = [:]
    func note(_ error: any Error, of path: String) {
      let failure = CommandFailure(of: error)
      output.problem("\(visible(path)): \(failure.message)")
      failed[path] = failure
      status = status.graver(failure.status)
    }
    // Mistakes in the command line are only known after all files were read. They are reported
    // before any of the files is run, which takes longer than reading each twice.
    var names: [Question.Kind: Set<String>] = [:]
    var chosen = GivenEdits.Chosen()
    for path in paths {
      do {
        let file = try JournalFile(path, output: output)
        status = status.graver(file.status)
        let input = try RecordedRun(file.history).input
        names.merge(try RequestEdits.names(in: file, input, table)) { $0.union($1) }
        chosen.add(try edits.chosen(of: file, input))
      } catch let failure as CommandFailure where failure.status == .usage {
        throw failure
      } catch {
        note(error, of: path)
      }
    }
    var answers: [GivenAnswer] = []
    if failed.count < Set(paths).count {
      answers = try RequestEdits.answersToAll(arguments, among: names)
      try edits.demandEffect(chosen)
      try kept?.makeFolder()
    }
    var survey = RehearsalSurvey(most: most)
    var objects: [() throws -> JSON] = []
    var bar = output.progress(of: "files", total: paths.count)
    defer { bar.finish() }
    for (index, path) in paths.enumerated() {
      if failed[path] == nil {
        do {
          let report = try rehearse(path, answers)
          if !report.rehearsal.isIdentical { status = status.graver(.difference) }
          survey.add(report.rehearsal, of: path)
          objects.append { [json = report.report.json] in json }
        } catch {
          note(error, of: path)
        }
      }
      if let failure = failed[path] {
        survey.miss()
        objects.append { failure.json(of: path) }
      }
      bar.advance(to: index + 1)
    }
    bar.finish()
    var report = RehearsalSurveyReport(survey: survey, folder: kept?.folder).report
    report.objects = objects + [{ [json = report.json] in json }]
    report.status = status
    return try output.print(report, arguments[CommonOptions.report])
  }

  private func rehearse(_ path: String, _ answers: [GivenAnswer]) throws -> RehearsalReport {
    let file = try JournalFile(path)
    let run = try RecordedRun(file.history)
    let chosen = try edits.chosen(of: file, run.input)
    let rehearsal = Rehearsal(
      run, with: table, host: arguments.program.host, drop: chosen.dropped, edits: chosen.links,
      toAll: answers)
    let new = kept?.path(for: path)
    try NewJournals.fill(new) { try rehearsal.run(into: $0) }
    return RehearsalReport(rehearsal: rehearsal, path: path, written: new, most: most)
  }
}
