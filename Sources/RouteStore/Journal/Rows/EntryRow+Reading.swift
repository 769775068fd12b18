extension EntryRow {
  /// The single row of a statement; use ``EntryReader`` for many rows.
  ///
  /// The statement's columns are ``columns``.
  init(_ statement: borrowing Statement) throws(StoreError) {
    var values = RowValues(columns: Self.columnCount)
    values.fetch(from: statement)
    self.init()
    try read(from: values)
  }

  /// Replaces every column by the values of a row; the payload's storage is kept.
  ///
  /// The row's columns are ``columns``. A chain digest that is not 32 bytes reads as zero. Throws
  /// `damaged` when a value is beyond ``FileBounds``.
  mutating func read(from values: borrowing RowValues) throws(StoreError) {
    sequence = values.integer(0)
    session = values.integer(1)
    scene = values.optionalText(2)
    kind = values.integer(3)
    request = values.optionalInteger(4)
    cause = values.optionalInteger(5)
    atMicroseconds = values.integer(6)
    elapsedMicroseconds = values.integer(7)
    durationMicroseconds = values.optionalInteger(8)
    entryPoint = values.optionalText(9)
    link = values.optionalText(10)
    route = values.optionalText(11)
    routeVersion = values.optionalInteger(12)
    router = values.optionalText(13)
    variant = values.optionalText(14)
    outcome = values.optionalText(15)
    reason = values.optionalText(16)
    screenBefore = values.optionalText(17)
    screenAfter = values.optionalText(18)
    action = values.optionalInteger(19)
    attempt = values.optionalInteger(20)
    values.read(21, into: &payload)
    stateDigest = values.optionalInteger(22).map { UInt64(bitPattern: $0) }
    chainDigest = values.digest(23) ?? .zero
    if let column = columnBeyondBounds(size: textSize) {
      let isKnown = FileBounds.numbers.contains(sequence)
      throw .damaged(
        reason: FileBounds.problem(of: column), sequence: isKnown ? sequence : nil)
    }
  }

  /// The name of a column whose value is beyond ``FileBounds``; nil when all are within, which
  /// takes only a few additions to find out.
  ///
  /// - Parameter size: the total bytes of its texts.
  func columnBeyondBounds(size: Int) -> String? {
    let most = UInt64(FileBounds.numbers.upperBound)
    // A bit beyond a bound remains in the union of all bits.
    var bits = sequence.magnitude | session.magnitude | kind.magnitude
    bits |= atMicroseconds.magnitude | elapsedMicroseconds.magnitude
    bits |= (request ?? 0).magnitude | (cause ?? 0).magnitude
    bits |= (durationMicroseconds ?? 0).magnitude | (routeVersion ?? 0).magnitude
    bits |= (action ?? 0).magnitude | (attempt ?? 0).magnitude
    guard bits > most || size > FileBounds.textBytes else { return nil }
    let numbers = [
      ("sequence", sequence), ("session", session), ("kind", kind), ("at_us", atMicroseconds),
      ("elapsed_us", elapsedMicroseconds),
    ]
    if let number = numbers.first(where: { $0.1.magnitude > most }) { return number.0 }
    if payload.count > Int(FileBounds.valueBytes) { return "payload" }
    return Field.allCases.first { field in
      switch self[field] {
      case .null: false
      case .integer(let number): number.magnitude > most
      case .text(let text): text.utf8.count > FileBounds.textBytes
      }
    }?.rawValue
  }
}

extension RowValues {
  /// The 32 bytes of a blob, or nil when it is anything else.
  func digest(_ column: Int) -> SHA256.Digest? {
    unsafe withBytes(column) { bytes in unsafe SHA256.Digest(bytes) }
  }
}

extension Statement {
  /// The 32 bytes of a blob, or nil when it is anything else.
  borrowing func digest(_ column: Int32) -> SHA256.Digest? {
    unsafe withBytes(column) { bytes in unsafe SHA256.Digest(bytes) }
  }
}
