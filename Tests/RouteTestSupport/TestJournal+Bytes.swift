import Foundation
import Testing

extension TestJournal {
  /// Whether a text stands anywhere in the journal's file or a companion of it, in any of the ways
  /// in which it could be written.
  ///
  /// - Throws: What keeps the file from being read, and for a text of fewer than five bytes: tokens
  ///   and digests are random, and three letters were found among them once in a hundred runs.
  package func holds(_ text: String, at path: String? = nil) throws -> Bool {
    try #require(text.utf8.count >= 5, "too short to look for among random bytes: \(text)")
    let bytes = try bytes(at: path)
    return Self.spellings(of: text).contains { bytes.range(of: $0) != nil }
  }

  /// Whether these bytes stand anywhere in the journal's file or a companion of it.
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

  /// As UTF-8, as JSON and links have it, as UTF-16 either way, as hexadecimal digits, and as
  /// base64 wherever it begins.
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
      // Only the characters that no neighbour shares, but all of them: four would be found by
      // chance among the tokens of a long journal.
      let (first, end) = ((lead * 8 + 5) / 6, (lead + utf8.count) * 8 / 6)
      spellings.append(Data(encoded.utf8.dropFirst(first).prefix(end - first)))
    }
    return spellings
  }

  private static func hexDigits(_ value: UInt32) -> String { String(format: "%04x", value) }
}
