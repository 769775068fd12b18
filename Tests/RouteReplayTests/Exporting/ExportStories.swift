import Foundation
import RouteEngine
import RouteTestSupport
import Testing

/// Journals of a small shop with everything that an exported test has to express.
@MainActor
final class ExportStories {
  /// The shop's table; a broken one has other links for its routes.
  static func table(isBroken: Bool = false) -> String {
    let products = isBroken ? "/wares/:id" : "/products/:id"
    return """
      { format: "route-table/1", tree: "main/tabs[home/stack*[feed] shop/stack[catalog]]",
        screens: {
          product: { parameters: { id: "int" } }, order: { parameters: { id: "int" } },
          note: { parameters: { text: "string" }, private: ["text"] },
          code: { parameters: { pin: "string" }, secret: ["pin"] },
          word: { parameters: { text: "string" } }, login: {},
        },
        routes: [
          { id: "product", patterns: ["\(products)"],
            destination: [{ select: "shop" }, { push: "product" }],
            actions: [{ perform: "highlight", with: { id: ":id" }, when: "ready" }] },
          { id: "order", patterns: ["/orders/:id"], interceptors: ["signedIn"],
            destination: [{ select: "home" }, { push: "order" }] },
          { id: "note", patterns: ["/notes/:text"], interceptors: ["signedIn"],
            destination: [{ select: "shop" }, { push: "note", find: "none" }] },
          { id: "code", patterns: ["/codes/:pin"], interceptors: ["signedIn"],
            destination: [{ push: "code" }] },
          { id: "login", patterns: ["/login"],
            destination: [{ present: "login", style: "sheet" }] },
          { id: "tidy", patterns: ["/tidy"], destination: [{ run: "tidy" }] },
          { id: "remind", patterns: ["/remind/:id"],
            destination: [{ select: "shop" }, { push: "product" }],
            actions: [{ perform: "remind", when: "ready", key: "k", sameKey: "refuse" }] },
          { id: "moved", patterns: ["/old/:id"], interceptors: ["moved"],
            destination: [{ select: "shop" }] },
        ] }
      """
  }

  let clock = ManualClock()
  let folder: TemporaryFolder
  let table: RouteTable

  init(in folder: TemporaryFolder = TemporaryFolder()) throws {
    table = try RouteTable(json: Array(Self.table().utf8))
    self.folder = folder
  }

  var path: String { folder.file("journal.sqlite") }

  func launch(_ configure: (inout RouteSession.Configuration) -> Void = { _ in }) -> RouteSession {
    RouteSession.launch(table, at: .file(path)) {
      $0.clock = clock.sessionClock
      $0.device = "device"
      $0.perform("highlight") { _ in .done }
      $0.answer("signedIn") { $0.principal == nil ? .wait(condition: "signedIn") : .allow }
      configure(&$0)
    }
  }

  func pass(_ seconds: Int64 = 1) { clock.advance(by: seconds * 1_000_000) }

  private func screen(_ kind: String, in session: RouteSession) -> ScreenID? {
    session.state.tree.firstScreen { $0.kind == kind }?.id
  }

  /// Session 1: requests that wait for log-in, for the session to be resumed, and for ever; facts,
  /// readiness, repetitions, the background. Session 2: the remaining requests, after a death.
  func everyday() {
    firstDay()
    secondDay()
  }

  private func firstDay() {
    let session = launch()
    pass()
    session.open("/products/7")
    session.ready()
    if let product = screen("product", in: session) { session.unready(product) }
    pass()
    session.report(.popped(nil))
    session.report(.popped(ScreenID(99)))
    pass()
    session.open("/orders/7", source: "mail-1")
    session.open("/orders/7", source: "mail-1")
    session.openAll("/nowhere", "no link")
    pass(60)
    session.signal("signedIn", principal: "ann")
    if let feed = screen("shop", in: session) { session.report(.selected(feed)) }
    session.requests.suspend()
    for id in 1...3 { session.open("/products/\(id)") }
    session.requests.resume(.latestOnly)
    session.background()
    pass(600)
    session.foreground()
    session.requests.suspend()
    for id in 4...6 { session.open("/products/\(id)") }
    session.requests.resumeTransforming { kept in
      guard case .link(let link) = kept.target, link.text != "/products/4" else { return nil }
      return link.text == "/products/5" ? .screen(kind: "product", ["id": 55]) : kept.target
    }
    session.signOut()
    pass()
    session.open("/orders/8", options: .init(expiresAfter: .seconds(5)))
    session.open("/orders/9")
    pass(10)
    session.wake()
    session.giveUp("signedIn", reason: "she turned it down")
    session.open("/orders/10")
    pass()
  }

  private func secondDay() {
    let next = launch()
    pass()
    next.open("/products/10")
    next.signal("signedIn", principal: "ann")
    pass()
    if let product = screen("product", in: next) { next.report(.poppedTo(product)) }
    next.end()
  }

  /// Slow host code, which opens a log-in meanwhile and waits in the middle of its answer.
  func patient() async {
    var openGate: CheckedContinuation<Void, Never>?
    let session = launch {
      $0.answerLater("signedIn") { asked in
        asked.open(.route("login", [:]))
        await asked.wait(for: "signedIn")
        return .allow
      }
      $0.answerLater("moved") { asked in
        await withCheckedContinuation { openGate = $0 }
        return .redirect(.route("product", ["id": 5]))
      }
    }
    let order = session.open("/orders/7")
    _ = await eventually { session.state.hasParkedRequests }
    pass()
    session.open("/products/1")
    session.report(.dismissed(nil))
    session.signal("signedIn", principal: "ann")
    _ = await eventually { order.outcome != nil }
    pass()
    let old = session.open("/old/5")
    _ = await eventually { openGate != nil }
    pass(3)
    session.report(.popped(nil))
    session.open("/products/2")
    pass(3)
    openGate?.resume()
    _ = await eventually { old.outcome != nil }
    session.end()
  }

  /// Swift steps, values, private and secret parameters, displayed screens, transitions.
  func rare() throws {
    let session = launch {
      $0.step("tidy") { editor, _ in
        guard let catalog = editor.find("shop") else { return false }
        try editor.push("product", ["id": 3], onto: catalog.id)
        try editor.select(catalog.id)
        return true
      }
      $0.translate("activity") { asked in
        [.link((try? RouteLink("/none")) ?? asked.link), .route("product", ["id": 8])]
      }
      $0.answer("moved") { _ in .deny(reason: "not here") }
    }
    pass()
    session.open("/tidy")
    session.open(.value(type: "activity", ["title": "A \"quoted\" \\(title)"]), from: .userActivity)
    session.open("/old/1")
    session.signIn(as: "ann")
    session.open("/notes/mine?utm=\"x\"#top")
    session.open("/codes/1234")
    session.signOut()
    session.open("/codes/5678")
    session.display.beginTransition()
    session.openAll("/products/20", "/products/21")
    pass()
    session.display.endTransition()
    var shop = try #require(session.state.tree.subtrees.first?.root.children.last)
    shop.children.removeLast()
    session.display.reconcile(with: DisplayedScreens(part: shop))
    session.open("/products/22")
    session.display.renderFailed(reason: "a view was missing")
    session.display.reconcile(with: "main[home[feed] shop*[catalog product(id: 1)^sheet:login]]")
    session.end()
  }

  /// Session 1 prefers newer requests, session 2 refuses new requests while it is busy.
  func policies() async throws {
    try await preferring()
    try await refusing()
  }

  private func preferring() async throws {
    var gates: [CheckedContinuation<Void, Never>] = []
    let session = launch {
      $0.whenBusy = .supersede
      $0.limits.redirects = 2
      $0.answerLater("moved") { _ in
        await withCheckedContinuation { gates.append($0) }
        return .redirect(.link((try? RouteLink("/old/1")) ?? .none))
      }
    }
    session.open("/old/1")
    _ = await eventually { gates.count == 1 }
    session.open("/products/1")
    gates[0].resume()
    session.display.beginTransition()
    for id in 2...4 { session.open("/products/\(id)") }
    pass()
    session.display.endTransition()
    let last = session.open("/old/2")
    for number in 2...4 {
      _ = await eventually { gates.count == number || last.outcome != nil }
      if gates.count == number { gates[number - 1].resume() }
    }
    _ = await eventually { last.outcome != nil }
    session.signal("network")
    session.unsignal("network")
    session.signIn(as: "ann")
    session.signal("network")
    session.signIn(as: "bob")
    session.background()
    pass()
  }

  private func refusing() async throws {
    var gate: CheckedContinuation<Void, Never>?
    let session = launch {
      $0.whenBusy = .refuse
      $0.startsSuspended = true
      $0.answerLater("moved") { _ in
        await withCheckedContinuation { gate = $0 }
        return .failed(reason: "no line")
      }
    }
    session.open("/products/30")
    session.requests.resumeHandingOver { kept in
      for request in kept { session.open(request.target, from: .programmatic) }
    }
    session.requests.suspend()
    session.open("/products/31")
    session.open("/products/32", options: .init(isSuspendable: false, isAnimated: false))
    session.requests.resume(.clear)
    session.requests.suspend()
    session.open("/products/33")
    session.requests.resume(.none)
    session.requests.suspend()
    session.requests.resume()
    let old = session.open("/old/1")
    _ = await eventually { gate != nil }
    session.open("/products/34")
    pass()
    gate?.resume()
    _ = await eventually { old.outcome != nil }
    session.display.beginTransition()
    session.open("/products/35")
    session.display.endTransition()
    session.display.reconcile(with: "main![feed] | side: word/foreign[word(text: \"x\")]")
    session.report(.activated(scene: "side"))
    session.report(.activated(scene: "nowhere"))
    session.open("/products/36", options: .init(scene: "main"))
    var routed = RouteRequest.Options(isAnimated: false)
    (routed.router, routed.staysBelowRouter) = ("absent", true)
    session.open("/products/37", options: routed)
    gate = nil
    let late = session.open("/old/3", options: .init(expiresAfter: .seconds(1)))
    _ = await eventually { gate != nil }
    pass(2)
    gate?.resume()
    _ = await eventually { late.outcome != nil }
    session.open("/old/2")  // its code does not answer any more
    session.open("/orders/1", from: .notificationResponse)
  }

  /// Untrusted texts in every place that accepts text.
  func hostile() throws {
    var reasons = Self.hostileTexts[...]
    let session = launch {
      $0.answer("moved") { _ in .deny(reason: reasons.popFirst() ?? "") }
      $0.translate(Self.hostileTexts[0]) { asked in
        [.screen(kind: "word", ["text": asked.parameters["text"] ?? ""])]
      }
    }
    for text in Self.hostileTexts {
      session.open(.screen(kind: "word", ["text": .string(text)]), from: .programmatic)
      session.open("/old/1", source: text)
      session.open("/old/1", source: text)
      session.open(.value(type: text, [text: .string(text)]), from: .customValue)
      session.open(.route(text, [text: .string(text)]), from: .notificationResponse)
      session.open(.screen(kind: text, [:]), from: .shortcutItem, options: .init(scene: text))
      session.signIn(as: text)
      session.open("/products/1?q=" + text)
    }
    session.open("/products/2")
    session.display.renderFailed(reason: Self.hostileTexts.joined())
    session.end()
  }

  /// Texts that would be code, or end a literal or a comment, if they were written unescaped.
  static let hostileTexts: [String] = [
    "\"); fatalError(\"", "\\(fatalError())", "\"\"\"", "\\\"\"\"\n  fatalError()\n\"\"\"",
    "\"\"\"\"\"\"\"\"", "*/ fatalError() /*", "\n} fatalError() //", "\r\n#if false",
    "\u{0}\u{7}\u{1B}[2J", "\u{202E}drowssap\u{2066}", "\u{2028}\u{2029}\u{85}\u{FEFF}",
    "cafe\u{301} caf\u{E9}", "\u{1F469}\u{200D}\u{1F467}",
    "ends with \\", "#\"raw\"#", "\\u{41}", "$0 `name` ; @Test func f() {}",
    String(repeating: "\"", count: 300), String(repeating: "\\", count: 300),
    String(repeating: " ", count: 300), String(repeating: "\u{1F600}", count: 60),
    String(repeating: "word ", count: 60), String(repeating: "x", count: 300),
  ]
}

extension RouteLink {
  /// A link for places that need one.
  fileprivate static var none: RouteLink {
    do {
      return try RouteLink("/")
    } catch {
      preconditionFailure("a path is a link")
    }
  }
}

extension Prompt {
  /// A link for places that need one.
  fileprivate var link: RouteLink {
    if case .link(let link) = request.target { return link }
    preconditionFailure("a link that is none")
  }
}
