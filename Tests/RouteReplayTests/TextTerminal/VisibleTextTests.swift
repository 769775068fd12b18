import Testing
import TextTerminal

@testable import RouteReplayProgram

@Suite struct `Text from a journal` {
  @Test(arguments: [
    ("plain", "plain"), ("Grüße, 世界 👩‍👩‍👧", "Grüße, 世界 👩‍👩‍👧"),
    ("\u{1B}[31mred\u{1B}[0m", "\\x1b[31mred\\x1b[0m"),
    ("\u{1B}]0;title\u{07}", "\\x1b]0;title\\x07"), ("a\nb\r\nc\td", "a\\nb\\r\\nc\\td"),
    ("\u{9B}2J", "\\x9b2J"), ("\u{7F}\u{00}", "\\x7f\\x00"),
    ("abc\u{202E}fdp.exe", "abc\\u{202e}fdp.exe"), ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"),
    ("a\u{200B}b\u{FEFF}", "a\\u{200b}b\\u{feff}"), ("x\u{2028}y", "x\\u{2028}y"),
    ("a\u{3164}b\u{115F}\u{1160}", "a\\u{3164}b\\u{115f}\\u{1160}"),
    ("\u{FFA0}\u{34F}\u{17B4}", "\\u{ffa0}\\u{34f}\\u{17b4}"),
    ("\u{FE00}\u{E0100}", "\\u{fe00}\\u{e0100}"), ("❤\u{FE0F} ❤\u{FE0E}", "❤\u{FE0F} ❤\u{FE0E}"),
    ("\u{E0041}", "\\u{e0041}"), ("e\u{301}", "e\u{301}"), ("c:\\x1b", "c:\\x1b"),
  ])
  func `is shown without anything that acts on a terminal`(text: String, shown: String) {
    #expect(visible(text).unicodeScalars.elementsEqual(shown.unicodeScalars))
  }

  @Test func `invalid bytes are shown as numbers`() {
    #expect(decodedText([0x61, 0xFF, 0xC3, 0xA9, 0xC3, 0x62]) == "a\\xff\u{E9}\\xc3b")
    // An overlong slash, a surrogate, a code point beyond the last one, a truncated emoji.
    #expect(decodedText([0xC0, 0xAF]) == "\\xc0\\xaf")
    #expect(decodedText([0xED, 0xA0, 0x80]) == "\\xed\\xa0\\x80")
    #expect(decodedText([0xF4, 0x90, 0x80, 0x80]) == "\\xf4\\x90\\x80\\x80")
    #expect(decodedText([0xF0, 0x9F, 0x98]) == "\\xf0\\x9f\\x98")
    #expect(decodedText("😀é".utf8) == "😀é")
  }

  @Test func `no byte string becomes something unsafe`() {
    for first in UInt8.min...UInt8.max {
      for second: UInt8 in [0x00, 0x0A, 0x1B, 0x41, 0x7F, 0x80, 0x9B, 0xA0, 0xAD, 0xBF, 0xFF] {
        let shown = visible(decodedText([first, second, 0x41]))
        #expect(!shown.unicodeScalars.contains(where: isUnsafe))
      }
    }
  }

  @Test(arguments: [
    ("abc", 3), ("", 0), ("é", 1), ("e\u{301}", 1), ("世界", 4), ("한국", 4), ("\u{1112}\u{1161}", 2),
    ("ｱ", 1), ("Ａ", 2), ("😀", 2), ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("👍🏽", 2), ("❤️", 2), ("שלום", 4),
    ("…", 1), ("\u{2068}a\u{2069}", 1), ("𠀋", 2),
  ])
  func `has the width that a terminal gives it`(text: String, width: Int) {
    #expect(displayWidth(text) == width)
  }

  @Test func `is cut with an ellipsis and never inside a character`() {
    #expect(truncated("abcdef", toWidth: 6) == "abcdef")
    #expect(truncated("abcdef", toWidth: 5) == "abcd…")
    #expect(truncated("世界世界", toWidth: 6) == "世界…")
    #expect(truncated("世界世界", toWidth: 7) == "世界世…")
    #expect(truncated("e\u{301}e\u{301}e\u{301}", toWidth: 2) == "e\u{301}…")
    #expect(truncated("abc", toWidth: 0) == "")
  }

  @Test func `from right to left is isolated, other text is not`() {
    #expect(isolated("שלום") == "\u{2068}שלום\u{2069}")
    #expect(isolated("سلام abc") == "\u{2068}سلام abc\u{2069}")
    #expect(isolated("Grüße 世界") == "Grüße 世界")
  }

  @Test(arguments: [
    ("a\"b\\c", "\"a\\\"b\\\\c\""), ("\n\r\t", "\"\\n\\r\\t\""),
    ("\u{1B}\u{0}", "\"\\u001b\\u0000\""),
    ("\u{9B}\u{202E}", "\"\\u009b\\u202e\""), ("\u{E0041}", "\"\\udb40\\udc41\""),
    ("é 😀 </script>", "\"é 😀 </script>\""),
  ])
  func `is exact and harmless as JSON`(text: String, literal: String) {
    #expect(jsonString(text) == literal)
  }

  @Test(arguments: [
    ("plain", "plain"), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""),
    ("a\nb", "\"a\nb\""), ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@SUM", "'@SUM"),
    ("\t=1", "'\t=1"), ("\r=1", "'\\r=1"),
    ("=HYPERLINK(\"x\",\"y\")", "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\""),
    ("a=b", "a=b"), ("\u{1B}[2J", "\\x1b[2J"), ("", ""), ("\"\u{301}", "\"\"\"\u{301}\""),
    ("\r\n", "\"'\\r\n\""), ("＝1", "'＝1"),
  ])
  func `is no formula and no escape as CSV`(text: String, field: String) {
    #expect(csvText(text).unicodeScalars.elementsEqual(field.unicodeScalars))
  }
}
