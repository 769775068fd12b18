import RouteStore
import TextTerminal

/// The page of a report: one HTML file that reads nothing else and can be opened anywhere.
///
/// Its content security policy allows the page's own style and script by their digests and nothing
/// else, no network and no other script; with `require-trusted-types-for` a browser refuses to read
/// any text as HTML. What a journal holds lies in an element that is data, not script.
struct ReportPage {
  private let report: PageData

  init(_ report: PageData) { self.report = report }

  /// The parts of the page that are the same for every report, as they stand in their files.
  private enum Part {
    static let style = text(PackageResources.report_css)
    static let script =
      [
        PackageResources.data_js, PackageResources.list_js, PackageResources.pictures_js,
        PackageResources.sections_js, PackageResources.attention_js, PackageResources.visits_js,
        PackageResources.entry_js, PackageResources.report_js,
      ].map(text).joined(separator: "\n")
    static let page = text(PackageResources.report_html)

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
  }

  /// Writes the page, piece by piece.
  func write(_ sink: (String) throws -> Void) throws {
    var rest = Part.page[...]
    for mark in ["{{policy}}", "{{title}}", "{{style}}", "{{data}}", "{{script}}"] {
      guard let range = rest.firstRange(of: mark) else {
        preconditionFailure("the page has no place for \(mark)")
      }
      try sink(String(rest[..<range.lowerBound]))
      switch mark {
      case "{{policy}}": try sink(Self.policy)
      case "{{title}}": try sink(XMLText.content(visible(report.title)))
      case "{{style}}": try sink(Part.style)
      case "{{data}}": try report.write(sink)
      default: try sink(Part.script)
      }
      rest = rest[range.upperBound...]
    }
    try sink(String(rest))
  }

  static var policy: String {
    [
      "default-src 'none'", "script-src '\(source(Part.script))'",
      "style-src '\(source(Part.style))'", "base-uri 'none'", "form-action 'none'",
      "require-trusted-types-for 'script'", "trusted-types 'none'",
    ].joined(separator: "; ")
  }

  /// How a policy names a text that it allows (Content Security Policy Level 3, 2.3.1).
  private static func source(_ text: String) -> String {
    "sha256-" + base64(SHA256.digest(of: Array(text.utf8)).bytes)
  }

  /// Base 64 of RFC 4648, 4.
  static func base64(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      var bits = part.reduce(0) { $0 << 8 | Int($1) }
      bits <<= 8 * (3 - part.count)
      for place in 0...3 {
        text.append(place <= part.count ? digits[bits >> (18 - 6 * place) & 63] : "=")
      }
    }
    return text
  }
}
