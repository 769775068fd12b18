import RouteStore

/// Searches the texts of a journal for tokens.
package struct TokenSearch {
  /// The tokens that were not found yet.
  package private(set) var missing: Set<[UInt8]>

  package init(_ tokens: some Sequence<String>) { missing = Set(tokens.map { Array($0.utf8) }) }

  /// Searches some bytes, of a link or of JSON.
  package mutating func look(in bytes: [UInt8]) {
    var start = bytes.startIndex
    while !missing.isEmpty, let place = Self.next(in: bytes, from: &start) {
      missing.remove(Array(bytes[place]))
    }
  }

  /// Whether some bytes contain a text in the form of a token that satisfies a predicate.
  package static func finds(
    in bytes: [UInt8], where counts: (String) -> Bool = TokenText.isToken
  ) -> Bool {
    var start = bytes.startIndex
    while let place = next(in: bytes, from: &start) {
      if counts(String(decoding: bytes[place], as: UTF8.self)) { return true }
    }
    return false
  }

  /// A text with one sign in place of every token: the tokens of each journal differ.
  package static func withoutTokens(_ text: String) -> String {
    replacingTokens(in: text, with: "~")
  }

  /// A text with another text in place of each token.
  ///
  /// - Parameter inPaths: whether to also replace the tilde after the token of a path that fitted
  ///   no route.
  package static func replacingTokens(
    in text: String, with other: String, inPaths: Bool = false
  ) -> String {
    replacingTokens(in: text, inPaths: inPaths) { _ in other }
  }

  /// A text in which a closure replaces each token.
  ///
  /// - Parameter inPaths: whether to also replace the tilde after the token of a path that fitted
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

  /// The next place, from a position on, where a token can be; the position moves behind the first
  /// byte of that place.
  static func next(in bytes: [UInt8], from start: inout Int) -> Range<Int>? {
    guard let place = bytes[start...].firstIndex(of: UInt8(ascii: "~")) else { return nil }
    start = place + 1
    let end = place + TokenText.length
    return end <= bytes.endIndex ? place..<end : nil  // the remaining bytes are too few
  }
}

extension Journal {
  /// The values of the vault that nothing in the journal refers to any more, neither an entry nor a
  /// checkpoint.
  ///
  /// Only values stored before a moment are checked: after a pruning, the remaining entries may
  /// refer to all others.
  ///
  /// - Parameter moment: microseconds since 1970.
  func unusedVaultPlaces(storedBefore moment: Int64) throws(StoreError) -> [VaultPlace] {
    let places = try vaultValues().filter { $0.storedMicroseconds < moment }.map(\.place)
    var search = TokenSearch(places.map(\.token))
    guard !places.isEmpty else { return [] }
    // The newest checkpoint has the tokens of the screens on display, so the search often ends
    // there.
    try forEachText { text in
      search.look(in: text)
      return !search.missing.isEmpty
    }
    return places.filter { search.missing.contains(Array($0.token.utf8)) }
  }
}
