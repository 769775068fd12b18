/// One run of the host on the journal: a projection of its entries, written with them.
public struct SessionRow: Sendable, Hashable {
  /// Number in this file, from 1.
  public package(set) var number: Int64
  /// Identifier that is unique everywhere.
  public package(set) var identifier: String
  /// Identifier of the device or installation, unique everywhere.
  public package(set) var device: String
  /// Version of the app.
  public package(set) var appVersion: String?
  /// Build of the app.
  public package(set) var build: String?
  /// Name and version of the operating system.
  public package(set) var system: String?
  /// Digest of its newest route table, as in `route_table`.
  public package(set) var tableDigest: String?
  /// Wall clock at its beginning, microseconds since 1970.
  package var beganMicroseconds: Int64
  /// Wall clock when it ended, or went to the background for the last time; nil while it is in the
  /// foreground, or when its end was not seen.
  package var endedMicroseconds: Int64?
  /// How it began.
  public package(set) var beginning: String?
  /// How it ended: `ended`, or `background` where the system may end it; nil as for the end.
  public package(set) var ending: String?
  /// Sequence of its first entry.
  public package(set) var firstSequence: Int64
  /// Sequence of its newest entry of the kinds `foreground`, `background` and `ended`, which others
  /// may follow; nil without one.
  public package(set) var lastSequence: Int64?

  /// A session without its optional values.
  package init(
    number: Int64, identifier: String, device: String, beganMicroseconds: Int64,
    firstSequence: Int64
  ) {
    self.number = number
    self.identifier = identifier
    self.device = device
    self.beganMicroseconds = beganMicroseconds
    self.firstSequence = firstSequence
  }
}

/// The encoded state after an entry.
package struct CheckpointRow: Sendable, Hashable {
  /// Sequence of the entry that led to this state.
  package var sequence: Int64
  /// Version of the encoding.
  package var format: Int64
  /// The encoded state, UTF-8.
  package var state: [UInt8]
  /// Digest of the state.
  package var stateDigest: UInt64

  /// A checkpoint.
  package init(sequence: Int64, format: Int64, state: [UInt8], stateDigest: UInt64) {
    self.sequence = sequence
    self.format = format
    self.state = state
    self.stateDigest = stateDigest
  }
}

/// A route table of a session.
package struct RouteTableRow: Sendable, Hashable {
  /// Its digest in hexadecimal.
  package var digest: String
  /// Its canonical JSON, UTF-8.
  package var json: [UInt8]

  /// A table under its digest.
  package init(digest: String, json: [UInt8]) {
    self.digest = digest
    self.json = json
  }
}

/// An identifier that a source gave its request: equal identifiers take effect once.
package struct SeenRow: Sendable, Hashable {
  /// The source's identifier.
  package var source: String
  /// Digest of the request's content, to distinguish a repetition from different content under one
  /// identifier.
  package var fingerprint: UInt64
  /// Sequence of the request's first entry.
  package var request: Int64
  /// Outcome of the request; nil until it is decided.
  package var outcome: String?
  /// When it was first seen, microseconds since 1970.
  package var seenMicroseconds: Int64

  /// A row for a request.
  package init(
    source: String, fingerprint: UInt64, request: Int64, outcome: String? = nil,
    seenMicroseconds: Int64
  ) {
    self.source = source
    self.fingerprint = fingerprint
    self.request = request
    self.outcome = outcome
    self.seenMicroseconds = seenMicroseconds
  }
}

/// The random key under which a principal's private values are tokenised.
package struct VaultKey: Sendable, Hashable {
  /// The number of bytes in a key.
  package static let length = 32

  /// The principal whose values it protects.
  package var principal: String
  /// 32 random bytes.
  package var secret: [UInt8]

  /// A key of a principal.
  package init(principal: String, secret: [UInt8]) {
    self.principal = principal
    self.secret = secret
  }

  /// The token of a value in the journal: HMAC-SHA-256 of its UTF-8 under this key.
  package func token(for value: [UInt8]) -> SHA256.Digest {
    SHA256.authenticationCode(for: value, key: secret)
  }
}

/// The place of a private value in the vault.
package struct VaultPlace: Sendable, Hashable {
  /// The principal of the value.
  package var principal: String
  /// The token of the value in the journal.
  package var token: String

  /// A place in the vault.
  package init(principal: String, token: String) {
    self.principal = principal
    self.token = token
  }
}

/// A private value, stored separately; the journal only has its token.
package struct VaultValue: Sendable, Hashable {
  /// The token of the value in the journal.
  package var token: String
  /// The principal of the value; the principal's key must exist.
  package var principal: String
  /// The value, UTF-8.
  package var value: [UInt8]
  /// When it was stored, microseconds since 1970.
  package var storedMicroseconds: Int64

  /// A value under its token.
  package init(token: String, principal: String, value: [UInt8], storedMicroseconds: Int64) {
    self.token = token
    self.principal = principal
    self.value = value
    self.storedMicroseconds = storedMicroseconds
  }

  /// Its place in the vault.
  package var place: VaultPlace { VaultPlace(principal: principal, token: token) }
}

/// One step of a funnel that an analyst wants counted.
package struct FunnelStepRow: Sendable, Hashable {
  /// The funnel's name.
  package var funnel: String
  /// The number of the step, from 1.
  package var step: Int64
  /// The kind of the screen.
  package var screen: String

  /// A step of a funnel.
  package init(funnel: String, step: Int64, screen: String) {
    self.funnel = funnel
    self.step = step
    self.screen = screen
  }
}
