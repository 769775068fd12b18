extension PathPattern {
  /// Whether one set of parameters makes one path: nothing is repeated, and what is optional has a
  /// name whose absence says that it is left out.
  public var hasCanonicalForm: Bool {
    parts.allSatisfy { part in
      part.modifier == .none || (part.modifier == .optional && part.isCapture)
    }
  }

  /// The path that this pattern matches with these parameters.
  ///
  /// Values are percent-encoded, so `/`, `?` and `%` are safe in them; the value of a wildcard
  /// keeps its slashes. The result is checked: matching it gives the parameters back. A path that
  /// begins with two slashes is written behind `/.`, or it would be read as a host
  /// (https://url.spec.whatwg.org/#url-serializing).
  ///
  /// - Parameter parameters: values by the names of ``names``; others are ignored.
  /// - Returns: the canonical path, or nil if there is none: the pattern has no canonical form
  ///   (``hasCanonicalForm``), a value is missing or empty, its expression does not match it, or no
  ///   path can carry it, as a segment `..`.
  public func build(_ parameters: [String: String]) -> String? {
    guard hasCanonicalForm else { return nil }
    var result: [UInt8] = []
    for part in parts {
      guard part.isCapture else {
        result += part.prefix
        continue
      }
      guard let value = parameters[part.name] else {
        if part.modifier == .optional { continue }
        return nil
      }
      result += part.prefix
      let bytes = Array(value.utf8)
      let encoded =
        part.kind == .wildcard ? PercentEncoding.pathValue : PercentEncoding.segmentValue
      PercentEncoding.append(bytes, bytes.indices, encoding: encoded, to: &result)
      result += part.suffix
    }
    let path = RouteLink.canonicalPath(result)
    guard let captures = match(path, in: path.indices) else { return nil }
    for (slot, name) in names.enumerated() {
      let found = captures[slot].map { PercentEncoding.decodedBytes(path, $0) }
      guard found == parameters[name].map({ Array($0.utf8) }) else { return nil }
    }
    let text = String(decoding: path, as: UTF8.self)
    return text.utf8.starts(with: "//".utf8) ? "/." + text : text
  }
}
