/// The route table that a session adopted while it ran.
package struct TableAdoption: Sendable, Hashable {
  /// The table's hexadecimal digest.
  package var table: String
  /// How the screens were adapted, and the table in force before.
  package var restoration: Restoration
}

extension TableAdoption {
  static let tableNote = "table"

  static let noteNames = Restoration.noteNames.union([tableNote])

  var notes: Parameters {
    var notes = restoration.notes
    notes[Self.tableNote] = .string(table)
    return notes
  }

  /// Reads the notes; nil when they are not those of an adoption.
  init?(notes: Parameters) {
    guard let table = notes.text(Self.tableNote), let restoration = Restoration(notes: notes),
      restoration.formerTable != nil
    else { return nil }
    self.init(table: table, restoration: restoration)
  }
}
