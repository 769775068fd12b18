/// A table of the journal's format, identified by the text that creates it.
///
/// Nothing is read from a file before its tables are found to have these texts: a view in a table's
/// place, a computed column or a condition could keep SQLite busy for ever.
struct TableText {
  /// Its name.
  let name: String
  /// The text, as SQLite stores it.
  let sql: String
  /// Whether a later migration alters it: then SQLite stores a text that no migration contains.
  var isAltered = false

  /// The table in which each migration is recorded; it exists before the first one.
  static let ofMigrations = """
    CREATE TABLE migration (
      number INTEGER PRIMARY KEY, identifier TEXT NOT NULL, digest BLOB NOT NULL
    ) STRICT
    """

  /// Every table that migrations make. The statements begin and end at line boundaries.
  static func all(of migrations: some Sequence<Migration>) -> [TableText] {
    let altered = migrations.flatMap { statements("ALTER TABLE ", of: $0.sql).map(\.name) }
    let made = migrations.flatMap { statements("CREATE TABLE ", of: $0.sql) }
    return [TableText(name: "migration", sql: ofMigrations)]
      + made.map { table in
        var table = table
        table.isAltered = altered.contains(table.name)
        return table
      }
  }

  /// The tables of the newest format.
  static let newest = all(of: Migration.all)

  /// The statements that begin with these words, each with the name that follows.
  private static func statements(_ words: String, of sql: [UInt8]) -> [TableText] {
    let beginning = Array(words.utf8)
    var tables: [TableText] = []
    var rest = sql[...]
    while !rest.isEmpty {
      if rest.starts(with: beginning) {
        let statement = rest.prefix { $0 != UInt8(ascii: ";") }
        let name = statement.dropFirst(beginning.count).prefix { $0 != UInt8(ascii: " ") }
        tables.append(
          TableText(
            name: String(decoding: name, as: UTF8.self),
            sql: String(decoding: statement, as: UTF8.self)))
        rest = rest.dropFirst(statement.count)
      }
      rest = rest.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
    }
    return tables
  }

  /// Whether a name, in small letters, is that of the table: SQLite ignores case.
  fileprivate func hasName(_ small: String) -> Bool { small.isByByte(name) }

  /// Whether a table of a newer format may have such a text: it computes nothing.
  fileprivate static func mayBeNewer(_ sql: String) -> Bool {
    let words = sql.uppercased().utf8.split { !(UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0) }
    return !words.contains { word in
      ["CHECK", "GENERATED", "AS"].contains { word.elementsEqual($0.utf8) }
    }
  }
}

/// A part of a file's schema that differs from its format.
struct ForeignPart {
  /// Its name.
  let name: String
  /// The error that reports it.
  let error: StoreError
  /// Whether it could replace the rows of the table of migrations, which is then not read.
  let hidesMigrations: Bool

  fileprivate init(_ type: String, _ name: String, _ problem: String, hidesMigrations: Bool) {
    let quoted = FileBounds.quoted(name)
    self.name = quoted
    self.hidesMigrations = hidesMigrations
    error = .damaged(
      reason: "its \(FileBounds.quoted(type)) '\(quoted)' \(problem)", sequence: nil)
  }
}

extension ForeignPart {
  /// The first words of a trigger, as SQLite stores it.
  static let triggers = ["CREATE TRIGGER "]
  /// The first words of the parts that salvage passes over: those that only a writer executes, and
  /// tables. A table passes only if it computes nothing; a wrong bit in its text then costs no more
  /// than its own rows.
  static let salvaged = triggers + ["CREATE INDEX ", "CREATE UNIQUE INDEX ", tables]
  /// The first words of a table.
  fileprivate static let tables = "CREATE TABLE "
}

extension Connection {
  /// The first part of a file's schema that differs from its format and that SQLite would execute
  /// when the journal is read or written. If there are several, the table of migrations comes
  /// first.
  ///
  /// No two parts may share a page on which their rows begin: otherwise, reading one table would
  /// read the rows of another, for example those of the vault.
  ///
  /// Missing tables, and additional views and indexes of plain columns, are reported by a check of
  /// the whole file.
  ///
  /// - Parameters:
  ///   - isWritten: whether the journal is to be written. A unique index is foreign then, because
  ///     it can refuse a row or replace another one.
  ///   - passed: the first words of the parts that are passed over. The text counts and not the
  ///     type, because SQLite executes the text.
  borrowing func foreignPart(
    format: Int64, of migrations: [Migration] = Migration.all, isWritten: Bool = false,
    passing passed: [String] = []
  ) throws(StoreError) -> ForeignPart? {
    let isWhole = format >= migrations.count && migrations.count == Migration.all.count
    let tables =
      isWhole ? TableText.newest : TableText.all(of: migrations.prefix(Int(clamping: format)))
    let list = try prepare(
      """
      SELECT type, name, rootpage, sql FROM sqlite_schema ORDER BY lower(name) <> 'migration'
      """)
    // The schema begins at page 1.
    var owners: [Int64: String] = [1: "sqlite_schema"]
    while try list.step() {
      let (type, name, root) = (list.text(0), list.text(1), list.integer(2))
      let small = name.lowercased()
      let isOfMigrations = small == "migration"
      if root != 0, let owner = owners.updateValue(name, forKey: root) {
        return ForeignPart(
          type, name, "begins at the page of '\(FileBounds.quoted(owner))'", hidesMigrations: true)
      }
      guard let sql = list.optionalText(3) else { continue }
      if passed.contains(where: sql.hasPrefix),
        !sql.hasPrefix(ForeignPart.tables) || root > 0 && TableText.mayBeNewer(sql)
      {
        continue
      }
      let isKnown: Bool
      if type == "index" {
        isKnown = sql.creates(name) && sql.isPlainIndex && (!isWritten || sql.letsRowsRepeat)
      } else if let table = tables.first(where: { $0.hasName(small) }) {
        let isSame =
          format > migrations.count || table.isAltered
          ? TableText.mayBeNewer(sql) : sql.isByByte(table.sql)
        isKnown = type == "table" && root > 0 && isSame
      } else {
        isKnown = type != "trigger" && (type != "view" || root == 0) && sql.creates(name)
      }
      guard !isKnown else { continue }
      return ForeignPart(
        type, name, "is not what its format has", hidesMigrations: isOfMigrations)
    }
    return nil
  }
}

extension String {
  /// Whether both texts have equal bytes; most texts that differ have different lengths.
  fileprivate func isByByte(_ other: String) -> Bool {
    utf8.count == other.utf8.count && Array(utf8) == Array(other.utf8)
  }

  /// Whether the text, as SQLite writes it, creates a part of that name. SQLite takes the name from
  /// the text, and for salvage it does not compare it with the one in the schema
  /// (`sqlite3CheckObjectName`).
  fileprivate func creates(_ name: String) -> Bool {
    let beginnings = [
      "CREATE TABLE ", "CREATE VIEW ", "CREATE INDEX ", "CREATE UNIQUE INDEX ",
      "CREATE VIRTUAL TABLE ",
    ]
    guard let words = beginnings.first(where: { hasPrefix($0) }) else { return false }
    let rest = utf8.dropFirst(words.utf8.count)
    let bytes = Array(name.utf8)
    // The words IF NOT EXISTS come before the name.
    if !bytes.isEmpty, bytes.allSatisfy(Self.isOfName), name.lowercased() != "if",
      rest.starts(with: bytes)
    {
      return !(rest.dropFirst(bytes.count).first.map(Self.isOfName) ?? false)
    }
    return ["\"\"", "``", "[]", "''"].contains { marks in
      let (first, last) = (Array(marks.utf8.prefix(1)), Array(marks.utf8.suffix(1)))
      let quoted = first + bytes.flatMap { last == [$0] ? [$0, $0] : [$0] } + last
      return rest.starts(with: quoted) && !rest.dropFirst(quoted.count).starts(with: last)
    }
  }

  /// Whether a name without quotation marks may contain a byte.
  private static func isOfName(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// Whether the text of an index, as SQLite writes it, lets a value stand in several rows.
  fileprivate var letsRowsRepeat: Bool { hasPrefix("CREATE INDEX ") }

  /// Whether the text of an index names only columns, each with its collation and order. Computed
  /// columns and conditions, which a writer would evaluate, look different.
  fileprivate var isPlainIndex: Bool {
    let parts = split(separator: "(", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].hasSuffix(")") else { return false }
    return parts[1].dropLast().split(separator: ",", omittingEmptySubsequences: false)
      .allSatisfy { column in
        var words = column.split(whereSeparator: \.isWhitespace)[...]
        guard let name = words.popFirst(), name.isPlainName else { return false }
        if words.first?.lowercased() == "collate" {
          words.removeFirst()
          guard words.popFirst()?.isPlainName ?? false else { return false }
        }
        if ["asc", "desc"].contains(words.first?.lowercased()) { words.removeFirst() }
        return words.isEmpty
      }
  }
}

extension Substring {
  /// Whether it is the name of a column in SQL, in quotation marks or without.
  fileprivate var isPlainName: Bool {
    var name = self
    for (first, last) in [("\"", "\""), ("`", "`"), ("[", "]")] where name.hasPrefix(first) {
      guard name.utf8.count > 2, name.hasSuffix(last) else { return false }
      name = name.dropFirst().dropLast()
    }
    return !name.isEmpty
      && name.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      }
  }
}
