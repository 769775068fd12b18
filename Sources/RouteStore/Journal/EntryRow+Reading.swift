extension EntryRow {
  /// Replaces every column by those of the row a statement stands on; the payload's storage is
  /// kept.
  ///
  /// The statement's columns are ``columns``. A chain digest that is not 32 bytes reads as zero.
  mutating func read(from statement: borrowing Statement) {
    sequence = statement.integer(0)
    session = statement.integer(1)
    scene = statement.optionalText(2)
    kind = statement.integer(3)
    request = statement.optionalInteger(4)
    cause = statement.optionalInteger(5)
    atMicroseconds = statement.integer(6)
    elapsedMicroseconds = statement.integer(7)
    durationMicroseconds = statement.optionalInteger(8)
    entryPoint = statement.optionalText(9)
    link = statement.optionalText(10)
    route = statement.optionalText(11)
    routeVersion = statement.optionalInteger(12)
    router = statement.optionalText(13)
    variant = statement.optionalText(14)
    outcome = statement.optionalText(15)
    reason = statement.optionalText(16)
    screenBefore = statement.optionalText(17)
    screenAfter = statement.optionalText(18)
    action = statement.optionalInteger(19)
    attempt = statement.optionalInteger(20)
    statement.read(21, into: &payload)
    stateDigest = statement.optionalInteger(22).map { UInt64(bitPattern: $0) }
    chainDigest = statement.digest(23) ?? .zero
  }
}

extension Statement {
  /// The 32 bytes of a blob, or nil when it is anything else.
  borrowing func digest(_ column: Int32) -> SHA256.Digest? {
    unsafe withBytes(column) { bytes in unsafe SHA256.Digest(bytes) }
  }
}
