import Foundation
import RouteEngine
import RouteReplay
import RouteReplayProgram

/// The app and its own `route-replay` in one program: `recipes open JOURNAL LINK...` is the app;
/// every other command is that of `route-replay`, with the app's Swift steps.
///
/// `RECIPES_BY_CHANCE=1` makes one step draw at random, `RECIPES_TWICE=1` makes the app run each
/// step twice.
@main enum RecipesProgram {
  @MainActor static func main() async throws {
    let byChance = ProcessInfo.processInfo.environment["RECIPES_BY_CHANCE"] != nil
    let host = ReplayHost(try Recipes.table()) {
      Recipes.contribute(to: &$0, byChance: byChance)
    }
    let words = CommandLine.arguments.dropFirst()
    guard words.first == "open", let journal = words.dropFirst().first else {
      await ReplayProgram.main(name: "recipes", host: host)
    }
    let session = RouteSession.launch(host.table, at: .file(journal)) {
      host.contribute(&$0)
      $0.runsStepsTwice = ProcessInfo.processInfo.environment["RECIPES_TWICE"] != nil
    }
    for link in words.dropFirst(2) {
      print(link, session.open(link).outcome?.description ?? "waits")
    }
    print(session.notation)
    session.end()
  }
}
