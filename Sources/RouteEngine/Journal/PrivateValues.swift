package import RouteStore

/// Replaces private values by tokens before anything is journaled, and finds them again.
///
/// A token is the first 16 bytes of HMAC-SHA-256 of the value's JSON under the principal's vault
/// key, in base64url behind a `~`: equal values of one principal have equal tokens, so finders and
/// digests work on tokens; without the key nothing follows from them. A value that does not fit
/// where it stands has a `~` behind its token too: it is no token to a decision, and is not kept.
///
/// The vault keeps the value's JSON, so that it comes back with its type. Principals are told apart
/// by the bytes of their names, as the vault does.
package struct PrivateValues {
  /// What goes to the vault with the next commit, whichever it is: an entry that speaks of a token
  /// is never in the journal before the value behind it.
  package struct Additions: Sendable {
    /// Principals whose keys go from the file, before those below come.
    package var forgotten: [String] = []
    package var keys: [VaultKey] = []
    package var values: [VaultValue] = []
  }

  /// The owner of the key for ``RouteRequest/fingerprint``: the journal itself, no principal.
  private static let journalOwner = "\u{1}journal"
  /// The owner of what comes in while nobody is signed in.
  private static let nobody = ""

  /// So many tokens are remembered as written; more would only fill the memory.
  private static let mostKept = 10_000

  private let journal: any VaultReader
  private var keys: [[UInt8]: VaultKey] = [:]
  /// Values that are not in the vault: not yet, or not while storage fails.
  private var unwritten: [String: (value: ParameterValue, owner: String)] = [:]
  /// Tokens that need not go to the vault again.
  private var kept: Set<String> = []
  private var additions = Additions()
  /// Why a key could not be read: what was hidden since is under a key of this process alone.
  private var problem: StoreError?
  /// Whether any value was hidden since this was last set to false.
  private var hasHidden = false

  package init(journal: any VaultReader) { self.journal = journal }

  /// Whether the name can be a principal's: two names are taken by the vault itself.
  package static func isPrincipal(_ name: String) -> Bool {
    !name.isEmpty && !name.hasSameBytes(as: journalOwner)
  }

  /// Whether the name is that of the journal itself.
  package static func isJournal(_ name: String) -> Bool { name.hasSameBytes(as: journalOwner) }

  /// What the vault has to take with a commit that is about to be written, and with the next one
  /// should that fail.
  ///
  /// - Throws: why the vault could not be read: what was hidden since may not be written.
  package func additionsToWrite() throws(StoreError) -> Additions {
    if let problem { throw problem }
    return additions
  }

  /// Takes note that what was handed over is in the vault: from now on only the vault knows it.
  package mutating func additionsWereWritten() {
    additions = Additions()
    unwritten.removeAll(keepingCapacity: true)
  }

  /// The principals whose keys go when that one signs out: it, and nobody, because what came in
  /// before the sign-in is on that one's screens too.
  package static func forgotten(atSignOutOf principal: String) -> [String] { [principal, nobody] }

  /// Forgets principals: their keys, and the values that are not written. What is written the vault
  /// forgets with the next commit, and until then it is not read.
  package mutating func forget(_ principals: [String]) {
    guard !principals.isEmpty else { return }
    for principal in principals {
      keys[Array(principal.utf8)] = nil
      if !isForgotten(principal) { additions.forgotten.append(principal) }
      additions.keys.removeAll { $0.principal.hasSameBytes(as: principal) }
      additions.values.removeAll { $0.principal.hasSameBytes(as: principal) }
      unwritten = unwritten.filter { !$0.value.owner.hasSameBytes(as: principal) }
    }
    kept.removeAll()
  }

  private func isForgotten(_ principal: String) -> Bool {
    additions.forgotten.contains { $0.hasSameBytes(as: principal) }
  }

  /// Forgets values that are not written. What is written the vault has to forget.
  package mutating func forget(where isGone: (VaultValue) -> Bool) {
    additions.values.removeAll { value in
      guard isGone(value) else { return false }
      unwritten[value.token] = nil
      return true
    }
    kept.removeAll()
  }

  /// Takes note that the vault may have lost values: those that come again go there again.
  package mutating func forgetWhatIsKept() { kept.removeAll() }

  /// The value behind a token; nil when it is gone.
  package func reveal(_ token: String, principal: String?) -> ParameterValue? {
    let owners = principal.map { [$0, Self.nobody] } ?? [Self.nobody]
    if let known = unwritten[token] {
      return owners.contains { $0.hasSameBytes(as: known.owner) } ? known.value : nil
    }
    for owner in owners where !isForgotten(owner) {
      if let bytes = try? journal.vaultValue(token: token, principal: owner) {
        return Self.value(from: bytes)
      }
    }
    return nil
  }

  /// The request with its private values replaced by tokens.
  ///
  /// What is hidden depends on who is signed in, so a request that may have to be known again gets
  /// a fingerprint of what it asked for before.
  package mutating func hide(_ request: RouteRequest, table: RouteTable) -> RouteRequest {
    var hidden = request
    hasHidden = false
    hidden.target = hide(request.target, of: Owner(request), table)
    if hasHidden, request.source != nil || table.mayAskHostCode(about: request.target) {
      hidden.keyedFingerprint = fingerprint(of: request, table)
    }
    return hidden
  }

  /// The answer with its private values replaced by tokens: it is recorded like the request.
  ///
  /// Answers take their time. Those to a request of somebody who has signed out meanwhile make no
  /// new key for that one: what they bring is gone at once.
  ///
  /// - Parameters:
  ///   - answer: the answer.
  ///   - request: what it was asked about.
  ///   - table: the route table.
  ///   - principal: who is signed in now.
  ///   - moment: this moment.
  package mutating func hide(
    _ answer: Answer, to request: RouteRequest, table: RouteTable, for principal: String?,
    at moment: Instant
  ) -> Answer {
    var owner = Owner(request)
    owner.now = moment.microseconds
    if let asker = request.principal, !(principal?.hasSameBytes(as: asker) ?? false) {
      owner.isGone = !hasKey(of: asker)
    }
    switch answer {
    case .redirect(let target): return .redirect(hide(target, of: owner, table))
    case .translated(let targets): return .translated(targets.map { hide($0, of: owner, table) })
    case .edited(let changes): return .edited(changes.map { hide($0, of: owner, table) })
    case .allow, .deny, .wait, .declined, .failed: return answer
    }
  }

  /// Whose values are hidden, and when.
  private struct Owner {
    let name: String
    var now: Int64
    /// Who may look behind the tokens that are there already.
    let reader: String?
    /// Whether tokens are made only to compare: then nothing goes to the vault.
    let isForComparing: Bool
    /// Whether that one has signed out: then nothing is kept, and no token is that of any value.
    var isGone = false

    /// Who asks for something; or the journal, which is the same whoever asks.
    init(_ request: RouteRequest, isForComparing: Bool = false) {
      name = isForComparing ? journalOwner : request.principal ?? nobody
      now = request.at.microseconds
      reader = request.principal
      self.isForComparing = isForComparing
    }
  }

  /// The fingerprint of the request with every private value under a key of the journal's, those
  /// that came as tokens too.
  private mutating func fingerprint(of request: RouteRequest, _ table: RouteTable) -> UInt64 {
    var compared = request
    compared.target = hide(request.target, of: Owner(request, isForComparing: true), table)
    return compared.fingerprint
  }

  private mutating func hide(
    _ target: RouteRequest.Target, of owner: Owner, _ table: RouteTable
  ) -> RouteRequest.Target {
    switch target {
    case .link(let link):
      guard table.mayHoldPrivateValues(link) else { return target }
      return .link(hide(link, of: owner, table))
    case .route(let identifier, let parameters):
      return .route(
        identifier,
        hide(parameters, of: owner) { table.disclosure(of: $0, ofRoute: identifier) })
    case .screen(let kind, let parameters):
      return .screen(
        kind: kind, hide(parameters, of: owner) { table.disclosure(of: $0, ofKind: kind) })
    case .value(let type, let fields):
      // Nobody has said what a foreign value's fields mean, so none of them is journaled in clear.
      return .value(type: type, hide(fields, of: owner) { _ in .hidden(nil) })
    case .fact(let fact): return .fact(hide(fact, of: owner, table))
    }
  }

  private mutating func hide(
    _ link: RouteLink, of owner: Owner, _ table: RouteTable
  ) -> RouteLink {
    let parts = table.privateParts(of: link)
    var captures = parts.captures.map { capture in
      let value = link.value(of: capture.type, in: capture.range)
      return (capture.range, token(for: capture.range, of: link, value, of: owner))
    }
    if let stray = parts.stray, !link.hidesPath {
      captures.append((stray, misfit(.string(link.decoded(stray)), of: owner)))
    }
    return link.replacing(
      pathCaptures: captures,
      userInfo: link.userInfoRange.map { .token(token(for: $0, of: link, of: owner)) } ?? .keep,
      fragment: link.fragmentRange.map { .token(token(for: $0, of: link, of: owner)) } ?? .keep,
      query: { item in
        if let token = link.token(in: item.isBare ? item.nameRange : item.valueRange) {
          return .token(self.token(again: token, of: owner))
        }
        return hide(item, table.disclosure(of: item.name, ofRouteAt: parts.route), of: owner)
      })
  }

  /// The token of a part of a link, which may be one already.
  private mutating func token(
    for range: Range<Int>, of link: RouteLink, _ value: ParameterValue? = nil, of owner: Owner
  ) -> String {
    if let token = link.token(in: range) { return self.token(again: token, of: owner) }
    return token(for: value ?? .string(link.decoded(range)), of: owner)
  }

  /// What becomes of a token that host code gives back: it stays, unless it is to be compared.
  private mutating func token(again token: String, of owner: Owner) -> String {
    hasHidden = true
    guard owner.isForComparing, let value = reveal(token, principal: owner.reader) else {
      return token
    }
    return self.token(for: value, of: owner)
  }

  private mutating func hide(
    _ item: RouteLink.QueryItem, _ disclosure: RouteTable.Disclosure, of owner: Owner
  ) -> RouteLink.Treatment {
    let name = item.name
    switch disclosure {
    case .open: return .keep
    case .hidden where item.isBare: return .token(token(for: .string(name), of: owner))
    case .hidden(nil):
      // A name that nobody declared may be what is meant as a value.
      guard Name.isValid(name), name.utf8.count <= Self.longestName else {
        return .whole(token(for: .string("\(name)=\(item.value)"), of: owner))
      }
      return .token(token(for: .string(item.value), of: owner))
    case .hidden(let type?):
      guard let value = type.value(from: item.value.utf8) else {
        return .token(misfit(.string(item.value), of: owner))
      }
      return .token(token(for: value, of: owner))
    }
  }

  /// The longest name of an undeclared query item that stays in clear, in bytes.
  private static let longestName = 64

  private mutating func hide(
    _ change: TreeChange, of owner: Owner, _ table: RouteTable
  ) -> TreeChange {
    switch change {
    case .splice(let container, let position, let drop, let insert):
      return .splice(
        container: container, at: position, drop: drop,
        insert: insert.map { hide($0, of: owner, table) })
    case .present(let presenter, let style, let screen):
      return .present(over: presenter, style: style, screen: hide(screen, of: owner, table))
    case .root(let scene, let screen):
      return .root(scene: scene, screen: hide(screen, of: owner, table))
    case .parameters(let id, let parameters):
      // The screen may be one that an earlier change brings, so its kind is not asked.
      return .parameters(id, hide(parameters, of: owner) { table.disclosure(ofAny: $0) })
    case .select, .dismiss, .close, .activate, .become, .ready, .unready: return change
    }
  }

  private mutating func hide(
    _ fact: HostFact, of owner: Owner, _ table: RouteTable
  ) -> HostFact {
    guard var displayed = fact.displayed else { return fact }
    for index in displayed.scenes.indices {
      displayed.scenes[index].root = hide(displayed.scenes[index].root, of: owner, table)
    }
    displayed.parts = displayed.parts.map { hide($0, of: owner, table) }
    return fact.displaying(displayed)
  }

  private mutating func hide(
    _ subtree: Subtree, of owner: Owner, _ table: RouteTable
  ) -> Subtree {
    var subtree = subtree
    let kind = subtree.kind
    subtree.parameters = hide(subtree.parameters, of: owner) {
      table.disclosure(of: $0, ofKind: kind)
    }
    subtree.children = subtree.children.map { hide($0, of: owner, table) }
    subtree.presented = subtree.presented.map { hide($0, of: owner, table) }
    return subtree
  }

  private mutating func hide(
    _ parameters: Parameters, of owner: Owner, by disclosure: (String) -> RouteTable.Disclosure
  ) -> Parameters {
    var hidden = parameters
    for element in parameters {
      if case .token(let token) = element.value {
        hidden[element.name] = .token(self.token(again: token, of: owner))
        continue
      }
      guard case .hidden(let type) = disclosure(element.name) else { continue }
      let fits = type?.accepts(element.value) ?? true
      hidden[element.name] =
        fits
        ? .token(token(for: element.value, of: owner))
        : .string(misfit(element.value, of: owner))
    }
    return hidden
  }

  /// The token of a value, which goes to the vault.
  private mutating func token(for value: ParameterValue, of owner: Owner) -> String {
    let (token, json) = unkeptToken(for: value, of: owner)
    guard !owner.isForComparing, !owner.isGone else { return token }
    if kept.count >= Self.mostKept { kept.removeAll() }
    if kept.insert(token).inserted {
      unwritten[token] = (value, owner.name)
      additions.values.append(
        VaultValue(
          token: token, principal: owner.name, value: json, storedMicroseconds: owner.now))
    }
    return token
  }

  /// What stands for a value that no decision takes, because it does not fit where it stands.
  private mutating func misfit(_ value: ParameterValue, of owner: Owner) -> String {
    unkeptToken(for: value, of: owner).token + "~"
  }

  private mutating func unkeptToken(
    for value: ParameterValue, of owner: Owner
  ) -> (token: String, json: [UInt8]) {
    hasHidden = true
    var writer = JSONWriter()
    value.write(to: &writer)
    let json = writer.bytes
    let key = owner.isGone ? VaultKey.random(of: owner.name) : key(of: owner.name)
    return (Self.token(for: json, under: key), json)
  }

  private mutating func key(of owner: String) -> VaultKey {
    let name = Array(owner.utf8)
    if let key = keys[name] { return key }
    do throws(StoreError) {
      if !isForgotten(owner), let key = try journal.vaultKey(principal: owner) {
        keys[name] = key
        return key
      }
    } catch {
      problem = problem ?? error  // and whatever is hidden from now on is never written
    }
    let key = VaultKey.random(of: owner)
    keys[name] = key
    additions.keys.append(key)
    return key
  }

  /// Whether there is a key, or may be one that cannot be read.
  private func hasKey(of owner: String) -> Bool {
    if keys[Array(owner.utf8)] != nil { return true }
    guard !isForgotten(owner) else { return false }
    do throws(StoreError) {
      return try journal.vaultKey(principal: owner) != nil
    } catch {
      return true  // asking for it says what is wrong
    }
  }
}
