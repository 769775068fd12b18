import RouteTestSupport
import Testing

@testable import RouteEngine

/// The notices to the host's log contain no private values.
@MainActor
struct NoticePrivacyTests {
  private static let canary = Canaries.text(7)

  @Test(arguments: [false, true])
  func `no line has a private or a secret value`(isSecret: Bool) throws {
    var note = ScreenDeclaration.note
    if isSecret { (note.privateNames, note.secretNames) = ([], ["text"]) }
    var route = Route("note", "/notes/:text", to: [.push("note")]).asks("gate")
    if !isSecret { route.actions = [ActionTemplate("work", with: ["text": .request("text")])] }
    let journal = try TestJournal(
      Scenario(
        screens: [note, .product],
        routes: [
          route, Route("denied", "/denied/:text", to: [.push("note")]).asks("no"), .product,
          Route("stepped", "/stepped/:text", to: [.run("step"), .push("note")]),
        ]))
    var lines: [String] = []
    let session = journal.launch {
      $0.answer("gate") { _ in .allow }
      $0.answer("no") { .deny(reason: "not \($0.value(of: "text").map { "\($0)" } ?? "")") }
      $0.step("step") { _, prompt in throw Told(text: "\(prompt.value(of: "text") ?? "")") }
      $0.translate("note") { asked in
        asked.value(of: "text").map { [.route("note", ["text": $0])] } ?? []
      }
      $0.perform("work") { .failed(reason: "no \($0.parameters["text"].map { "\($0)" } ?? "")") }
      $0.tell = { lines.append($0.description) }
    }
    let value = ParameterValue.string(Self.canary)
    session.openAll(
      "/notes/\(Self.canary)", "/denied/\(Self.canary)", "/stepped/\(Self.canary)",
      "/products/1?text=\(Self.canary)", "/notes/7?utm=\(Self.canary)#\(Self.canary)",
      "https://\(Self.canary)@shop.example/products/2", "/nowhere?text=\(Self.canary)")
    session.open(.route("note", ["text": value]))
    session.open(.screen(kind: "note", ["text": value]))
    session.open(.value(type: "note", ["text": value]), from: .customValue)
    #expect(lines.contains { $0.contains("~") })
    #expect(isSecret || lines.contains { $0.contains(": failed, attempt 1: no ") })
    #expect(lines.contains { $0.contains("denied: not ") })
    #expect(lines.flatMap(Canaries.found) == [])
    #expect(session.visible["text"] == value, "the host has it all the same")
  }

  private struct Told: Error {
    let text: String
  }
}
