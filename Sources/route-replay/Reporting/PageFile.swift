import RouteStore
import TextTerminal

/// A page: one HTML file that loads nothing else and can be opened anywhere.
///
/// Its content security policy allows only the page's own style and script, by their digests, and
/// no network. With `require-trusted-types-for` a browser refuses to parse any text as HTML. The
/// data of a journal is in an element that is data, not script.
struct PageFile {
  /// The fixed parts of a page, as they are in their files.
  struct Parts: Sendable {
    fileprivate let page: String
    fileprivate let style: String
    fileprivate let script: String

    private init(page: [UInt8], styles: [[UInt8]], scripts: [[UInt8]]) {
      func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
      self.page = text(page)
      style = styles.map(text).joined(separator: "\n")
      script = scripts.map(text).joined(separator: "\n")
    }

    /// The page of `report`.
    static let report = Parts(
      page: PackageResources.report_html,
      styles: [PackageResources.page_css, PackageResources.report_css],
      scripts: [
        PackageResources.page_js, PackageResources.data_js, PackageResources.list_js,
        PackageResources.pictures_js, PackageResources.sections_js, PackageResources.attention_js,
        PackageResources.visits_js, PackageResources.timeline_js, PackageResources.sessions_js,
        PackageResources.entry_js, PackageResources.search_js, PackageResources.report_js,
      ])

    /// The page of `stats`.
    static let dashboard = Parts(
      page: PackageResources.dashboard_html,
      styles: [PackageResources.page_css, PackageResources.dashboard_css],
      scripts: [
        PackageResources.page_js, PackageResources.plots_js, PackageResources.dashboard_js,
      ])
  }

  private let parts: Parts
  private let title: String
  private let writeData: (@escaping PageSink) throws -> Void

  /// - Parameter writeData: writes the page's data, as JSON without any `<`.
  init(
    _ parts: Parts, title: String, data writeData: @escaping (@escaping PageSink) throws -> Void
  ) {
    (self.parts, self.title, self.writeData) = (parts, title, writeData)
  }

  /// Writes the page in pieces.
  func write(_ sink: @escaping PageSink) throws {
    var rest = parts.page[...]
    for mark in ["{{policy}}", "{{title}}", "{{style}}", "{{data}}", "{{script}}"] {
      guard let range = rest.firstRange(of: mark) else {
        preconditionFailure("the page has no place for \(mark)")
      }
      try sink(String(rest[..<range.lowerBound]))
      switch mark {
      case "{{policy}}": try sink(policy)
      case "{{title}}": try sink(XMLText.content(visible(title)))
      case "{{style}}": try sink(parts.style)
      case "{{data}}": try writeData(sink)
      default: try sink(parts.script)
      }
      rest = rest[range.upperBound...]
    }
    try sink(String(rest))
  }

  private var policy: String {
    [
      "default-src 'none'", "script-src '\(Self.source(parts.script))'",
      "style-src '\(Self.source(parts.style))'", "base-uri 'none'", "form-action 'none'",
      "require-trusted-types-for 'script'", "trusted-types 'none'",
    ].joined(separator: "; ")
  }

  /// The name of an allowed text in a policy (Content Security Policy Level 3, 2.3.1).
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
