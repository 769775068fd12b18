extension EntryRow {
  /// The one row a statement stands on; many are read with ``EntryReader``.
  ///
  /// The statement's columns are ``columns``.
  init(_ statement: borrowing Statement) {
    var values = RowValues(columns: Self.columnCount)
    values.fetch(from: statement)
    self.init()
    read(from: values)
  }

  /// Replaces every column by a row's values; the payload's storage is kept.
  ///
  /// The row's columns are ``columns``. A chain digest that is not 32 bytes reads as zero.
  mutating func read(from values: borrowing RowValues) {
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
