import TextTerminal

/// The texts of a report. Each is kept once and known by its place; place 0 is no text.
struct ReportTexts {
  /// In the order of their places, as they are in the journal.
  private(set) var all = [""]
  /// How many bytes they have together.
  private(set) var bytes = 0
  private var places: [Key: Int] = [:]

  /// Texts are the same where their bytes are: Swift's own `==` takes two spellings of a letter for
  /// one.
  private struct Key: Hashable {
    let text: String

    static func == (one: Key, other: Key) -> Bool { one.text.utf8.elementsEqual(other.text.utf8) }

    func hash(into hasher: inout Hasher) {
      for byte in text.utf8 { hasher.combine(byte) }
    }
  }

  /// The place of a text, which is kept when it is new.
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
