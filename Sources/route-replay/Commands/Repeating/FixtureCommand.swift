import RouteEngine
import RouteStore
import TextTerminal

enum FixtureCommand {
  static let command = Command(
    name: "fixture",
    summary: "keeps a session as a regression test, and runs a folder of them",
    discussion: """
      'add' writes a journal to DIR as lines of JSON, which can be kept in a repository and \
      reviewed. With --session it writes only that session, as recorded, with the state that it \
      began with. The journal is checked first, private values are left out, and a fixture is \
      overwritten only with --replace.

      'test' checks every file of DIR that ends in .jsonl and decides its requests again, as \
      'rerun' does: with the recorded tables, with --routes TABLE, or in an app's own program \
      (ReplayHost) with the app's table and its Swift steps. When a difference is intended, \
      --accept runs the fixture again and stores the new result. '-o junit' writes the format that \
      test servers read.

      The exit status of 'test' is the worst of all fixtures: 1 when one differs, 2 when one has \
      no entries, 3 when one is not intact, 4 when a request cannot be decided, 5 when one cannot \
      be read, 6 when a route table is missing.
      """,
    arguments: [FixtureOptions.verb, FixtureOptions.folder, FixtureOptions.file],
    options: FixtureOptions.all + [CommonOptions.time],
    example: Command.Example(
      "route-replay fixture add Fixtures bug.journal --session last --name checkout",
      "'route-replay fixture test Fixtures --routes tomorrow.json -o junit > results.xml' runs it.")
  ) { arguments, output in
    let folder = FixtureFolder(path: arguments[FixtureOptions.folder])
    switch FixtureOptions.Verb(rawValue: arguments[FixtureOptions.verb]) {
    case .add:
      try refuse(
        [
          FixtureOptions.routes.shape, FixtureOptions.accept.shape, FixtureOptions.most.shape,
        ], arguments, for: "test")
      return try KeptFixture(arguments, in: folder).write(output)
    case .test:
      try refuse(
        [FixtureOptions.session.shape, FixtureOptions.replace.shape], arguments, for: "add")
      return try await FixtureTest(arguments, in: folder).run(output)
    case nil: throw CommandFailure.usage("'fixture' adds or tests")
    }
  }

  /// Refuses options of the other verb.
  private static func refuse(
    _ shapes: [OptionShape], _ arguments: ParsedArguments, for verb: String
  ) throws(CommandFailure) {
    for shape in shapes where arguments.has(shape) {
      throw CommandFailure.usage("'\(shape.dashed)' belongs to 'fixture \(verb)'")
    }
  }
}
