package import RouteStore

/// Replaces private values by tokens before anything is journaled, and finds the values again.
///
/// A token is the first 16 bytes of HMAC-SHA-256 of the value's JSON under the principal's vault
/// key. Equal values of one principal have equal tokens, so finders and digests work on tokens;
/// without the key, a token reveals nothing. A value that does not fit its place also has a `~`
/// after its token: decisions do not treat it as a token, and it is not kept.
///
/// Secrets have random tokens, see ``Secrets``, and are only in memory.
///
/// The vault keeps the value's JSON, which preserves its type. Principals are distinguished by the
/// bytes of their names, as in the vault.
package final class PrivateValues {
  /// The keys and values that are written to the vault with the next commit, whichever it is: an
  /// entry with a token is never in the journal before the value of the token.
  package struct Additions: Sendable {
    /// The principals whose keys are deleted from the file before those below are written.
    package var forgotten: [String] = []
    package var keys: [VaultKey] = []
    package var values: [VaultValue] = []

    var isEmpty: Bool { forgotten.isEmpty && keys.isEmpty && values.isEmpty }
  }

  /// The owner of the key for ``RouteRequest/fingerprint``: the journal itself, no principal.
  package static let journalOwner = "\u{1}journal"
  /// The owner of values that arrive while no user is signed in.
  static let nobody = ""

  /// The most tokens that are remembered as written, and the most unwritten values that are kept:
  /// more would only fill the memory.
  package static let mostKept = 10_000

  private let journal: any VaultReader
  /// The known keys, with nil for an owner without one.
  private var keys: [[UInt8]: VaultKey?] = [:]
  /// Values that are not in the vault: not yet, or not while storage fails.
  private var unwritten: [String: (value: ParameterValue, owner: String)] = [:]
  /// Tokens that need not be written to the vault again.
  private var kept: Set<String> = []
  private var additions = Additions()
  private var secrets = Secrets()
  /// How many values may be unwritten before unneeded ones are dropped: at least this many, and at
  /// least twice as many as were needed at the last check.
  private let fewestUnwritten: Int
  private var mostUnwritten: Int
  /// The tokens that replaced others; a caller may still hold the former ones.
  private var renamed: [String: String] = [:]
  /// The reason why a key could not be read. Values hidden since are under a key of this process
  /// only, until ``take(_:_:)``.
  private var problem: StoreError?
  /// Whether any value was hidden since this was last set to false.
  var hasHidden = false

  package init(journal: any VaultReader, fewestUnwritten: Int = PrivateValues.mostKept) {
    self.journal = journal
    (self.fewestUnwritten, mostUnwritten) = (fewestUnwritten, fewestUnwritten)
  }

  /// Whether the name is valid for a principal: two names are reserved by the vault.
  package static func isPrincipal(_ name: String) -> Bool {
    !name.isEmpty && !name.hasSameBytes(as: journalOwner)
  }

  /// Whether the name is that of the journal itself.
  package static func isJournal(_ name: String) -> Bool { name.hasSameBytes(as: journalOwner) }

  /// The tokens among these whose values are gone, for all principals; none when the vault cannot
  /// be read.
  ///
  /// - Parameters:
  ///   - tokens: any tokens.
  ///   - salvaged: the values in a vault that was set aside.
  package func gone(_ tokens: Set<String>, salvaged: [VaultValue] = []) -> Set<String> {
    let tokens = tokens.subtracting(salvaged.map(\.token)).subtracting(unwritten.keys)
    guard !tokens.isEmpty else { return [] }
    // A vault that cannot be read for a moment must not count as having lost values.
    return (try? journal.tokensWithoutValue(among: tokens)) ?? []
  }

  /// The additions that the vault needs with the commit that is about to be written, and with the
  /// next one if that fails; nil when there are none.
  ///
  /// - Throws: the reason why the vault could not be read: values hidden since may not be written.
  package func additionsToWrite() throws(StoreError) -> Additions? {
    if let problem { throw problem }
    return additions.isEmpty ? nil : additions
  }

  /// Notes that the additions are in the vault: from now on only the vault has them.
  package func additionsWereWritten() {
    mostUnwritten = fewestUnwritten
    guard !additions.isEmpty || !unwritten.isEmpty else { return }
    additions = Additions()
    unwritten.removeAll(keepingCapacity: true)
  }

  /// The owners whose keys are removed when a principal signs out: the principal, and the owner of
  /// values that arrived while no user was signed in. The principal's screens also have values from
  /// before the sign-in.
  package static func forgotten(atSignOutOf principal: String) -> [String] { [principal, nobody] }

  /// Drops principals: their keys, and their unwritten values. The vault deletes the written values
  /// with the next commit, and until then they are not read.
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

  /// Whether the principal's key is deleted from the file with the next commit.
  package func isForgotten(_ principal: String) -> Bool {
    additions.forgotten.contains { $0.hasSameBytes(as: principal) }
  }

  /// Drops secrets and unwritten values. The vault has to delete the written ones.
  package func forget(where isGone: (VaultValue) -> Bool) {
    secrets.forget(where: isGone)
    additions.values.removeAll { value in
      guard isGone(value) else { return false }
      unwritten[value.token] = nil
      return true
    }
    kept.removeAll()
  }

  /// Notes that there is a new file, without any key: the known keys are written to it, and values
  /// that come again.
  package func fileBeganAnew() {
    let known = keys.values.compactMap(\.self)
    for key in known.sorted(by: { $0.principal < $1.principal })
    where !additions.keys.contains(where: { $0.principal.hasSameBytes(as: key.principal) }) {
      additions.keys.append(key)
    }
    kept.removeAll()
  }

  /// Adopts keys of a file that was set aside. They are written to the new file.
  package func take(_ salvaged: [VaultKey]) {
    for key in salvaged { keys[Array(key.principal.utf8)] = key }
  }

  /// Notes that the vault may have lost values: values that come again are written again.
  package func forgetWhatIsKept() { kept.removeAll() }

  /// The value of a token; nil when it is gone.
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
      // A value that cannot be read is not available now; its token stays, and later reads try
      // again.
      if let bytes = try? journal.vaultValue(token: token, principal: owner) {
        return Self.value(from: bytes)
      }
    }
    return nil
  }

  /// The token of a value, which is written to the vault unless it is a secret.
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

  /// The token of a value that no decision uses, because it does not fit its place.
  ///
  /// - Parameter isKept: whether host code may nevertheless ask for it.
  func misfit(
    _ value: ParameterValue, of owner: Owner, isSecret: Bool = false, isKept: Bool = false
  ) -> String {
    if isKept { return token(for: value, of: owner, isSecret: isSecret) + "~" }
    let token =
      isSecret ? secretToken(for: nil, of: owner) : unkeptToken(for: value, of: owner).token
    return token + "~"
  }

  /// The token of a secret; a token without a value when it is nil, or when its owner has signed
  /// out.
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
      problem = problem ?? error  // nothing is written before it can be read
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

  /// Reads the keys that are needed next if this principal is signed in: storage may fail later.
  package func readKeys(for principal: String?) {
    for owner in [Self.journalOwner, Self.nobody] + [principal].compactMap(\.self) {
      _ = try? knownKey(of: owner)  // a later caller tries again and reports the error
    }
  }

  /// Reads again the keys that a journal in memory did not have: a file has replaced it. A key that
  /// is deleted with the next commit does not count.
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
      return true  // asking for it reports the error
    }
  }
}

@available(*, unavailable)
extension PrivateValues: Sendable {}

extension PrivateValues {
  /// Everything that dropping removes.
  struct Memory {
    fileprivate let keys: [[UInt8]: VaultKey?]
    fileprivate let unwritten: [String: (value: ParameterValue, owner: String)]
    fileprivate let kept: Set<String>
    fileprivate let additions: Additions
    fileprivate let secrets: Secrets
  }

  /// Everything that is known now; set it to undo a dropping.
  var memory: Memory {
    get {
      Memory(keys: keys, unwritten: unwritten, kept: kept, additions: additions, secrets: secrets)
    }
    set {
      (keys, unwritten, kept) = (newValue.keys, newValue.unwritten, newValue.kept)
      (additions, secrets) = (newValue.additions, newValue.secrets)
    }
  }

  /// The owners of keys that were made here, if the vault may have other keys for them: it could
  /// not be read, or is not the former vault.
  var ownersOfNewKeys: [String] {
    additions.keys.map(\.principal).filter { !isForgotten($0) }
  }

  /// The new tokens of unwritten values under other keys of their owners.
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

  /// Adopts the keys in the vault, and the tokens under them. Other keys that were made here become
  /// the vault's keys.
  ///
  /// The values under the journal's own key are not known. If a source's id comes again whose
  /// request arrived under another journal key, it is refused as an id that was used for other
  /// content. A redaction has the same effect.
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

  /// The number of values that are written with the next commit.
  var additionCount: Int { additions.values.count }

  /// Drops the values that were hidden since there were this many additions: the journal refuses
  /// their link, so no entry refers to them.
  func forgetAdditions(after count: Int) {
    for value in additions.values[count...] {
      unwritten[value.token] = nil
      kept.remove(value.token)
    }
    additions.values.removeSubrange(count...)
  }

  /// The token that replaced this one, or this one if none did.
  func current(_ token: String) -> String { renamed.isEmpty ? token : renamed[token] ?? token }

  /// Whether so many values are not in the vault that it is worth searching for unneeded ones.
  var keepsTooMany: Bool { unwritten.count > mostUnwritten }

  /// The tokens of values that are not in the vault.
  var unwrittenTokens: some Sequence<String> { unwritten.keys }

  /// Drops values that are not in the vault and are not needed.
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
