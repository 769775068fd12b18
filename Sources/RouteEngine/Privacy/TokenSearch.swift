import RouteStore

/// Looks for tokens in what a journal says.
package struct TokenSearch {
  /// Those that were not found yet.
  package private(set) var missing: Set<[UInt8]>

  package init(_ tokens: some Sequence<String>) { missing = Set(tokens.map { Array($0.utf8) }) }

  /// Looks through some bytes, of a link or of JSON.
  package mutating func look(in bytes: [UInt8]) {
    var start = bytes.startIndex
    while !missing.isEmpty, let place = Self.next(in: bytes, from: &start) {
      missing.remove(Array(bytes[place]))
    }
  }

  /// Whether a token that counts stands in some bytes, as far as its form tells.
  package static func finds(
    in bytes: [UInt8], where counts: (String) -> Bool = TokenText.isToken
  ) -> Bool {
    var start = bytes.startIndex
    while let place = next(in: bytes, from: &start) {
      if counts(String(decoding: bytes[place], as: UTF8.self)) { return true }
    }
    return false
  }

  /// A text with one sign for all tokens: every journal has its own.
  package static func withoutTokens(_ text: String) -> String {
    replacingTokens(in: text, with: "~")
  }

  /// A text with another one in place of each token.
  ///
  /// - Parameter inPaths: whether the tilde goes too that follows the token of a path which fitted
  ///   no route.
  package static func replacingTokens(
    in text: String, with other: String, inPaths: Bool = false
  ) -> String {
    replacingTokens(in: text, inPaths: inPaths) { _ in other }
  }

  /// A text with what a closure makes of each token in its place.
  ///
  /// - Parameter inPaths: whether the tilde goes too that follows the token of a path which fitted
  ///   no route.
  package static func replacingTokens(
    in text: String, inPaths: Bool = false, by other: (String) -> String
  ) -> String {
    let bytes = Array(text.utf8)
    var (start, done) = (0, 0)
    var kept: [UInt8] = []
    while let place = next(in: bytes, from: &start) {
      let token = String(decoding: bytes[place], as: UTF8.self)
      guard TokenText.isToken(token) else { continue }
      kept += bytes[done..<place.lowerBound] + Array(other(token).utf8)
      let isPath = inPaths && bytes[place.upperBound...].first == UInt8(ascii: "~")
      done = place.upperBound + (isPath ? 1 : 0)
      start = done
    }
    return String(decoding: kept + bytes[done...], as: UTF8.self)
  }

  /// The next place from a position on where a token can stand; the position moves on behind its
  /// first byte.
  static func next(in bytes: [UInt8], from start: inout Int) -> Range<Int>? {
    guard let place = bytes[start...].firstIndex(of: UInt8(ascii: "~")) else { return nil }
    start = place + 1
    let end = place + TokenText.length
    return end <= bytes.endIndex ? place..<end : nil  // what follows is shorter still
  }
}

extension Journal {
  /// The values of the vault that nothing in the journal speaks of any more: neither an entry nor a
  /// checkpoint.
  ///
  /// Only those are looked at that were stored before a moment: when entries went, those that are
  /// left may speak of all others.
  ///
  /// - Parameter moment: microseconds since 1970.
  func unusedVaultPlaces(storedBefore moment: Int64) throws(StoreError) -> [VaultPlace] {
    let places = try vaultValues().filter { $0.storedMicroseconds < moment }.map(\.place)
    var search = TokenSearch(places.map(\.token))
    guard !places.isEmpty else { return [] }
    // The newest checkpoint has the tokens of the screens on display: often the search ends there.
    try forEachText { text in
      search.look(in: text)
      return !search.missing.isEmpty
    }
    return places.filter { search.missing.contains(Array($0.token.utf8)) }
  }
}
