import Foundation
import Testing

extension TestJournal {
  /// Whether a text occurs in the journal's file or a file beside it, in any encoding in which it
  /// could be written.
  ///
  /// - Throws: the error that keeps the file from being read; also for a text of fewer than five
  ///   bytes, because tokens and digests are random, and three letters were found among them once
  ///   in a hundred runs.
  package func holds(_ text: String, at path: String? = nil) throws -> Bool {
    try #require(text.utf8.count >= 5, "too short to look for among random bytes: \(text)")
    let bytes = try bytes(at: path)
    return Self.spellings(of: text).contains { bytes.range(of: $0) != nil }
  }

  /// Whether these bytes occur in the journal's file or a file beside it.
  package func holds(_ some: [UInt8], at path: String? = nil) throws -> Bool {
    try bytes(at: path).range(of: Data(some)) != nil
  }

  private func bytes(at path: String?) throws -> Data {
    var bytes = Data()
    for suffix in ["", "-wal", "-shm", "-journal", "-new", "-lock"] {
      let file = (path ?? self.path) + suffix
      guard FileManager.default.fileExists(atPath: file) else { continue }
      bytes += try Data(contentsOf: URL(fileURLWithPath: file))
    }
    return bytes
  }

  /// UTF-8, JSON and link escapes, both forms of UTF-16, hexadecimal digits, and base64 at any
  /// offset.
  private static func spellings(of text: String) -> [Data] {
    let utf8 = Data(text.utf8)
    let hex = text.utf8.map { String(format: "%02x", $0) }.joined()
    var spellings = [
      utf8, Data(hex.utf8), Data(hex.uppercased().utf8),
      Data(text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }),
      Data(text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }),
      Data((text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text).utf8),
      Data(
        text.unicodeScalars.map { $0.isASCII ? "\($0)" : "\\u\(hexDigits($0.value))" }.joined().utf8
      ),
    ]
    for lead in 0..<3 {
      let encoded = (Data(repeating: 0, count: lead) + utf8).base64EncodedString()
      // These are all characters that depend on no neighbouring byte. Only four would be found by
      // chance among the tokens of a long journal.
      let (first, end) = ((lead * 8 + 5) / 6, (lead + utf8.count) * 8 / 6)
      spellings.append(Data(encoded.utf8.dropFirst(first).prefix(end - first)))
    }
    return spellings
  }

  private static func hexDigits(_ value: UInt32) -> String { String(format: "%04x", value) }
}
