package import RouteEngine

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The host, a small shop. The child runs it until it is killed; the test then runs it on the same
/// journal. Every effect of it outside the engine is a line in a file.
package struct FaultHost {
  /// The file to which host code appends a line whenever it runs.
  package var effects: String
  /// The point at which the process dies; nil: it does not kill itself.
  package var killPoint: KillPoint?

  package init(effects: String, killPoint: KillPoint? = nil) {
    self.effects = effects
    self.killPoint = killPoint
  }

  /// The shop's route table.
  package static func table() throws -> RouteTable {
    let numbered = ParameterSchema([ParameterSchema.Entry(name: "id", type: .int)])
    let kinds = ["product", "order", "receipt", "note", "bomb"]
    func route(
      _ name: String, interceptors: [String] = [], actions: [ActionTemplate] = []
    ) -> Route {
      Route(
        name, patterns: ["/\(name)s/:id"],
        destination: Destination([Step(.select, "shop"), Step(.push, name)]),
        interceptors: interceptors, actions: actions)
    }
    func plain(_ name: String) -> Route {
      Route(name, "/\(name)", to: [.select("shop"), .push(name)]).asks(name)
    }
    func action(_ name: String, _ moment: ActionMoment) -> ActionTemplate {
      ActionTemplate(name, with: ["id": .request("id")], when: moment)
    }
    return try RouteTable(
      RouteTableDefinition(
        tree: "main/tabs[home/stack*[feed] shop/stack[catalog]]",
        screens: kinds.map { ScreenDeclaration($0, schema: numbered) } + [
          ScreenDeclaration("login"), ScreenDeclaration("checked"), ScreenDeclaration("slow"),
        ],
        routes: [
          route("product"),
          route("order", interceptors: ["signedIn"], actions: [action("highlight", .ready)]),
          route("receipt", interceptors: ["member"], actions: [action("highlight", .ready)]),
          route("note", actions: [action("note", .arrival)]),
          route("bomb", actions: [action("bomb", .arrival)]),
          plain("checked"), plain("slow"),
          Route("login", "/login", to: [.present("login", style: .sheet)]),
        ]))
  }

  /// Contributes the shop's interceptors and handlers, including those that implement the kill
  /// point.
  @MainActor
  package func configure(_ configuration: inout RouteSession.Configuration) {
    configuration.device = "device"
    let host = self
    // This really suspends: it shows Login through the session and waits until somebody has signed
    // in.
    configuration.answerLater("signedIn") { @MainActor asked async -> Answer in
      host.run("signedIn", of: asked)
      if asked.principal == nil {
        asked.open(.route("login", [:]))
        await asked.wait(for: "signedIn")
      }
      return .allow
    }
    configuration.answerLater("slow") { @MainActor asked async -> Answer in
      host.run("slow", of: asked)
      while host.killPoint == .parent { await Task.yield() }
      return .allow
    }
    configuration.answer("member") { asked -> Answer in
      host.run("member", of: asked)
      return asked.principal == nil ? .wait(condition: "signedIn") : .allow
    }
    configuration.answer("checked") { asked -> Answer in
      host.run("checked", of: asked)
      return .allow
    }
    for name in ["highlight", "note", "bomb"] {
      configuration.perform(name) { attempt -> ActionResult in
        let words = [
          name, attempt.parameters["id"]?.notation ?? "-", attempt.idempotencyKey,
          "\(attempt.attempt)", "\(attempt.possiblyExecuted)",
        ]
        host.append(words.joined(separator: " "))
        if host.killPoint == .handler(name) { Self.die() }
        return .done
      }
    }
    if case .clock(let count) = killPoint {
      configuration.clock = Self.clock(dyingAt: count)
    }
  }

  /// Dies if the kill point is the state that was just committed.
  @MainActor
  package func watch(_ session: RouteSession) {
    guard let killPoint, [.claimed, .released].contains(killPoint) || killPoint.isShown else {
      return
    }
    session.onChange = { session in
      switch killPoint {
      case .claimed where session.state.actions.contains { $0.status != .waiting }: Self.die()
      case .released
      where session.state.conditions.contains("signedIn")
        && session.state.waiting.contains { !$0.isParked }:
        Self.die()
      case .shown(let kind) where session.state.tree.visibleLeaf()?.kind == kind: Self.die()
      default: break
      }
    }
  }

  /// Kills this process at once, as the system would.
  package static func die() -> Never {
    kill(getpid(), SIGKILL)
    while true { pause() }
  }

  private func run(_ interceptor: String, of asked: Prompt) {
    append("\(interceptor) \(asked.parameters["id"]?.notation ?? "-") \(asked.id)")
    if killPoint == .interceptor(interceptor) { Self.die() }
  }

  private func append(_ line: String) {
    let file = unsafe open(effects, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    precondition(file >= 0, "the file for effects cannot be opened")
    let bytes = Array("\(line)\n".utf8)
    let count = unsafe write(file, bytes, bytes.count)
    precondition(count == bytes.count, "the file for effects cannot be written")
    close(file)
  }

  private static func clock(dyingAt count: Int) -> SessionClock {
    let system = SessionClock.system
    var readings = 0
    return SessionClock(
      wallMicroseconds: system.wallMicroseconds,
      monotonicMicroseconds: {
        readings += 1
        if readings == count { die() }
        return system.monotonicMicroseconds()
      }, boot: system.boot)
  }
}

extension KillPoint {
  fileprivate var isShown: Bool {
    if case .shown = self { true } else { false }
  }
}
