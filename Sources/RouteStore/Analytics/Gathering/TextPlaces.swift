/// Texts, each with a place from 1 on. Texts with equal bytes have equal places, as SQL compares
/// texts.
struct TextPlaces {
  private var texts: [String] = [""]
  private var areASCII: [Bool] = [true]
  private var places: [[UInt8]: Int] = [:]
  /// The places used last, indexed by a hash of the text.
  private var recent: [Int] = Array(repeating: 0, count: 256)
  private let known: [String]

  /// - Parameter known: the texts with the first places, which are kept for ever, in order.
  init(knowing known: [String]) {
    self.known = known
    for text in known { _ = place(of: text) }
  }

  /// The number of texts besides those that are kept for ever.
  var others: Int { max(0, texts.count - 1 - known.count) }

  subscript(place: Int) -> String { texts[place] }

  /// Removes all other texts.
  mutating func removeAll() { self = TextPlaces(knowing: known) }

  mutating func place(of text: String) -> Int {
    let sign = Self.sign(of: text)
    let last = recent[sign]
    // Texts that are equal by Unicode have equal bytes if one is ASCII and both have the same
    // length.
    if last > 0, areASCII[last], texts[last] == text, texts[last].utf8.count == text.utf8.count {
      return last
    }
    let place = knownPlace(of: text)
    recent[sign] = place
    return place
  }

  private static func sign(of text: String) -> Int {
    let sign = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
      guard let first = unsafe bytes.first, let last = unsafe bytes.last else { return 0 }
      let middle = unsafe bytes[bytes.count / 2]
      return bytes.count &* 31 &+ Int(first) &* 7 &+ Int(middle) &* 5 &+ Int(last)
    }
    return (sign ?? 0) & 255
  }

  private mutating func knownPlace(of text: String) -> Int {
    let bytes = Array(text.utf8)
    if let place = places[bytes] { return place }
    let place = texts.count
    texts.append(text)
    areASCII.append(bytes.allSatisfy { $0 < 0x80 })
    places[bytes] = place
    return place
  }
}
