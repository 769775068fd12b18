extension PathIndex {
  /// Continues along an edge.
  func follow(
    _ edge: Edge, _ segment: Range<Int>?, _ bytes: [UInt8], _ search: inout Search,
    _ taker: inout some PathTaker
  ) -> Bool {
    if case .rest(let program, let captures, let start, let end) = edge.kind {
      let rest = (segment?.lowerBound ?? search.range.upperBound)..<search.range.upperBound
      for isBeforeSlash in [false, true] where !isBeforeSlash || search.endsInSlash(bytes) {
        let end = isBeforeSlash ? Range32() : end
        guard ignoresEndSlash || !isBeforeSlash,
          segment == nil || (starts(bytes, rest, with: start) && ends(bytes, rest, with: end)),
          programs[program].matches(
            bytes, search.path(isBeforeSlash), captures: captures, scratch: &search.scratch)
        else { continue }
        let outer = search.captures
        search.captures = PathPattern.Captures(saved: search.scratch.saved)
        let target = nodes[Int(edge.target)]
        if finish(target, isBeforeSlash: isBeforeSlash, bytes, &search, &taker) { return true }
        search.captures = outer
      }
      return false
    }
    guard let segment else { return false }
    var captured: Range<Int>
    switch edge.kind {
    case .rest: return false
    case .folded:
      let text = LetterFolding.folded(bytes, segment)
      var scan = SegmentScan()
      _ = scan.take(text, from: 0, to: text.count)
      guard let target = literal(after: edge.target, text, text.indices, scan) else {
        return false
      }
      return visit(target, at: segment.upperBound, bytes, &search, &taker)
    case .capture:
      if segment.isEmpty { return false }
      captured = segment
    case .singleClass(let set, let minimum, let maximum):
      guard segment.count >= minimum, segment.count <= maximum,
        Self.all(bytes, segment, in: set)
      else { return false }
      captured = segment
    case .expression(let program):
      guard programs[program].matches(bytes, segment, captures: 0, scratch: &search.scratch)
      else { return false }
      captured = segment
    case .repeated:
      captured = segment.lowerBound..<search.range.upperBound
      if ignoresEndSlash, search.endsInSlash(bytes) { captured = captured.dropLast() }
      if Self.hasEmptySegment(bytes, captured) { return false }
    case .wildcard:
      captured = segment.lowerBound..<search.range.upperBound
    }
    search.captures.append(captured)
    if visit(edge.target, at: captured.upperBound, bytes, &search, &taker) { return true }
    search.captures.removeLast()
    return false
  }

  private func starts(_ bytes: [UInt8], _ range: Range<Int>, with text: Range32) -> Bool {
    let count = Int(text.end - text.start)
    return range.count >= count
      && (0..<count).allSatisfy {
        bytes[range.lowerBound + $0] == literalBytes[Int(text.start) + $0]
      }
  }

  private func ends(_ bytes: [UInt8], _ range: Range<Int>, with text: Range32) -> Bool {
    let start = range.upperBound - Int(text.end - text.start)
    // The text may begin before the start: "/end" after "/*".
    return start >= 0 && starts(bytes, start..<range.upperBound, with: text)
  }

  private static func all(_ bytes: [UInt8], _ range: Range<Int>, in set: ByteSet) -> Bool {
    for position in range where !set.contains(bytes[position]) { return false }
    return true
  }

  private static func hasEmptySegment(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    var length = 0
    for position in range {
      if bytes[position] == UInt8(ascii: "/") {
        if length == 0 { return true }
        length = 0
      } else {
        length += 1
      }
    }
    return length == 0
  }
}
