import TextTerminal

/// Bytes that should be UTF-8, as text: invalid ones are shown as `\xff`. The result may still
/// contain control characters; the code that prints it makes them visible.
func decodedText(_ bytes: some Collection<UInt8>) -> String {
  if let text = validText(bytes) { return text }
  var shown = String.UnicodeScalarView()
  decodeUTF8(bytes) { item in
    switch item {
    case .success(let scalar): shown.append(scalar)
    case .failure(let invalid):
      shown.append(contentsOf: escape(Unicode.Scalar(invalid.byte)).unicodeScalars)
    }
  }
  return String(shown)
}

/// The text of the bytes if they are valid UTF-8.
func validText(_ bytes: some Collection<UInt8>) -> String? {
  // Decoding replaces invalid bytes, which changes the bytes.
  let text = String(decoding: bytes, as: UTF8.self)
  return text.utf8.elementsEqual(bytes) ? text : nil
}

/// A byte that is not part of valid UTF-8.
struct InvalidByte: Error {
  let byte: UInt8
}

/// Calls `body` for each scalar, and for each byte of a sequence that is not valid UTF-8.
func decodeUTF8(
  _ bytes: some Collection<UInt8>, _ body: (Result<Unicode.Scalar, InvalidByte>) -> Void
) {
  let all = Array(bytes)
  var position = 0
  while position < all.count {
    let length = sequenceLength(all, at: position)
    if length > 0,
      let scalar = String(decoding: all[position..<position + length], as: UTF8.self)
        .unicodeScalars.first
    {
      body(.success(scalar))
      position += length
    } else {
      body(.failure(InvalidByte(byte: all[position])))
      position += 1
    }
  }
}

/// The length of the well-formed sequence that begins at `position`, or 0 (Unicode, table 3-7).
private func sequenceLength(_ bytes: [UInt8], at position: Int) -> Int {
  let lead = bytes[position]
  let length: Int
  var second: ClosedRange<UInt8> = 0x80...0xBF
  switch lead {
  case 0x00...0x7F: return 1
  case 0xC2...0xDF: length = 2
  case 0xE0...0xEF:
    length = 3
    if lead == 0xE0 { second = 0xA0...0xBF }
    if lead == 0xED { second = 0x80...0x9F }
  case 0xF0...0xF4:
    length = 4
    if lead == 0xF0 { second = 0x90...0xBF }
    if lead == 0xF4 { second = 0x80...0x8F }
  default: return 0
  }
  guard position + length <= bytes.count, second.contains(bytes[position + 1]) else { return 0 }
  let rest = bytes[(position + 1)..<(position + length)]
  return rest.allSatisfy { $0 & 0xC0 == 0x80 } ? length : 0
}
