import Bakery
import RouteEngine

@main
struct Terminal {
  @MainActor static func main() throws {
    let session = try Bakery.launch(at: .file("bakery.sqlite"))
    print(session.notation)
    while true {
      print("> ", terminator: "")
      guard let line = readLine(), line != "quit" else { break }
      switch line {
      case "back": session.report(.popped(nil))
      case "sign in": session.signal(Bakery.Name.signedIn, principal: "user-1")
      default: print(session.open(line).outcome?.description ?? "waiting")
      }
      print(session.notation)
    }
    session.end()  // without it the end counts as a crash
  }
}
