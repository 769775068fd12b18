/// The number of terminal columns for a text without control characters.
///
/// Wide and fullwidth characters (Unicode Standard Annex 11) take two, combining marks none, and an
/// emoji of several code points takes two. Terminals differ in rare scripts; a table is then off by
/// a column.
package func displayWidth(_ text: String) -> Int {
  if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
  return text.reduce(0) { $0 + displayWidth($1) }
}

/// The number of terminal columns for a character.
package func displayWidth(_ character: Character) -> Int {
  var sum = 0
  for scalar in character.unicodeScalars {
    // A joiner, the emoji presentation selector and a pair of regional indicators form one picture.
    if scalar.value == 0x200D || scalar.value == 0xFE0F { return 2 }
    if (0x1F1E6...0x1F1FF).contains(scalar.value), sum > 0 { return 2 }
    // A skin tone belongs to the picture before it.
    if (0x1F3FB...0x1F3FF).contains(scalar.value), sum > 0 { continue }
    sum += displayWidth(scalar)
  }
  return sum
}

private func displayWidth(_ scalar: Unicode.Scalar) -> Int {
  if scalar.value < 0x300 { return 1 }
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .enclosingMark, .format: return 0
  default: break
  }
  // Vowels and finals of a decomposed Hangul syllable are drawn inside its first letter.
  if (0x1160...0x11FF).contains(scalar.value) { return 0 }
  return isWide(scalar.value) ? 2 : 1
}

private func isWide(_ value: UInt32) -> Bool {
  var low = 0
  var high = wideRanges.count
  while low < high {
    let middle = (low + high) / 2
    if wideRanges[middle].upperBound < value { low = middle + 1 } else { high = middle }
  }
  return low < wideRanges.count && wideRanges[low].contains(value)
}

/// Cut to `width` columns; an ellipsis replaces the omitted part.
package func truncated(_ text: String, toWidth width: Int) -> String {
  guard displayWidth(text) > width else { return text }
  guard width > 0 else { return "" }
  var shown = ""
  var used = 0
  for character in text {
    let next = displayWidth(character)
    if used + next > width - 1 { break }
    shown.append(character)
    used += next
  }
  return shown + "…"
}

/// Shortened to `width` columns by omitting the middle, for texts whose end is informative.
package func elided(_ text: String, toWidth width: Int) -> String {
  guard displayWidth(text) > width, width >= 8 else { return truncated(text, toWidth: width) }
  var end = ""
  var used = 0
  for character in text.reversed() {
    let next = displayWidth(character)
    if used + next > (width - 1) / 2 { break }
    end.insert(character, at: end.startIndex)
    used += next
  }
  return truncated(text, toWidth: width - used) + end
}

/// Text with right-to-left letters, isolated so that it cannot reorder the text beside it (Unicode
/// Standard Annex 9: first strong isolate ... pop directional isolate). The text must be visible
/// text, which contains no such controls of its own.
package func isolated(_ text: String) -> String {
  let hasRightToLeft = text.unicodeScalars.contains { scalar in
    switch scalar.value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
  return hasRightToLeft ? "\u{2068}\(text)\u{2069}" : text
}

/// East Asian Width W and F of Unicode 14, joined across unassigned code points.
private let wideRanges: [ClosedRange<UInt32>] = [
  0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0,
  0x23F3...0x23F3, 0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653, 0x267F...0x267F,
  0x2693...0x2693, 0x26A1...0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5,
  0x26CE...0x26CE, 0x26D4...0x26D4, 0x26EA...0x26EA, 0x26F2...0x26F3, 0x26F5...0x26F5,
  0x26FA...0x26FA, 0x26FD...0x26FD, 0x2705...0x2705, 0x270A...0x270B, 0x2728...0x2728,
  0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755, 0x2757...0x2757, 0x2795...0x2797,
  0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B50, 0x2B55...0x2B55,
  0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4C6, 0xA960...0xA97C,
  0xAC00...0xD7A3, 0xF900...0xFAD9, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60,
  0xFFE0...0xFFE6, 0x16FE0...0x18D08, 0x1AFF0...0x1B2FB, 0x1F004...0x1F004, 0x1F0CF...0x1F0CF,
  0x1F18E...0x1F18E, 0x1F191...0x1F19A, 0x1F200...0x1F320, 0x1F32D...0x1F335, 0x1F337...0x1F37C,
  0x1F37E...0x1F393, 0x1F3A0...0x1F3CA, 0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0, 0x1F3F4...0x1F3F4,
  0x1F3F8...0x1F43E, 0x1F440...0x1F440, 0x1F442...0x1F4FC, 0x1F4FF...0x1F53D, 0x1F54B...0x1F54E,
  0x1F550...0x1F567, 0x1F57A...0x1F57A, 0x1F595...0x1F596, 0x1F5A4...0x1F5A4, 0x1F5FB...0x1F64F,
  0x1F680...0x1F6C5, 0x1F6CC...0x1F6CC, 0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6DF, 0x1F6EB...0x1F6EC,
  0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7F0, 0x1F90C...0x1F93A, 0x1F93C...0x1F945, 0x1F947...0x1F9FF,
  0x1FA70...0x1FAF6, 0x20000...0x3FFFD,
]
