import RouteReplayProgram

/// The program for journals of any app: it knows no app's code, only what a journal holds.
@main enum RouteReplayMain {
  static func main() async { await ReplayProgram.main() }
}
