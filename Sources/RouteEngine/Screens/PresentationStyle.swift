/// How a screen is presented over another one. It is a hint for the host; the hierarchy does not
/// depend on it.
///
/// ```swift
/// .present(Cart.self, style: .sheet(detents: [.medium, .large]))
/// .present(Filter.self, style: .custom("drawer", like: .sheet))
/// ```
public struct PresentationStyle: Hashable, Sendable {
  /// The forms that Apple's systems have. Each says its name in UIKit (`UIModalPresentationStyle`,
  /// Apple's documentation).
  public enum Form: String, Hashable, Sendable, CaseIterable, BitwiseCopyable {
    /// The host chooses (`automatic`).
    case automatic
    /// A sheet (`pageSheet`).
    case sheet
    /// A small sheet in the middle, if there is room for one (`formSheet`).
    case formSheet
    /// Covers the whole scene (`fullScreen`).
    case full
    /// Over the whole scene; the content below shines through (`overFullScreen`).
    case overFull
    /// Covers the container that presents it (`currentContext`).
    case current
    /// Over the container that presents it; the content below shines through
    /// (`overCurrentContext`).
    case overCurrent
    /// A popover.
    case popover
  }

  /// A height at which a sheet rests.
  public enum Detent: Hashable, Sendable {
    /// About half of the available height.
    case medium
    /// The full height.
    case large
    /// A percentage of the height, from 1 to 100.
    case percent(Int)
    /// A number of points, from 1 to ``PresentationStyle/Detent/mostPoints``.
    case points(Int)
    /// One of the host's own: its name begins with no digit and is not `medium` or `large`.
    case custom(String)

    /// The most points that a detent has.
    public static let mostPoints = 100_000
  }

  /// The form. A style of the host's own has the form that it resembles; a host that does not know
  /// the style draws that form.
  public let form: Form
  private let details: Details?

  /// The parts that few styles have, in a box, so that a style is small to copy.
  private indirect enum Details: Hashable, Sendable {
    case of(name: String?, detents: [Detent])
  }

  private init(_ form: Form, name: String?, detents: [Detent]) {
    self.form = form
    details = name == nil && detents.isEmpty ? nil : .of(name: name, detents: detents)
  }

  /// The form without a name or detents.
  public init(_ form: Form) {
    self.form = form
    details = nil
  }

  /// The name of a style of the host's own; nil for a style of the systems.
  public var name: String? {
    guard case .of(let name, _)? = details else { return nil }
    return name
  }

  /// The heights at which a sheet rests, in the order written; when empty, the host chooses.
  public var detents: [Detent] {
    guard case .of(_, let detents)? = details else { return [] }
    return detents
  }
}

extension PresentationStyle {
  /// The host chooses.
  public static let automatic = PresentationStyle(.automatic)
  /// A sheet.
  public static let sheet = PresentationStyle(.sheet)
  /// A small sheet in the middle, if there is room for one.
  public static let formSheet = PresentationStyle(.formSheet)
  /// Covers the whole scene.
  public static let full = PresentationStyle(.full)
  /// Over the whole scene; the content below shines through.
  public static let overFull = PresentationStyle(.overFull)
  /// Covers the container that presents it.
  public static let current = PresentationStyle(.current)
  /// Over the container that presents it; the content below shines through.
  public static let overCurrent = PresentationStyle(.overCurrent)
  /// A popover.
  public static let popover = PresentationStyle(.popover)

  /// A sheet that rests at these heights; ``PresentationStyle/problem`` names invalid ones.
  public static func sheet(detents: [Detent]) -> PresentationStyle {
    PresentationStyle(.sheet, name: nil, detents: detents)
  }

  /// A small sheet that rests at these heights.
  public static func formSheet(detents: [Detent]) -> PresentationStyle {
    PresentationStyle(.formSheet, name: nil, detents: detents)
  }

  /// A style of the host's own.
  ///
  /// - Parameters:
  ///   - name: its name: ASCII letters, digits, `_`, `-` and `.`.
  ///   - form: the form that a host draws when it does not know the style.
  ///   - detents: the heights at which it rests; only a form that is a sheet may have some.
  public static func custom(
    _ name: String, like form: Form, detents: [Detent] = []
  ) -> PresentationStyle {
    PresentationStyle(form, name: name, detents: detents)
  }
}

// MARK: Text

extension PresentationStyle {
  /// The style in tree notation, tables and the journal: `sheet`, `sheet(medium, 40%, 320)` with
  /// heights, `sheet:drawer` for a style of the host's own.
  public var text: String {
    var text = form.rawValue
    if let name { text += ":" + name }
    if !detents.isEmpty { text += "(" + detents.map(\.text).joined(separator: ", ") + ")" }
    return text
  }

  /// Reads ``text``; nil when the text is no style.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let (style, end) = Self.longest(in: bytes, from: 0).first, end == bytes.count else {
      return nil
    }
    self = style
  }

  /// The most heights of a style.
  static let mostDetents = 8

  /// All words that ``text`` can begin with, for messages.
  package static let words = Form.allCases.map(\.rawValue).joined(separator: ", ")

  /// Why the style is invalid; nil when it is valid.
  public var problem: String? {
    if let name, !Name.isValid(name) {
      return "\"\(name)\" is no name of a style: ASCII letters, digits, \"_\", \"-\" and \".\""
    }
    guard !detents.isEmpty else { return nil }
    guard form == .sheet || form == .formSheet else {
      return "only a sheet or a formSheet rests at heights, not \(form.rawValue)"
    }
    guard detents.count <= Self.mostDetents, Set(detents).count == detents.count else {
      return "a style has at most \(Self.mostDetents) heights, each once"
    }
    return detents.first { !$0.isValid }.map {
      "\"\($0.text)\" is no height: medium, large, 40%, 320 or a name"
    }
  }

  /// Why a text is no style; nil when it does not begin with a form.
  static func problem(of text: String) -> String? {
    let bytes = Array(text.utf8)
    var scanner = StyleScanner(bytes: bytes, offset: 0)
    guard let form = scanner.name().flatMap(Form.init) else { return nil }
    var name: String?
    if scanner.take(":") {
      name = scanner.name()
      guard name != nil else { return "no name follows the colon" }
    }
    let detents = scanner.detents()
    if let problem = Self(form, name: name, detents: detents ?? []).problem { return problem }
    let end = detents == nil ? scanner.offset : scanner.endOfDetents
    let (read, rest) = (bytes[..<end], bytes[end...])
    return "\"\(String(decoding: rest, as: UTF8.self))\" cannot follow "
      + "\"\(String(decoding: read, as: UTF8.self))\"; heights stand in parentheses, at most "
      + "\(mostDetents): medium, large, 40%, 320 or a name"
  }

  /// All styles that can be read from a position on, the longest first, each with its end.
  /// `sheet:login` is a style of the host's own, and also a sheet that a colon follows.
  static func longest(in bytes: [UInt8], from start: Int) -> [(style: Self, end: Int)] {
    var scanner = StyleScanner(bytes: bytes, offset: start)
    guard let word = scanner.name(), let form = Form(rawValue: word) else { return [] }
    var readings: [(style: Self, end: Int)] = []
    func read(_ name: String?) {
      for detents in [scanner.detents(), []] {
        guard let detents else { continue }
        let style = Self(form, name: name, detents: detents)
        let end = detents.isEmpty ? scanner.offset : scanner.endOfDetents
        if style.problem == nil { readings.append((style, end)) }
      }
    }
    let plain = scanner.offset
    if scanner.take(":"), let name = scanner.name() { read(name) }
    scanner.offset = plain
    read(nil)
    return readings
  }
}

extension PresentationStyle.Detent {
  /// The height as it stands in ``PresentationStyle/text``.
  public var text: String {
    switch self {
    case .medium: "medium"
    case .large: "large"
    case .percent(let percent): "\(percent)%"
    case .points(let points): "\(points)"
    case .custom(let name): name
    }
  }

  fileprivate var isValid: Bool {
    switch self {
    case .medium, .large: true
    case .percent(let percent): (1...100).contains(percent)
    case .points(let points): (1...Self.mostPoints).contains(points)
    case .custom(let name):
      Name.isValid(name) && name != "medium" && name != "large"
        && !(name.utf8.first.map { (0x30...0x39).contains($0) } ?? true)
    }
  }
}

/// Reads the parts of a style.
private struct StyleScanner {
  let bytes: [UInt8]
  var offset: Int
  /// The position behind the heights that were read last.
  private(set) var endOfDetents = 0

  init(bytes: [UInt8], offset: Int) {
    (self.bytes, self.offset) = (bytes, offset)
  }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: scalar) else { return false }
    offset += 1
    return true
  }

  mutating func name() -> String? {
    let start = offset
    while offset < bytes.count, Name.isPart(bytes[offset]) { offset += 1 }
    guard offset > start, offset - start <= RouteLimits.standard.nameBytes else { return nil }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  /// Reads heights in parentheses and leaves the offset in front of them; nil when there are none.
  mutating func detents() -> [PresentationStyle.Detent]? {
    let start = offset
    defer { offset = start }
    guard take("(") else { return nil }
    var detents: [PresentationStyle.Detent] = []
    while detents.count < PresentationStyle.mostDetents {
      while take(" ") {}
      guard let word = name() else { return nil }
      if word.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
        guard let number = Int(word) else { return nil }
        detents.append(take("%") ? .percent(number) : .points(number))
      } else {
        detents.append(word == "medium" ? .medium : word == "large" ? .large : .custom(word))
      }
      while take(" ") {}
      if take(")") {
        endOfDetents = offset
        return detents
      }
      guard take(",") else { return nil }
    }
    return nil
  }
}

// MARK: Digest

extension PresentationStyle.Form {
  /// The number of the form in the digest of a screen; numbers are never reused.
  var number: UInt8 {
    switch self {
    case .automatic: 0
    case .sheet: 1
    case .full: 2
    case .popover: 3
    case .formSheet: 4
    case .overFull: 5
    case .current: 6
    case .overCurrent: 7
    }
  }
}

extension PresentationStyle {
  /// Whether the form describes the style completely.
  var isPlain: Bool { details == nil }
}
