/// New tokens for values that are hidden already. They are replaced in the text of a state or a
/// request, in the same way in which the vault's unused values are searched for: no other text
/// looks like a token by chance, and all tokens have the same length.
package struct TokenRenaming {
  /// The new token for each former token.
  let tokens: [String: String]
  private let bytes: [[UInt8]: [UInt8]]

  init(_ tokens: [String: String]) {
    self.tokens = tokens
    bytes = Dictionary(uniqueKeysWithValues: tokens.map { (Array($0.utf8), Array($1.utf8)) })
  }

  /// The state with the new tokens; nil when the text is no longer a valid state.
  func renamed(_ state: RouteState) -> RouteState? {
    guard let text = renamed(StateCoding.encode(state)) else { return state }
    // The text was that of a state; if it no longer is, the result is nil.
    return try? StateCoding.decode(text)
  }

  /// The request with the new tokens.
  func renamed(_ request: RouteRequest) -> RouteRequest {
    var reader = renamed(request.text).map(Self.reader)
    // A request whose text cannot be read again keeps the former tokens.
    return (try? reader?.request(RequestColumns())) ?? request
  }

  /// The answers with the new tokens.
  func renamed(_ answers: [RecordedAnswer]) -> [RecordedAnswer] {
    guard let text = renamed(answers.text) else { return answers }
    var reader = Self.reader(text)
    var renamed: [RecordedAnswer] = []
    do throws(JSONError) {
      try reader.beginArray()
      while try reader.nextElement() { renamed.append(try reader.answer()) }
      return renamed
    } catch {
      return answers
    }
  }

  private static func reader(_ text: [UInt8]) -> JSONReader {
    JSONReader(text, depthLimit: 4 * RouteLimits.format.depth)
  }

  /// The text with the new tokens; nil when it contains no former token.
  private func renamed(_ text: [UInt8]) -> [UInt8]? {
    var text = text
    var isRenamed = false
    var start = text.startIndex
    while let place = TokenSearch.next(in: text, from: &start) {
      guard let other = bytes[Array(text[place])] else { continue }
      text.replaceSubrange(place, with: other)
      isRenamed = true
    }
    return isRenamed ? text : nil
  }
}

extension RouteRequest {
  /// The whole request as JSON.
  var text: [UInt8] {
    var writer = JSONWriter()
    writer.request(self, isWhole: true)
    return writer.bytes
  }
}

extension [RecordedAnswer] {
  /// All answers as JSON.
  var text: [UInt8] {
    var writer = JSONWriter()
    writer.array(self) { $0.answer($1) }
    return writer.bytes
  }
}
