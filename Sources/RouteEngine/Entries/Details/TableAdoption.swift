/// The route table that a session adopted while it ran.
package struct TableAdoption: Sendable, Hashable {
  /// Its digest, in hexadecimal.
  package var table: String
  /// How the screens were adapted, and which table was in force before.
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

  /// Nil when the notes say what no adoption says.
  init?(notes: Parameters) {
    guard let table = notes.text(Self.tableNote), let restoration = Restoration(notes: notes),
      restoration.formerTable != nil
    else { return nil }
    self.init(table: table, restoration: restoration)
  }
}
