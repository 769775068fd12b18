/// Private values that host code repeats in the reason of an answer.
extension PrivateValues {
  /// The reason with tokens in place of the private values that the code was given.
  ///
  /// - Parameters:
  ///   - reason: the text of the code.
  ///   - request: the request that the question was about.
  ///   - parameters: the parameters that the code was given.
  ///   - principal: the principal now, whose screens may have come since the request arrived.
  func hide(
    in reason: String, about request: RouteRequest, with parameters: [Parameters],
    for principal: String?
  ) -> String {
    var values: [(ParameterValue, String)] = []
    func add(_ token: String, isOfParts: Bool = false) {
      guard
        let value = reveal(token, principal: request.principal)
          ?? reveal(token, principal: principal)
      else { return }
      values.append((value, token))
      if isOfParts { values += value.parts.map { ($0, token) } }
    }
    for token in parameters.flatMap(\.tokens) { add(token) }
    switch request.target {
    case .link(let link) where link.carriesTokens:
      var start = link.bytes.startIndex
      while let place = TokenSearch.next(in: link.bytes, from: &start) {
        add(
          String(decoding: link.bytes[place], as: UTF8.self),
          isOfParts: link.standsForParts(place))
      }
    case .route(_, let brought), .screen(_, let brought), .value(_, let brought):
      for token in brought.tokens { add(token) }
    case .link, .fact: break
    }
    return Self.hide(in: reason, values)
  }

  /// The reason with tokens in place of private values.
  ///
  /// - Parameters:
  ///   - reason: the text of the code.
  ///   - parameters: the parameters that the code was given, in clear.
  ///   - hidden: these parameters with tokens.
  static func hide(in reason: String, given parameters: Parameters, _ hidden: Parameters) -> String
  {
    hide(
      in: reason,
      hidden.compactMap { element in
        guard case .token(let token) = element.value, let value = parameters[element.name] else {
          return nil
        }
        return (value, token)
      })
  }

  /// The length in bytes of the shortest text that is searched for: a shorter one may be part of
  /// any word.
  private static let shortest = 4

  private static func hide(in reason: String, _ values: [(ParameterValue, String)]) -> String {
    let texts = values.flatMap { value, token in value.repeated.unique.map { ($0, token) } }
      .filter { $0.0.utf8.count >= shortest }
    // One text may be part of another.
    return texts.sorted { $0.0.utf8.count > $1.0.utf8.count }.reduce(reason) { reason, text in
      hide(text.0, in: reason, behind: text.1)
    }
  }

  /// The reason with a token in place of one text.
  ///
  /// The bytes are compared first: the ends of a text and the text around it can form one
  /// character, which is another one than those of the text. A text in another normal form has
  /// equal characters and other bytes.
  private static func hide(_ text: String, in reason: String, behind token: String) -> String {
    let bytes = Array(reason.utf8).replacing(Array(text.utf8), with: Array(token.utf8))
    let hidden = String(decoding: bytes, as: UTF8.self)
    return text.utf8.allSatisfy { $0 < 0x80 } ? hidden : hidden.replacing(text, with: token)
  }
}

extension RouteLink {
  /// Whether the token at a place stands for several parts of a link: user name and password, a
  /// query item with its name, a fragment, or a part of a path that fitted no route.
  fileprivate func standsForParts(_ place: Range<Int>) -> Bool {
    if pathRange.contains(place.lowerBound) {
      return place.upperBound < bytes.count && bytes[place.upperBound] == UInt8(ascii: "~")
    }
    // The token of a text can have another tilde before it.
    let before = bytes[..<place.lowerBound].last { $0 != UInt8(ascii: "~") }
    return before.map { $0 != UInt8(ascii: "=") } ?? false
  }
}

extension Parameters {
  fileprivate var tokens: [String] {
    compactMap { if case .token(let token) = $0.value { token } else { nil } }
  }
}

extension ParameterValue {
  /// The texts between the separators of a link's parts, with and without percent-encoding; none
  /// for other values than texts.
  fileprivate var parts: [ParameterValue] {
    guard case .string(let text) = self else { return [] }
    let bytes = Array(text.utf8)
    let decoded = PercentEncoding.decodedBytes(bytes, bytes.indices)
    return [bytes, decoded].unique.flatMap { text in
      text.split(whereSeparator: "/?&=#:".utf8.contains).map { part in
        .string(String(decoding: part, as: UTF8.self))
      }
    }
  }

  /// The forms in which code may repeat it: as it is, as parameters are printed, and as in a link.
  fileprivate var repeated: [String] {
    switch self {
    case .string(let text): [text, description] + Self.encoded(text)
    case .int: [description]
    case .double(let number): [description] + Self.written(number)
    // Code repeats the values inside it, and a link has the elements of a list one by one.
    case .structure(let structure):
      [description] + structure.tree.leaves.flatMap(\.repeated)
    case .bool, .token: []
    }
  }

  /// A text as written in the path, the query and the fragment of a link. A link has a UUID in
  /// either letter case.
  private static func encoded(_ text: String) -> [String] {
    let plain = Array(text.utf8)
    let sets = [
      PercentEncoding.segmentValue, PercentEncoding.pathValue, PercentEncoding.queryValue,
      PercentEncoding.fragment,
    ]
    let texts = sets.map { set in
      var bytes: [UInt8] = []
      PercentEncoding.append(plain, plain.indices, encoding: set, to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
    return ParameterType.uuid.accepts(.string(text)) ? texts + [text.lowercased()] : texts
  }

  /// A number as links have it: without an exponent, a whole one also without a point. A date is
  /// such a number, too.
  private static func written(_ number: Double) -> [String] {
    let text = ParameterValue.double(number).linkText ?? ""
    let whole = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    return [text, whole, Moment.text(of: number) ?? ""]
  }
}

extension JSON {
  /// The texts and numbers in it, at any depth.
  fileprivate var leaves: [ParameterValue] {
    switch self {
    case .string(let text): [.string(text)]
    case .int(let number): [.int(number)]
    case .double(let number): [.double(number)]
    case .array(let elements): elements.flatMap { $0.leaves }
    case .object(let members): members.flatMap { $0.value.leaves }
    case .null, .bool: []
    }
  }
}
