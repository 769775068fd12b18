import Foundation
import RouteTestSupport
import Testing

@testable import RouteEngine
@testable import RouteStore

/// The stories of the golden journals, and how they were recorded.
enum GoldenStory: String, CaseIterable, Sendable {
  case shop, waiting, actions, pruned, outage, answers, values, policies

  static let folder = PackageFile.url("Tests/RouteReplayTests/Fixtures/version-1")

  /// Its recorded journal, which is only read.
  var journal: URL { Self.folder.appending(path: "\(self).sqlite") }

  /// The lines of that journal.
  var lines: URL { Self.folder.appending(path: "\(self).jsonl") }

  /// Records the story into a file, and seals the file.
  @MainActor
  func record(_ stories: ExportStories) async throws {
    switch self {
    case .shop: try Self.recordShop(stories)
    case .waiting: stories.everyday()
    case .actions: try Self.recordActions(stories)
    case .pruned: stories.forgetful()
    case .outage: try stories.loseEntries(in: Journal.open(.file(stories.path)))
    case .answers: await stories.patient()
    case .values: try stories.rare()
    case .policies: try await stories.policies()
    }
  }

  /// The shipped example, as the example's reader records it.
  @MainActor
  private static func recordShop(_ stories: ExportStories) throws {
    let result = try Workplace().run(
      "record", "--journal", stories.path,
      "--routes", PackageFile.url("Examples/shop/routes.json5").path,
      PackageFile.url("Examples/shop/journeys.txt").path)
    try #require(result.status == 0, "\(result)")
  }

  /// Work that is done, fails, is tried again, gives up, is cancelled and outlives a launch.
  @MainActor
  private static func recordActions(_ stories: ExportStories) throws {
    let table = try RouteTable(
      json: Array(
        """
        { format: "route-table/1", tree: "main/tabs[home/stack*[feed] shop/stack[catalog]]",
          screens: { product: { parameters: { id: "int" } } },
          routes: [{ id: "product", patterns: ["/products/:id"],
            destination: [{ select: "shop" }, { push: "product" }],
            actions: [
              { perform: "view", with: { id: ":id" } },
              { perform: "fetch", retry: { attempts: 2, first: "5s", longest: "5s" } },
              { perform: "remind", when: "ready", key: "k", sameKey: "replace" },
              { perform: "mail", after: "60s", expires: "30m" }] }] }
        """.utf8))
    func launch(_ handled: [String: ActionResult]) -> RouteSession {
      RouteSession.launch(table, at: .file(stories.path)) {
        $0.clock = stories.clock.sessionClock
        $0.device = "device"
        for name in handled.keys.sorted() { $0.perform(name) { _ in handled[name] ?? .done } }
      }
    }
    do {
      let session = launch([
        "view": .done, "fetch": .failed(reason: "no line"), "remind": .done, "mail": .done,
      ])
      session.openAll("/products/7", "/products/8")
      session.ready()
      stories.pass(6)
      session.open("/products/9")
      session.report(.popped(nil))
      if let mail = session.state.actions.last(where: { $0.name == "mail" }) {
        session.actions.cancel(mail.id)
      }
      session.background()
    }
    stories.pass(3_600)
    let session = launch(["view": .failed(reason: "too late")])
    session.open("/products/10")
    if let dead = session.state.actions.first(where: { $0.status == .dead }) {
      session.actions.revive(dead.id)
    }
    session.end()
  }
}

extension ExportStories {
  /// Prunes everything but a few entries, and keeps the ids of newer sources; another session
  /// follows.
  func forgetful() {
    do {
      let session = launch { $0.retention = RetentionPolicy(entries: 8) }
      session.signIn(as: "ann")
      for id in 1...24 {
        session.open("/orders/\(id)", source: "mail-\(id)")
        pass()
        if id % 4 == 0 {
          session.background()
          session.foreground()
        }
      }
      session.end()
    }
    let next = launch()
    next.open("/orders/25", source: "mail-24")
    next.open("/orders/26", source: "mail-26")
    next.end()
  }

  /// The disk is full for a while.
  func loseEntries(in store: Journal) throws {
    let session = try RouteSession.launch(table, on: store) {
      $0.clock = clock.sessionClock
      $0.device = "device"
      $0.perform("highlight") { _ in .done }
    }
    session.open("/products/1")
    try store.connection.execute("PRAGMA max_page_count=1")
    for id in 1_001...1_200 where session.health.isRecording {
      session.open("/products/\(id)", source: "mail-\(id)")
    }
    session.open("/products/2", source: "mail-2")
    #expect(!session.health.isRecording)
    try store.connection.execute("PRAGMA max_page_count=1000000")
    pass(2)
    session.open("/products/3")
    #expect(session.health.isRecording)
    session.end()
  }
}
