import Testing

@testable import RouteReplayProgram

@Suite struct `Lines of spans` {
  private func span(_ number: Int64, of session: String) -> TraceSpan {
    let trace = TraceIdentity(.request(number), of: session)
    return TraceSpan(
      trace: trace.trace, id: trace.request, parent: nil, name: "url product", start: number,
      end: number + 1)
  }

  @Test func `are written as they fill, and are no longer than collectors take`() throws {
    var lines: [[UInt8]] = []
    var writer = try SpanLines { lines.append($0) }
    for number in 1...2_000 {
      try writer.write(span(Int64(number), of: "a"), of: 1, from: SpanAttributes())
    }
    let early = lines.count
    try writer.endJournal()
    #expect(early > 2 && lines.count == early + 1 && writer.count == 2_000)
    #expect(lines.allSatisfy { $0.count < 128 * 1_024 && $0.last == 0x0A })
    #expect(lines.allSatisfy { line in line.count { $0 == 0x0A } == 1 })
  }

  @Test func `end where the session is another one`() throws {
    var lines: [[UInt8]] = []
    var writer = try SpanLines { lines.append($0) }
    try writer.write(span(1, of: "a"), of: 1, from: SpanAttributes())
    try writer.write(span(2, of: "b"), of: 2, from: SpanAttributes())
    try writer.endJournal()
    try writer.endJournal()
    #expect(lines.count == 2)
  }

  @Test func `have identifiers that no other session, request or part has`() {
    var ids: Set<String> = []
    var count = 0
    for session in ["a", "b", "a\nrequest 1"] {
      for root in [TraceIdentity.Root.request(1), .request(11), .action(1)] {
        let trace = TraceIdentity(root, of: session)
        let own = [
          trace.trace, trace.request, trace.action(1), trace.attempt(1, at: 1),
          trace.attempt(11, at: 1), trace.answer(0, of: 1), trace.answer(1, of: 1),
          trace.wait(from: 1),
        ]
        count += own.count
        ids.formUnion(own)
        #expect(own == own.map { $0.lowercased() } && own.dropFirst().allSatisfy { $0.count == 16 })
      }
    }
    #expect(ids.count == count)
  }

  @Test(
    arguments: [
      (-5, 5, "0", "5000"), (7, 3, "7000", "7000"), (.max, .max, "\(Int64.max)", "\(Int64.max)"),
      (-9, -7, "0", "0"), (3, -7, "3000", "3000"),
    ] as [(Int64, Int64, String, String)])
  func `have times that every reader takes`(
    _ start: Int64, _ end: Int64, _ first: String, _ last: String
  ) throws {
    var text = ""
    var writer = try SpanLines { text += String(decoding: $0, as: UTF8.self) }
    let span = TraceSpan(trace: "t", id: "i", parent: nil, name: "n", start: start, end: end)
    try writer.write(span, of: 1, from: SpanAttributes())
    try writer.endJournal()
    #expect(text.contains(#""startTimeUnixNano":"\#(first)""#), "\(text)")
    #expect(text.contains(#""endTimeUnixNano":"\#(last)""#))
    #expect(text.contains("route.clock_set_back") == (end < start))
    for (name, moment) in [("route.start_us", start), ("route.end_us", end)] {
      let value = #"{"key":"\#(name)","value":{"intValue":"\#(moment)"}}"#
      #expect(text.contains(value) == (moment < 0), "\(text)")
    }
  }
}
