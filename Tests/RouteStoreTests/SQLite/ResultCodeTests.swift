import Testing

@testable import RouteStore

@Suite struct `A result code of SQLite` {
  @Test(
    arguments: [
      (1, "SQLITE_ERROR, 1"), (5, "SQLITE_BUSY, 5"), (28, "SQLITE_WARNING, 28"),
      (266, "SQLITE_IOERR_READ, 266"), (522, "SQLITE_IOERR_SHORT_READ, 522"),
      (778, "SQLITE_IOERR_WRITE, 778"), (8_458, "SQLITE_IOERR_CORRUPTFS, 8458"),
      (1_550, "SQLITE_CANTOPEN_SYMLINK, 1550"), (1_032, "SQLITE_READONLY_DBMOVED, 1032"),
      (2_067, "SQLITE_CONSTRAINT_UNIQUE, 2067"), (65_290, "SQLITE_IOERR, 65290"), (99, "99"),
      (0, "0"), (-1, "-1"),
    ] as [(Int32, String)])
  func `is told by its name`(code: (number: Int32, text: String)) {
    #expect(ResultCode(rawValue: code.number).description == code.text)
  }

  @Test func `is told in what an error says, and a number of the system is not taken for one`() {
    let written = StoreError.inputOutput(code: 778, message: "disk I/O error")
    #expect(written.description.contains("(SQLITE_IOERR_WRITE, 778)"))
    #expect(StoreError.inputOutput(code: 5, message: "x").description.contains("failed (5)"))
    #expect(StoreError.sqlite(code: 1, message: "x").description.contains("(SQLITE_ERROR, 1)"))
  }

  @Test func `an owner in another process and one in this are told apart`() {
    let text = StoreError.owned(path: "app.journal").description
    #expect(text.contains("Quit the program that uses it."))
    #expect(text.contains("release the session that uses it; its end is not enough."))
  }

  @Test func `an unwritable file can be read, by an app and by a person`() {
    let text = StoreError.readOnly(path: "app.journal").description
    #expect(text.contains("or only read ") && !text.contains("open"))
  }

  @Test func `the error for a moved file asks nothing of the session's host`() {
    let text = StoreError.moved(path: "app.journal").description
    #expect(text.contains("A session continues by itself"))
    #expect(text.contains("Without a session, open the journal again"))
  }
}
