/// The options and arguments of the two verbs of `fixture`.
enum FixtureOptions {
  enum Verb: String, CaseIterable {
    case add
    case test
  }

  static let verb = Argument.one("VERB", kind: .choice(Verb.allCases.map(\.rawValue)), "what to do")
  static let folder = Argument.one("DIR", kind: .folder, "the folder of the fixtures")
  static let file = Argument.optional("FILE", kind: .file, "the journal to keep, for add")
  static let session = Option.text(
    "session", value: "N|last", "add: keep this session alone; last is the app's last")
  static let name = Option.text(
    "name", value: "NAME", "add: what it is called; test: this fixture alone")
  static let replace = Option.flag("replace", "add: in place of the fixture of that name")
  static let accept = Option.flag("accept", "test: record what differs as it is now")
  static let routes = Option.text(
    "routes", value: "TABLE", kind: .file, "test: this table instead of those recorded")
  static let most = Option.integer(
    "most", value: "N", in: 1...100_000, default: 3,
    "test: describe at most N of the requests that differ in a fixture")
  static let output = CommonOptions.output(.text, .json, .jsonl, .junit)
  static let all: [any DeclaredOption] = [session, name, replace, routes, accept, most, output]
}
