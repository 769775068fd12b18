package import RouteStore

/// Replaces private values by tokens before anything is journaled, and finds them again.
///
/// A token is the first 16 bytes of HMAC-SHA-256 of the value's JSON under the principal's vault
/// key: equal values of one principal have equal tokens, so finders and
/// digests work on tokens; without the key nothing follows from them. A value that does not fit
/// where it stands has a `~` behind its token too: it is no token to a decision, and is not kept.
///
/// Secrets have tokens of their own making, see ``Secrets``, and are nowhere but in memory.
///
/// The vault keeps the value's JSON, so that it comes back with its type. Principals are told apart
/// by the bytes of their names, as the vault does.
package final class PrivateValues {
  /// The keys and values that go to the vault with the next commit, whichever it is: an entry that
  /// speaks of a token is never in the journal before the value behind it.
  package struct Additions: Sendable {
    /// Principals whose keys go from the file, before those below come.
    package var forgotten: [String] = []
    package var keys: [VaultKey] = []
    package var values: [VaultValue] = []

    var isEmpty: Bool { forgotten.isEmpty && keys.isEmpty && values.isEmpty }
  }

  /// The owner of the key for ``RouteRequest/fingerprint``: the journal itself, no principal.
  package static let journalOwner = "\u{1}journal"
  /// The owner of what comes in while no user is signed in.
  static let nobody = ""

  /// So many tokens are remembered as written, and so many values kept that are not: more would
  /// only fill the memory.
  package static let mostKept = 10_000

  private let journal: any VaultReader
  /// The keys that are known, with nil for who has none.
  private var keys: [[UInt8]: VaultKey?] = [:]
  /// Values that are not in the vault: not yet, or not while storage fails.
  private var unwritten: [String: (value: ParameterValue, owner: String)] = [:]
  /// Tokens that need not go to the vault again.
  private var kept: Set<String> = []
  private var additions = Additions()
  private var secrets = Secrets()
  /// How many values may be unwritten before those that are not needed are forgotten: at least as
  /// many as this, and at least twice as many as were needed at the last check.
  private let fewestUnwritten: Int
  private var mostUnwritten: Int
  /// The tokens that took the place of others, which somebody may still hold.
  private var renamed: [String: String] = [:]
  /// Why a key could not be read: what was hidden since is under a key of this process alone, until
  /// ``take(_:_:)``.
  private var problem: StoreError?
  /// Whether any value was hidden since this was last set to false.
  var hasHidden = false

  package init(journal: any VaultReader, fewestUnwritten: Int = PrivateValues.mostKept) {
    self.journal = journal
    (self.fewestUnwritten, mostUnwritten) = (fewestUnwritten, fewestUnwritten)
  }

  /// Whether the name can be a principal's: two names are taken by the vault itself.
  package static func isPrincipal(_ name: String) -> Bool {
    !name.isEmpty && !name.hasSameBytes(as: journalOwner)
  }

  /// Whether the name is that of the journal itself.
  package static func isJournal(_ name: String) -> Bool { name.hasSameBytes(as: journalOwner) }

  /// Those of the tokens whose values are gone, of all principals; none when the vault cannot be
  /// read.
  ///
  /// - Parameters:
  ///   - tokens: any tokens.
  ///   - salvaged: what a vault that was set aside still held.
  package func gone(_ tokens: Set<String>, salvaged: [VaultValue] = []) -> Set<String> {
    let tokens = tokens.subtracting(salvaged.map(\.token)).subtracting(unwritten.keys)
    guard !tokens.isEmpty else { return [] }
    // Nothing is left for good because a vault could not be read for a moment.
    return (try? journal.tokensWithoutValue(among: tokens)) ?? []
  }

  /// The additions that the vault has to take with a commit that is about to be written, and with
  /// the next one should that fail; nil when there are none.
  ///
  /// - Throws: why the vault could not be read: what was hidden since may not be written.
  package func additionsToWrite() throws(StoreError) -> Additions? {
    if let problem { throw problem }
    return additions.isEmpty ? nil : additions
  }

  /// Takes note that what was handed over is in the vault: from now on only the vault knows it.
  package func additionsWereWritten() {
    mostUnwritten = fewestUnwritten
    guard !additions.isEmpty || !unwritten.isEmpty else { return }
    additions = Additions()
    unwritten.removeAll(keepingCapacity: true)
  }

  /// The owners whose keys are removed when a principal signs out: the principal, and the owner of
  /// what came in while no user was signed in. What came in before the sign-in is on the
  /// principal's screens too.
  package static func forgotten(atSignOutOf principal: String) -> [String] { [principal, nobody] }

  /// Forgets principals: their keys, and the values that are not written. What is written the vault
  /// forgets with the next commit, and until then it is not read.
  package func forget(_ principals: [String]) {
    guard !principals.isEmpty else { return }
    for principal in principals {
      keys.updateValue(nil, forKey: Array(principal.utf8))
      if !isForgotten(principal) { additions.forgotten.append(principal) }
      additions.keys.removeAll { $0.principal.hasSameBytes(as: principal) }
      additions.values.removeAll { $0.principal.hasSameBytes(as: principal) }
      unwritten = unwritten.filter { !$0.value.owner.hasSameBytes(as: principal) }
      secrets.forget { $0.principal.hasSameBytes(as: principal) }
    }
    kept.removeAll()
  }

  /// Whether the principal's key goes from the file with the next commit.
  package func isForgotten(_ principal: String) -> Bool {
    additions.forgotten.contains { $0.hasSameBytes(as: principal) }
  }

  /// Forgets secrets, and values that are not written. What is written the vault has to forget.
  package func forget(where isGone: (VaultValue) -> Bool) {
    secrets.forget(where: isGone)
    additions.values.removeAll { value in
      guard isGone(value) else { return false }
      unwritten[value.token] = nil
      return true
    }
    kept.removeAll()
  }

  /// Takes note that there is a new file, without any key: those that are known go there, and the
  /// values that come again.
  package func fileBeganAnew() {
    let known = keys.values.compactMap(\.self)
    for key in known.sorted(by: { $0.principal < $1.principal })
    where !additions.keys.contains(where: { $0.principal.hasSameBytes(as: key.principal) }) {
      additions.keys.append(key)
    }
    kept.removeAll()
  }

  /// Adopts keys of a file that was set aside. They go to the new file.
  package func take(_ salvaged: [VaultKey]) {
    for key in salvaged { keys[Array(key.principal.utf8)] = key }
  }

  /// Takes note that the vault may have lost values: those that come again go there again.
  package func forgetWhatIsKept() { kept.removeAll() }

  /// The value behind a token; nil when it is gone.
  package func reveal(_ token: String, principal: String?) -> ParameterValue? {
    let token = current(token)
    let owners = principal.map { [$0, Self.nobody] } ?? [Self.nobody]
    guard !TokenText.isSecret(token) else {
      return secrets.reveal(token, ofAnyOf: owners)
    }
    if let known = unwritten[token] {
      return owners.contains { $0.hasSameBytes(as: known.owner) } ? known.value : nil
    }
    for owner in owners where !isForgotten(owner) {
      // A value that cannot be read is not at hand; its token stays, and it is asked for again.
      if let bytes = try? journal.vaultValue(token: token, principal: owner) {
        return Self.value(from: bytes)
      }
    }
    return nil
  }

  /// The token of a value, which goes to the vault unless it is a secret.
  func token(
    for value: ParameterValue, of owner: Owner, isSecret: Bool = false
  ) -> String {
    if isSecret { return secretToken(for: value, of: owner) }
    let (token, json) = unkeptToken(for: value, of: owner)
    guard !owner.isForComparing, !owner.isGone else { return token }
    if kept.count >= Self.mostKept { kept.removeAll() }
    if kept.insert(token).inserted, unwritten[token] == nil {
      unwritten[token] = (value, owner.name)
      additions.values.append(
        VaultValue(
          token: token, principal: owner.name, value: json, storedMicroseconds: owner.now))
    }
    return token
  }

  /// The token for a value that no decision takes, because it does not fit where it stands.
  ///
  /// - Parameter isKept: whether host code may ask for it all the same.
  func misfit(
    _ value: ParameterValue, of owner: Owner, isSecret: Bool = false, isKept: Bool = false
  ) -> String {
    if isKept { return token(for: value, of: owner, isSecret: isSecret) + "~" }
    let token =
      isSecret ? secretToken(for: nil, of: owner) : unkeptToken(for: value, of: owner).token
    return token + "~"
  }

  /// The token of a secret; of none when it is nil, or of somebody who has signed out.
  private func secretToken(for value: ParameterValue?, of owner: Owner) -> String {
    hasHidden = true
    if owner.isForComparing { return Secrets.placeholder }
    guard let value, !owner.isGone else { return Secrets.newToken() }
    return secrets.token(for: value, of: owner.name, at: owner.now)
  }

  private func unkeptToken(
    for value: ParameterValue, of owner: Owner
  ) -> (token: String, json: [UInt8]) {
    hasHidden = true
    var writer = JSONWriter()
    value.write(to: &writer)
    let json = writer.bytes
    let key = owner.isGone ? VaultKey.random(of: owner.name) : key(of: owner.name)
    return (Self.token(for: json, under: key), json)
  }

  private func key(of owner: String) -> VaultKey {
    do throws(StoreError) {
      if let key = try knownKey(of: owner) { return key }
    } catch {
      problem = problem ?? error  // and nothing is written before it can be read
    }
    let key = VaultKey.random(of: owner)
    keys[Array(owner.utf8)] = key
    additions.keys.append(key)
    return key
  }

  /// The key of an owner, nil when there is none; looked up once.
  private func knownKey(of owner: String) throws(StoreError) -> VaultKey? {
    let name = Array(owner.utf8)
    if let known = keys[name] { return known }
    let key = try journal.vaultKey(principal: owner)
    keys.updateValue(key, forKey: name)
    return key
  }

  /// Looks up the keys that are needed next when that one is signed in: storage may fail later.
  package func readKeys(for principal: String?) {
    for owner in [Self.journalOwner, Self.nobody] + [principal].compactMap(\.self) {
      _ = try? knownKey(of: owner)  // who needs it asks again, and says what is wrong
    }
  }

  /// Looks up again what a journal in memory did not have: a file has its place now. A key that
  /// goes from the file with the next commit is none.
  package func readKeysAgain(for principal: String?) {
    let forgotten = Set(additions.forgotten.map { Array($0.utf8) })
    keys = keys.filter { $0.value != nil || forgotten.contains($0.key) }
    readKeys(for: principal)
  }

  /// Whether there is a key, or may be one that cannot be read.
  func hasKey(of owner: String) -> Bool {
    do throws(StoreError) {
      return try knownKey(of: owner) != nil
    } catch {
      return true  // asking for it says what is wrong
    }
  }
}

@available(*, unavailable)
extension PrivateValues: Sendable {}

extension PrivateValues {
  /// All that forgetting takes away.
  struct Memory {
    fileprivate let keys: [[UInt8]: VaultKey?]
    fileprivate let unwritten: [String: (value: ParameterValue, owner: String)]
    fileprivate let kept: Set<String>
    fileprivate let additions: Additions
    fileprivate let secrets: Secrets
  }

  /// All that is known now; set to go back to where nothing was forgotten.
  var memory: Memory {
    get {
      Memory(keys: keys, unwritten: unwritten, kept: kept, additions: additions, secrets: secrets)
    }
    set {
      (keys, unwritten, kept) = (newValue.keys, newValue.unwritten, newValue.kept)
      (additions, secrets) = (newValue.additions, newValue.secrets)
    }
  }

  /// The owners of keys that were made here, and that the vault may have others of: it could not be
  /// asked, or is not the one that was.
  var ownersOfNewKeys: [String] {
    additions.keys.map(\.principal).filter { !isForgotten($0) }
  }

  /// The tokens that what is not written gets under other keys of its owners.
  func renaming(to keys: [VaultKey]) -> TokenRenaming {
    var tokens: [String: String] = [:]
    for value in additions.values {
      guard let key = keys.first(where: { $0.principal.hasSameBytes(as: value.principal) })
      else { continue }
      let token = Self.token(for: value.value, under: key)
      if !token.hasSameBytes(as: value.token) { tokens[value.token] = token }
    }
    return TokenRenaming(tokens)
  }

  /// Adopts the keys that the vault has, and the tokens under them. Other keys that were made here
  /// are the vault's keys from now on.
  ///
  /// The values under the journal's own key are not known. A source's id whose request came in
  /// under another journal key is refused when it comes again, as an id that was used for other
  /// content. The same happens after a redaction.
  func take(_ keys: [VaultKey], _ renaming: TokenRenaming) {
    problem = nil
    take(keys)
    additions.keys.removeAll { key in
      keys.contains { $0.principal.hasSameBytes(as: key.principal) }
    }
    additions.values = additions.values.map { value in
      VaultValue(
        token: renaming.tokens[value.token] ?? value.token, principal: value.principal,
        value: value.value, storedMicroseconds: value.storedMicroseconds)
    }
    var unwritten = self.unwritten
    for (old, new) in renaming.tokens { unwritten[new] = unwritten.removeValue(forKey: old) }
    self.unwritten = unwritten
    renamed.merge(renaming.tokens) { _, new in new }
    kept.removeAll()
  }

  /// The token that took the place of this one, if one did.
  func current(_ token: String) -> String { renamed.isEmpty ? token : renamed[token] ?? token }

  /// Whether so many values are kept that are not in the vault that it pays to look for those that
  /// are not needed.
  var keepsTooMany: Bool { unwritten.count > mostUnwritten }

  /// The tokens of values that are not in the vault.
  var unwrittenTokens: some Sequence<String> { unwritten.keys }

  /// Forgets values that are not in the vault and are not needed.
  func forgetUnwritten(_ tokens: Set<[UInt8]>) {
    additions.values.removeAll { value in
      guard tokens.contains(Array(value.token.utf8)) else { return false }
      unwritten[value.token] = nil
      return true
    }
    kept.removeAll()
    mostUnwritten = max(fewestUnwritten, 2 * unwritten.count)
  }
}
