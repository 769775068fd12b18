import Foundation
import RouteReplay
import RouteTestSupport
import Testing

@testable import RouteEngine
@testable import RouteStore

/// Private values that come in while storage fails, and the keys with which they are hidden.
@MainActor
struct OutageVaultTests {
  let journal = TestJournal(
    of: Scenario(
      screens: [
        .product,
        ScreenDeclaration(
          "note", schema: ["text": .string],
          identity: ["text"], privateNames: ["text"]),
      ],
      routes: [
        .product,
        Route("note", "/notes/:text", to: .inShop("note")).performs(
          "read", with: ["text": .request("text")]),
        Route("gated", "/gated/:text", to: .inShop("note")).asks("gate"),
      ]))
  private let performed = Performed()

  private final class Performed { var texts: [ParameterValue?] = [] }

  private func launch(keeping values: Int = PrivateValues.mostKept) -> RouteSession {
    let performed = performed
    return journal.launch {
      $0.fewestUnwritten = values
      $0.answer("gate") { asked in asked.holds("online") ? .allow : .wait(condition: "online") }
      $0.perform("read") { attempt in
        performed.texts.append(attempt.parameters["text"])
        return .done
      }
    }
  }

  /// Makes the keys unreadable, or readable again.
  private func hideKeys(_ isHidden: Bool) throws {
    // Hiding appends a byte, because a key of another length is invalid; the byte is removed later.
    let secret = isHidden ? "CAST(secret || 'x' AS BLOB)" : "substr(secret, 1, length(secret) - 1)"
    try Connection(path: journal.path, mode: .write)
      .execute("UPDATE vault_key SET secret = \(secret)")
  }

  /// A session that was launched when no key could be read, and that cannot write.
  private func launchBlind() throws -> RouteSession {
    if !FileManager.default.fileExists(atPath: journal.path) { launch().end() }
    try hideKeys(true)
    let session = launch()
    #expect(session.health == .recording)
    try session.failWriting()
    #expect(!session.open("/products/1").isRecorded)
    return session
  }

  private func token(_ session: RouteSession) throws -> ParameterValue {
    try #require(session.state.tree.visibleLeaf()?.parameters["text"])
  }

  /// The texts of the notes on screen, in the order of their ids.
  private func texts(_ session: RouteSession) -> [ParameterValue?] {
    session.state.tree.screens.filter { $0.kind == "note" }.map {
      session.revealed($0.parameters)["text"]
    }
  }

  private func wait() { journal.clock.advance(by: 60_000_000) }

  /// Requires that the vault's values match the tokens, and that no other key is used.
  private func requireRecorded(
    _ session: RouteSession, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(session.health == .recording, sourceLocation: sourceLocation)
    try journal.requireReplays(of: session, sourceLocation: sourceLocation)
    let checked = try Verification(of: History(path: journal.path))
    #expect(checked.remarks == [], sourceLocation: sourceLocation)
  }

  /// The value is older than the sign-out only by the clock, and no entry names it.
  @Test func `a value of an outage after the clock was set back is none that came again`() throws {
    do {
      let session = launch()
      session.signIn(as: "anna")
      session.signOut()
    }
    journal.clock.wall -= 10_000_000
    let session = launch()
    session.signal("online")
    session.open("/gated/first")
    try session.failWriting()
    #expect(!session.open("/gated/second").isRecorded)
    session.report(.popped(nil))
    try session.failWriting(false)
    wait()
    session.wake()
    #expect(session.health == .recording)
    let history = try History(path: journal.path)
    var values = 0
    try history.forEachVaultValue { _, _ in values += 1 }
    #expect(values == 2)
    #expect(try Verification(of: history).findings == [])
  }

  @Test func `fault 21: values hidden without the vault's key get tokens later`() throws {
    let mine: ParameterValue
    do {
      let session = launch()
      session.open("/notes/mine")
      mine = try token(session)
      session.report(.popped(nil))
      session.end()
    }
    performed.texts = []
    do {
      let session = try launchBlind()
      session.openAll("/notes/mine", "/notes/other")
      let waiting = session.open("/gated/waits", source: "mail-1")
      let provisional = try token(session)
      let old = session.state.tree.screens.filter { $0.kind == "note" }
      #expect(old.first?.parameters["text"] != mine)
      try hideKeys(false)
      wait()
      // A value that comes now was hidden before the outage is closed.
      let late = session.open("/notes/late")
      #expect(late.isRecorded)
      #expect(texts(session) == ["mine", "other", "late"])
      let notes = session.state.tree.screens.filter { $0.kind == "note" }
      #expect(notes.first?.parameters["text"] == mine)
      #expect(performed.texts == ["mine", "other", "late"])
      // The old tokens still give the same values.
      #expect(session.revealed(old[1].parameters)["text"] == "other")
      let again = session.open(.route("note", ["text": provisional]), from: .programmatic)
      #expect(again.outcome == .shown && again.isRecorded)
      #expect(session.state.tree.screens.filter { $0.kind == "note" }.count == 2)
      #expect(waiting.outcome == nil)
      try requireRecorded(session)
    }
    let session = launch()
    #expect(texts(session) == ["mine", "other"])
    session.signal("online")
    #expect(texts(session) == ["mine", "other", "waits"])
    try requireRecorded(session)
  }

  @Test func `fault 21: without a key in the vault the new key is used`() throws {
    do {
      let session = try launchBlind()
      session.open("/notes/first")
      let before = try token(session)
      try hideKeys(false)
      wait()
      session.wake()
      #expect(try token(session) == before)
      session.open("/notes/second")
      try requireRecorded(session)
    }
    let session = launch()
    #expect(texts(session) == ["first", "second"])
    session.open("/notes/first")
    #expect(texts(session) == ["first"])
    try requireRecorded(session)
  }

  @Test func `fault 21: a person who signed out meanwhile gets a new key, the old one goes`() throws
  {
    do {
      let session = launch()
      session.signIn(as: "ann")
      session.open("/notes/before-the-outage")
      session.end()
    }
    let session = try launchBlind()
    session.open("/notes/during-the-outage")
    session.signOut()
    session.signIn(as: "ann")
    session.open("/notes/afterwards")
    try hideKeys(false)
    wait()
    session.wake()
    #expect(texts(session) == [nil, nil, "afterwards"])
    session.background()
    #expect(try !journal.holds("before-the-outage") && !journal.holds("during-the-outage"))
    try requireRecorded(session)
  }

  @Test func `a key that cannot be read for a moment stops the recording for as long`() throws {
    /// A vault that cannot be read at first.
    final class Vault: VaultReader {
      var keys: [VaultKey] = []
      var isBroken = true
      func vaultKey(principal: String) throws(StoreError) -> VaultKey? {
        if isBroken { throw .inputOutput(code: 10, message: "") }
        return keys.first { $0.principal == principal }
      }
      func vaultValue(token: String, principal: String) throws(StoreError) -> [UInt8]? { nil }
      func tokensWithoutValue(among tokens: Set<String>) throws(StoreError) -> Set<String> { [] }
    }
    let vault = Vault()
    let values = PrivateValues(journal: vault)
    let request = RouteRequest(
      .route("note", ["text": "s3cr3t"]), from: .programmatic, at: RouteInstant(microseconds: 1))
    let blind = values.hide(request, table: journal.table)
    #expect(throws: StoreError.inputOutput(code: 10, message: "")) {
      try values.additionsToWrite()
    }
    let owners = values.ownersOfNewKeys
    #expect(Set(owners) == [PrivateValues.nobody, PrivateValues.journalOwner])
    vault.keys = owners.map(VaultKey.random)
    values.take(vault.keys, values.renaming(to: vault.keys))
    let additions = try #require(try values.additionsToWrite())
    #expect(additions.keys.isEmpty && additions.values.count == 1)
    vault.isBroken = false
    let other = PrivateValues(journal: vault)
    let seeing = other.hide(request, table: journal.table)
    #expect(blind.target != seeing.target && values.hide(request, table: journal.table) == seeing)
    #expect(try values.additionsToWrite()?.values == other.additionsToWrite()?.values)
  }

  @Test func `the vault is not asked for values while nothing is recorded`() throws {
    let session = try launchBlind()
    let health = session.health
    #expect(health.problem == .readOnly(path: journal.path))
    journal.clock.advance(by: 1)
    session.open("/notes/mine")
    #expect(session.health == health)
  }

  @Test func `a released file that cannot be read does not count as empty`() throws {
    let session = journal.launch { $0.releasesInBackground = true }
    session.open("/notes/mine")
    session.background()
    #expect(try session.recorder.content.seen(source: "none") == nil)
    try journal.takeAway()
    try FileManager.default.createDirectory(
      atPath: journal.path, withIntermediateDirectories: false)
    #expect(throws: StoreError.self) { try session.recorder.content }
    #expect(throws: StoreError.self) { try session.recorder.vaultKey(principal: "") }
    try FileManager.default.removeItem(atPath: journal.path)
    try journal.bringBack()
    #expect(try session.recorder.vaultKey(principal: "") != nil)
  }

  @Test func `an unwritable file that then cannot be read does not count as empty`() throws {
    do { launch().open("/notes/mine") }
    let lock = journal.path + "-lock"
    try? FileManager.default.removeItem(atPath: lock)
    try FileManager.default.createDirectory(atPath: lock, withIntermediateDirectories: false)
    let session = launch()
    #expect(!session.health.isRecording && texts(session) == ["mine"])
    try journal.takeAway()
    try FileManager.default.createDirectory(
      atPath: journal.path, withIntermediateDirectories: false)
    wait()
    session.wake()
    #expect(throws: StoreError.self) { try session.recorder.content }
  }

  @Test func `of many private values of an outage those still in use are kept`() throws {
    do {
      let session = launch(keeping: 200)
      try session.failWriting()
      session.openAll("/notes/first", "/gated/waits", "/products/1")
      var most = 0
      for number in 1...1_000 {
        session.open("/products/1?\(number % 2 == 0 ? "a" : "b")=\(number)")
        most = max(most, Array(session.vault.unwrittenTokens).count)
      }
      session.open("/notes/last")
      #expect((150...201).contains(most), "\(most)")
      #expect(texts(session) == ["first", "last"])
      wait()
      session.wake()
      #expect(session.health == .recording)
      #expect(texts(session) == ["first", "last"])
      try journal.requireReplays(of: session)
    }
    let session = launch()
    #expect(texts(session) == ["first", "last"])
    session.signal("online")
    #expect(texts(session) == ["first", "last", "waits"])
    try journal.requireReplays(of: session)
  }
}
