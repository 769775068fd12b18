/// A pattern or an expression as a small program that runs by backtracking with a memory.
///
/// The order of choices is that of ECMAScript's regular expressions (greedy or lazy as written).
/// But a choice that failed at a position is never tried there again, and where choices meet only
/// the first to arrive continues. So an instruction is executed at most once at each position, and
/// rejected at most once more: a run takes at most `2 x instructions x (bytes + 1)` steps, linear
/// in the path, however hostile it is. (Russ Cox, "Regular Expression Matching: the Virtual Machine
/// Approach", 2009: the bit-state backtracker.)
package struct PathExpressionProgram: Sendable {
  enum Instruction: Sendable {
    case byte(UInt8)
    case set(Int)
    /// A character of that set, percent-encoded or not.
    case character(Int)
    /// Continue at the first; if that fails, at the second.
    case choice(Int, Int)
    case jump(Int)
    /// The point where choices meet again.
    case meet
    /// Save the position: the start (even) or end (odd) of a capture.
    case save(Int)
    case end
  }

  /// The most instructions a pattern may need.
  package static let maximumInstructions = 1_000

  private(set) var instructions: [Instruction] = []
  private(set) var sets: [ByteSet] = []
  /// Whether a literal matches letters in both cases (``LetterFolding``).
  private let ignoresCase: Bool

  /// Whether it matches a path, whose characters may be percent-encoded, or else plain text.
  private let isOfPath: Bool

  /// A program without instructions.
  init(ignoresCase: Bool = false, ofPath isOfPath: Bool = true) {
    (self.ignoresCase, self.isOfPath) = (ignoresCase, isOfPath)
  }

  /// The working memory of a run. The caller keeps it, so that many runs need one allocation.
  package struct Scratch: Sendable {
    enum Choice: Sendable {
      case tryAt(instruction: Int, position: Int)
      case restore(place: Int, value: Int)
    }

    var seen: [UInt64] = []
    var choices: [Choice] = []
    /// Starts and ends of captures after a successful run; -1 for an absent one.
    var saved: [Int] = []
    /// The instructions that all runs have executed.
    var steps = 0

    package init() {}
  }
}

extension PathExpressionProgram {
  /// Thrown when a program exceeds ``maximumInstructions``.
  struct TooLarge: Error, Sendable {}

  @discardableResult
  mutating func append(_ instruction: Instruction) throws(TooLarge) -> Int {
    guard instructions.count < Self.maximumInstructions else { throw TooLarge() }
    instructions.append(instruction)
    return instructions.count - 1
  }

  mutating func append(literal bytes: [UInt8]) throws(TooLarge) {
    guard ignoresCase else {
      for byte in bytes { try append(.byte(byte)) }
      return
    }
    var position = 0
    while position < bytes.count {
      let forms = LetterFolding.forms(at: &position, in: bytes)
      if forms.count == 1 {
        for byte in forms[0] { try append(.byte(byte)) }
      } else if forms.allSatisfy({ $0.count == 1 }) {
        var both = ByteSet()
        for form in forms { both.insert(form[0]) }
        try append(.set(index(of: both)))
      } else {
        try append(alternatives: forms.map { .text($0) })
      }
    }
  }

  private mutating func index(of set: ByteSet) -> Int {
    if let index = sets.firstIndex(of: set) { return index }
    sets.append(set)
    return sets.count - 1
  }

  mutating func append(_ node: PathExpression.Node) throws(TooLarge) {
    switch node {
    case .nothing: break
    case .set(let set): try append(.set(index(of: set)))
    case .character(let set):
      let index = index(of: set)
      try append(set.isBareInPath ? .set(index) : .character(index))
    case .text(let bytes): for byte in bytes { try append(.byte(byte)) }
    case .sequence(let nodes): for node in nodes { try append(node) }
    case .alternatives(let nodes): try append(alternatives: nodes)
    case .repetition(let node, let minimum, let maximum, let isLazy):
      for _ in 0..<minimum { try append(node) }
      if let maximum {
        var choices: [Int] = []
        for _ in minimum..<maximum {
          choices.append(try append(.end))
          try append(node)
        }
        for choice in choices { resolve(choice, isLazy: isLazy) }
        try append(.meet)
      } else {
        try appendLoop(isLazy: isLazy) { (program) throws(TooLarge) in try program.append(node) }
      }
    }
  }

  /// Appends `body`, to be matched once or not at all.
  mutating func appendOption(
    _ body: (inout PathExpressionProgram) throws(TooLarge) -> Void
  ) throws(TooLarge) {
    let choice = try append(.end)
    try body(&self)
    resolve(choice, isLazy: false)
    try append(.meet)
  }

  /// Appends `body`, to be matched any number of times.
  mutating func appendLoop(
    isLazy: Bool, _ body: (inout PathExpressionProgram) throws(TooLarge) -> Void
  ) throws(TooLarge) {
    let choice = try append(.end)
    try body(&self)
    try append(.jump(choice))
    resolve(choice, isLazy: isLazy)
  }

  private mutating func append(alternatives nodes: [PathExpression.Node]) throws(TooLarge) {
    try appendAlternatives(nodes.count) { (program, index) throws(TooLarge) in
      try program.append(nodes[index])
    }
  }

  /// Appends alternatives, of which the first that leads to a match counts.
  mutating func appendAlternatives(
    _ count: Int,
    _ append: (inout PathExpressionProgram, _ index: Int) throws(TooLarge) -> Void
  ) throws(TooLarge) {
    var jumps: [Int] = []
    for index in 0..<(count - 1) {
      let choice = try self.append(.end)
      try append(&self, index)
      jumps.append(try self.append(.jump(0)))
      resolve(choice, isLazy: false)
    }
    try append(&self, count - 1)
    guard !jumps.isEmpty else { return }
    for jump in jumps { instructions[jump] = .jump(instructions.count) }
    try self.append(.meet)
  }

  /// Makes the instruction at `place` a choice between the next one and the end of the program so
  /// far.
  private mutating func resolve(_ place: Int, isLazy: Bool) {
    let inside = place + 1
    let outside = instructions.count
    instructions[place] = isLazy ? .choice(outside, inside) : .choice(inside, outside)
  }
}

extension PathExpressionProgram {
  /// Whether the program matches all of `bytes[range]`. On success `scratch.saved` has the
  /// captures.
  func matches(
    _ bytes: [UInt8], _ range: Range<Int>, captures: Int, scratch: inout Scratch
  ) -> Bool {
    scratch.choices.removeAll(keepingCapacity: true)
    scratch.saved.removeAll(keepingCapacity: true)
    scratch.saved.append(contentsOf: repeatElement(-1, count: 2 * captures))
    let width = range.count + 1
    scratch.seen.removeAll(keepingCapacity: true)
    scratch.seen.append(
      contentsOf: repeatElement(0, count: (instructions.count * width + 63) / 64))
    scratch.choices.append(.tryAt(instruction: 0, position: range.lowerBound))
    var tries = 0
    while let choice = scratch.choices.popLast() {
      switch choice {
      case .restore(let place, let value): scratch.saved[place] = value
      case .tryAt(let instruction, let position):
        tries += 1
        assert(tries <= instructions.count * width + 1, "no choice is tried at one place twice")
        if run(from: instruction, at: position, bytes, range, &scratch) { return true }
      }
    }
    return false
  }

  /// Follows one sequence of choices to its end; the others are kept for later.
  private func run(
    from start: Int, at place: Int, _ bytes: [UInt8], _ range: Range<Int>,
    _ scratch: inout Scratch
  ) -> Bool {
    var counter = start
    var position = place
    while true {
      scratch.steps &+= 1
      switch instructions[counter] {
      case .byte(let byte):
        guard position < range.upperBound, bytes[position] == byte else { return false }
        position += 1
        counter += 1
      case .set(let index):
        guard position < range.upperBound, sets[index].contains(bytes[position]) else {
          return false
        }
        position = isOfPath ? Self.end(ofUnitAt: position, in: bytes, range) : position + 1
        counter += 1
      case .character(let index):
        let set = sets[index]
        let found =
          isOfPath
          ? Self.end(ofCharacterAt: position, in: bytes, range, of: set)
          : Self.end(ofPlainCharacterAt: position, in: bytes, range, of: set)
        guard let end = found else { return false }
        position = end
        counter += 1
      case .choice(let first, let second):
        guard isNew(counter, position, range, &scratch) else { return false }
        scratch.choices.append(.tryAt(instruction: second, position: position))
        counter = first
      case .jump(let target):
        counter = target
      case .meet:
        guard isNew(counter, position, range, &scratch) else { return false }
        counter += 1
      case .save(let slot):
        scratch.choices.append(.restore(place: slot, value: scratch.saved[slot]))
        scratch.saved[slot] = position
        counter += 1
      case .end:
        return position == range.upperBound
      }
    }
  }

  /// The end of the character at a position of a canonical path; nil when the set does not contain
  /// it.
  private static func end(
    ofCharacterAt position: Int, in bytes: [UInt8], _ range: Range<Int>, of set: ByteSet
  ) -> Int? {
    guard position < range.upperBound else { return nil }
    var encoded = EncodedBytes(bytes: bytes, position: position, end: range.upperBound)
    guard let first = encoded.first else {
      return set.contains(bytes[position]) ? position + 1 : nil
    }
    if first < 0x80, first != UInt8(ascii: "/") { return set.contains(first) ? position + 3 : nil }
    guard set.beyondASCII, let count = encoded.takeCharacter() else { return nil }
    return position + 3 * count
  }

  /// The end of the smallest piece that no capture may split: a byte as written, a percent-encoded
  /// character, or one `%XX` that is part of no character.
  private static func end(
    ofUnitAt position: Int, in bytes: [UInt8], _ range: Range<Int>
  ) -> Int {
    guard bytes[position] == UInt8(ascii: "%") else { return position + 1 }
    var encoded = EncodedBytes(bytes: bytes, position: position, end: range.upperBound)
    guard encoded.first != nil else { return position + 1 }
    return position + 3 * (encoded.takeCharacter() ?? 1)
  }

  /// The end of the character at a position of plain UTF-8; nil when the set does not contain it.
  private static func end(
    ofPlainCharacterAt position: Int, in bytes: [UInt8], _ range: Range<Int>, of set: ByteSet
  ) -> Int? {
    guard position < range.upperBound, set.contains(bytes[position]) else { return nil }
    var end = position + 1
    guard bytes[position] >= 0x80 else { return end }
    while end < range.upperBound, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }

  /// The decoded bytes of a sequence of `%XX`.
  private struct EncodedBytes: IteratorProtocol {
    let bytes: [UInt8]
    var position: Int
    let end: Int

    var first: UInt8? { PercentEncoding.encodedByte(at: position, in: bytes, before: end) }

    mutating func next() -> UInt8? {
      defer { position += 3 }
      return first
    }

    /// The length of the character at their start, in bytes; nil when there is none.
    mutating func takeCharacter() -> Int? {
      var decoder = UTF8.ForwardParser()
      guard case .valid(let scalar) = decoder.parseScalar(from: &self) else { return nil }
      return scalar.count
    }
  }

  /// Whether this instruction has not been tried at this position; marks it as tried.
  private func isNew(
    _ instruction: Int, _ position: Int, _ range: Range<Int>, _ scratch: inout Scratch
  ) -> Bool {
    let bit = instruction * (range.count + 1) + (position - range.lowerBound)
    let mask: UInt64 = 1 << UInt64(bit & 63)
    guard scratch.seen[bit >> 6] & mask == 0 else { return false }
    scratch.seen[bit >> 6] |= mask
    return true
  }
}
