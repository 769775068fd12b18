import RouteEngine

/// Whether a text holds what stands for private values in a journal: a tilde and 22 characters.
struct Tokens {
  private(set) var areThere = false
  /// Whether one of them ends as no other than a secret's does.
  private(set) var standForSecrets = false

  init(in text: String) {
    let bytes = Array(text.utf8)
    let length = ParameterValue.tokenLength
    for start in bytes.indices.dropLast(length) where bytes[start] == UInt8(ascii: "~") {
      let token = bytes[(start + 1)...(start + length)]
      guard token.allSatisfy(ParameterValue.isTokenCharacter) else { continue }
      areThere = true
      if token.last == ParameterValue.secretMark { standForSecrets = true }
    }
  }
}

extension Tokens {
  /// The text with another one in place of each token.
  static func replaced(in text: String, by other: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var place = 0
    while place < bytes.count {
      let end = place + ParameterValue.tokenLength + 1
      if bytes[place] == UInt8(ascii: "~"), end <= bytes.count,
        bytes[(place + 1)..<end].allSatisfy(ParameterValue.isTokenCharacter)
      {
        result += other.utf8
        // A path that fitted no route is a token with one more tilde.
        place = end < bytes.count && bytes[end] == UInt8(ascii: "~") ? end + 1 : end
      } else {
        result.append(bytes[place])
        place += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
