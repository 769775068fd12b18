/// The rule for names of screens, routes, scenes, conditions, actions and interceptors: ASCII
/// letters, digits, `_`, `-` and `.`. A name has one spelling, so comparing bytes compares names.
package enum Name {
  /// Whether the byte may stand in a name.
  package static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// Whether the text is a name.
  package static func isValid(_ text: String, limits: RouteLimits = .standard) -> Bool {
    !text.isEmpty && text.utf8.count <= limits.nameBytes && text.utf8.allSatisfy(isPart)
  }
}
