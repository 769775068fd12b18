/// The options and arguments of the commands that change a journal.
enum WritingOptions {
  static let file = Argument.one("FILE", kind: .file, "the journal to change")
  static let write = Option.flag("write", "really change the file")

  /// The remark of a command that only reported what it would do.
  static let unchanged = "nothing was changed; --write does it"

  /// Refuses to change a file unless the user has allowed it with `--write`.
  static func demand(_ arguments: ParsedArguments, for what: String) throws(CommandFailure) {
    guard !arguments[write] else { return }
    throw CommandFailure.usage("\(what) changes the file; add --write to do it")
  }
}
