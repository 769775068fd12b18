/// Other tokens for values that are hidden already, wherever those stand. They are looked for in
/// what is written of a state or a request, as the vault's unused values are: a token is nothing
/// else by chance, and has as many bytes as every other.
package struct TokenRenaming {
  /// By each token the one that takes its place.
  let tokens: [String: String]
  private let bytes: [[UInt8]: [UInt8]]

  init(_ tokens: [String: String]) {
    self.tokens = tokens
    bytes = Dictionary(uniqueKeysWithValues: tokens.map { (Array($0.utf8), Array($1.utf8)) })
  }

  /// The state with the other tokens; nil when it is none any more.
  func renamed(_ state: RouteState) -> RouteState? {
    guard let text = renamed(StateCoding.encode(state)) else { return state }
    // The text was that of a state; should it be none now, nil says so.
    return try? StateCoding.decode(text)
  }

  /// The request with the other tokens.
  func renamed(_ request: RouteRequest) -> RouteRequest {
    var reader = renamed(request.text).map(Self.reader)
    // Of a request whose text cannot be read again the old form stays.
    return (try? reader?.request(RequestColumns())) ?? request
  }

  /// The answers with the other tokens.
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

  /// The text with the other tokens; nil when there are none in it.
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
  /// All of it as JSON.
  var text: [UInt8] {
    var writer = JSONWriter()
    writer.request(self, isWhole: true)
    return writer.bytes
  }
}

extension [RecordedAnswer] {
  /// All of them as JSON.
  var text: [UInt8] {
    var writer = JSONWriter()
    writer.array(self) { $0.answer($1) }
    return writer.bytes
  }
}
