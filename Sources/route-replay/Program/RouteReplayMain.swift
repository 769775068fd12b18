import RouteReplayProgram

/// The program for journals of any app: it has no app's code, only the content of a journal.
@main enum RouteReplayMain {
  static func main() async { await ReplayProgram.main() }
}
