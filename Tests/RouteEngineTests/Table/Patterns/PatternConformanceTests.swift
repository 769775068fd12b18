import Foundation
import RouteEngine
import RouteTestSupport
import Testing

/// The cases of the URL Pattern standard's own tests (web-platform-tests, `urlpattern/resources`)
/// whose pattern has only a path.
struct PatternConformanceTests {
  static let file = "../shared/data/urlpattern/urlpatterntestdata.json"

  /// Cases that are left out, by their place in the file.
  static let leftOut = [
    207: "asks for an error when an input object comes with a base URL; there is no such call here",
    277:
      "asks for an error when a pattern object comes with a base URL; there is no such call here",
    323: "skipped by browsers too: an empty last group would have to be nil",
    337: "matches without regard to case, which is not offered",
  ]

  @Test(.enabled(if: PackageFile.exists(file), "needs ../shared/data beside the package"))
  func `path-only cases of the standard pass`() throws {
    let cases = try #require(
      try JSONSerialization.jsonObject(with: Data(PackageFile.bytes(Self.file))) as? [Any])
    var passed = 0
    var left = 0
    for (place, item) in cases.enumerated() {
      guard let item = item as? [String: Any], let patterns = item["pattern"] as? [Any],
        let fields = patterns.first as? [String: Any], Set(fields.keys) == ["pathname"],
        let text = fields["pathname"] as? String
      else { continue }
      if Self.leftOut[place] != nil {
        left += 1
        continue
      }
      if check(item, text, place) { passed += 1 }
    }
    #expect(left == Self.leftOut.count && left <= 12)
    #expect(passed == 161)
  }

  private func check(_ item: [String: Any], _ text: String, _ place: Int) -> Bool {
    guard let pattern = try? PathPattern(text) else {
      let isExpected = item["expected_obj"] as? String == "error"
      #expect(isExpected, "case \(place): \(text) should be a pattern")
      return isExpected
    }
    let object = item["expected_obj"] as? [String: Any]
    let canonical = object?["pathname"] as? String ?? text
    var isRight = item["expected_obj"] as? String != "error"
    #expect(isRight, "case \(place): \(text) should be refused")
    if object?["pathname"] != nil {
      isRight = isRight && pattern.text.utf8.elementsEqual(canonical.utf8)
      #expect(pattern.text == canonical, "case \(place): canonical text")
    }
    guard let inputs = item["inputs"] as? [Any], !inputs.isEmpty else { return isRight }
    let path = Self.path(of: inputs)
    let expected = (item["expected_match"] as? [String: Any])?["pathname"] as? [String: Any]
    let found = path.flatMap { groups(pattern, $0) }
    let wanted = (expected?["groups"] as? [String: Any])?.mapValues { $0 as? String }
    #expect(found == wanted, "case \(place): \(text) on \(path ?? "no path")")
    if let wanted, let path {
      #expect(expected?["input"] as? String == path, "case \(place): path")
      isRight = isRight && expected?["input"] as? String == path && found == wanted
    } else {
      isRight = isRight && found == nil
    }
    return isRight
  }

  /// The groups of a match, found by the pattern alone and by an index; both must agree.
  private func groups(_ pattern: PathPattern, _ path: String) -> [String: String?]? {
    let bytes = Array(path.utf8)
    func text(_ captures: PathPattern.Captures) -> [String: String?] {
      var groups: [String: String?] = [:]
      for (slot, name) in pattern.names.enumerated() {
        groups[name] = .some(captures[slot].map { String(decoding: bytes[$0], as: UTF8.self) })
      }
      return groups
    }
    let alone = pattern.match(bytes, in: bytes.indices).map(text)
    let index = try? PathIndex([.init(pattern, value: 7)])
    let indexed = index?.firstMatch(in: bytes, bytes.indices)
    #expect(indexed.map { text($0.captures) } == alone, "index: \(pattern) on \(path)")
    return alone
  }

  /// The path that the standard would match for these inputs.
  private static func path(of inputs: [Any]) -> String? {
    let base = inputs.count > 1 ? inputs[1] as? String : nil
    if let text = inputs[0] as? String { return path(of: text, base: base) }
    guard let fields = inputs[0] as? [String: Any] else { return nil }
    let text = fields["pathname"] as? String ?? ""
    if let base = fields["baseURL"] as? String { return path(of: text, base: base) }
    if let scheme = fields["protocol"] as? String, scheme == "javascript" { return text }
    return String(decoding: RouteLink.canonicalPath(Array(text.utf8)), as: UTF8.self)
  }

  private static func path(of text: String, base: String?) -> String? {
    if let link = try? RouteLink(text) { return link.path }
    guard let base, let link = try? RouteLink(base), let host = link.host else { return nil }
    return try? RouteLink("https://\(host)/\(text)").path
  }
}
