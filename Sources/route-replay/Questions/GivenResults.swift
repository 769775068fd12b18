import RouteStore

/// The files of results of replays that the command line names.
struct GivenResults {
  let files: [ReadableResults]

  /// Opens them all, so that one which is no good is told before anything is made of the others.
  ///
  /// - Throws: what is wrong with the first that cannot be read whole.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    var files: [ReadableResults] = []
    for path in arguments[QuestionOptions.results] { files.append(try Self.opened(path)) }
    self.files = files
  }

  private static func opened(_ path: String) throws(CommandFailure) -> ReadableResults {
    do {
      return try ReadableResults(path: path)
    } catch .damaged(let reason, _) {
      throw CommandFailure(
        .damaged,
        "'\(path)' holds results of replays, and is damaged: \(reason). Leave it out, and replay "
          + "the journals again into a new file")
    } catch .newerFormat(let found, let supported) {
      throw CommandFailure(
        .incompatible,
        "'\(path)' holds results of replays in format \(found), this version knows \(supported): "
          + "use a newer version")
    } catch {
      throw CommandFailure(error)
    }
  }
}
