import TextTerminal

/// The texts of a report. Each is stored once and identified by its index; index 0 means no text.
struct ReportTexts {
  /// The texts by index, as they are in the journal.
  private(set) var all = [""]
  /// The total number of bytes.
  private(set) var bytes = 0
  private var places: [Key: Int] = [:]

  /// Texts are equal when their bytes are: Swift's own `==` treats two spellings of a letter as
  /// equal.
  private struct Key: Hashable {
    let text: String

    static func == (one: Key, other: Key) -> Bool { one.text.utf8.elementsEqual(other.text.utf8) }

    func hash(into hasher: inout Hasher) {
      for byte in text.utf8 { hasher.combine(byte) }
    }
  }

  /// The index of a text, which is added if it is new.
  mutating func place(of text: String?) -> Int {
    guard let text else { return 0 }
    let key = Key(text: text)
    if let known = places[key] { return known }
    let place = all.count
    all.append(text)
    bytes += text.utf8.count
    places[key] = place
    return place
  }
}
