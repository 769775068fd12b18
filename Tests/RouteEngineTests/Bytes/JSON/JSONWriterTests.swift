import RouteEngine
import Testing

private func written(_ body: (inout JSONWriter) -> Void) -> String {
  var writer = JSONWriter()
  body(&writer)
  return writer.text
}

@Test func `commas and colons are written where they belong`() {
  let text = written { writer in
    writer.beginObject()
    writer.name("a")
    writer.beginArray()
    writer.endArray()
    writer.name("b")
    writer.beginArray()
    writer.int(1)
    writer.beginObject()
    writer.endObject()
    writer.beginArray()
    writer.null()
    writer.endArray()
    writer.bool(false)
    writer.endArray()
    writer.name(String("c"))
    writer.bool(true)
    writer.name("d")
    writer.raw(Array(#"{"x":1}"#.utf8))
    writer.endObject()
  }
  #expect(text == #"{"a":[],"b":[1,{},[null],false],"c":true,"d":{"x":1}}"#)
}

@Test func `strings escape only what must be escaped`() {
  #expect(written { $0.string("a\"b\\c/d") } == #""a\"b\\c/d""#)
  #expect(written { $0.string("\u{8}\u{9}\u{A}\u{C}\u{D}") } == #""\b\t\n\f\r""#)
  #expect(written { $0.string("\u{0}\u{1F}\u{7F}") } == "\"\\u0000\\u001f\u{7F}\"")
  #expect(written { $0.string("é\u{2028}😀") } == "\"é\u{2028}😀\"")
  #expect(written { $0.string(utf8: Array("a\"".utf8)) } == #""a\"""#)
  #expect(written { $0.string(utf8: Array("xay".utf8)[1..<2]) } == #""a""#)
  let long = String(repeating: "0123456789\n", count: 500)
  #expect(written { $0.string(long) }.utf8.count == 500 * 12 + 2)
}

@Test func `integers are written over their whole range`() {
  #expect(written { $0.int(0) } == "0")
  #expect(written { $0.int(-1) } == "-1")
  #expect(written { $0.int(.max) } == "9223372036854775807")
  #expect(written { $0.int(.min) } == "-9223372036854775808")
  #expect(written { $0.uint(.max) } == "18446744073709551615")
  var value: Int64 = 1
  for _ in 0..<18 {
    #expect(written { $0.int(value) } == "\(value)")
    #expect(written { $0.int(1 - value) } == "\(1 - value)")
    value *= 10
  }
}

/// RFC 8785, appendix B.
private let numberSamples: [(bits: UInt64, text: String)] = [
  (0x0000_0000_0000_0000, "0"), (0x8000_0000_0000_0000, "0"),
  (0x0000_0000_0000_0001, "5e-324"), (0x8000_0000_0000_0001, "-5e-324"),
  (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
  (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
  (0x4340_0000_0000_0000, "9007199254740992"), (0xc340_0000_0000_0000, "-9007199254740992"),
  (0x4430_0000_0000_0000, "295147905179352830000"),
  (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"),
  (0x44b5_2d02_c7e1_4af6, "1e+23"), (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
  (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
  (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"), (0x444b_1ae4_d6e2_ef50, "1e+21"),
  (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"), (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
  (0x41b3_de43_5555_5553, "333333333.3333332"), (0x41b3_de43_5555_5554, "333333333.33333325"),
  (0x41b3_de43_5555_5555, "333333333.3333333"), (0x41b3_de43_5555_5556, "333333333.3333334"),
  (0x41b3_de43_5555_5557, "333333333.33333343"),
  (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
  (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
]

@Test func `doubles are written as RFC 8785 has them`() {
  for (bits, text) in numberSamples {
    #expect(written { $0.double(Double(bitPattern: bits)) } == text)
  }
  #expect(written { $0.double(1) } == "1")
  #expect(written { $0.double(-1.5) } == "-1.5")
  #expect(written { $0.double(100) } == "100")
  #expect(written { $0.double(0.1) } == "0.1")
  #expect(written { $0.double(1e-7) } == "1e-7")
}

@Test func `doubles read back as the same value`() throws {
  var state: UInt64 = 42
  for _ in 0..<5_000 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let value = Double(bitPattern: state)
    guard value.isFinite else { continue }
    var writer = JSONWriter()
    writer.double(value)
    var reader = JSONReader(writer.bytes)
    #expect(try reader.double() == value)
  }
}

@Test func `a writer can be used again`() {
  var writer = JSONWriter()
  writer.reserveCapacity(1_000)
  writer.beginArray()
  writer.int(1)
  writer.reset()
  writer.int(2)
  #expect(writer.text == "2")
  writer.reset(keepingCapacity: false)
  writer.string("3")
  #expect(writer.bytes == Array(#""3""#.utf8))
  #expect(writer.count == 3)
  let lent = unsafe writer.withBytes { unsafe Array($0) }
  #expect(lent == writer.bytes)
}
