/// The candidate that was probably meant by a mistyped word: one of which it is the beginning, or
/// the one with the fewest typing mistakes, if they are few for the word's length.
func nearestWord(to word: String, among candidates: [String]) -> String? {
  let typed = Array(word.utf8)
  // Longer words are not typing mistakes, and the comparison takes quadratic time.
  guard !typed.isEmpty, typed.count <= 64 else { return nil }
  let bare = typed.drop { $0 == UInt8(ascii: "-") }
  let continued = candidates.filter {
    bare.count >= 2 && $0.utf8.drop { $0 == UInt8(ascii: "-") }.starts(with: bare)
  }
  if continued.count == 1 { return continued[0] }
  let allowed = max(1, bare.count / 3)
  var best: (word: String, distance: Int)?
  for candidate in candidates {
    let distance = typingDistance(typed, Array(candidate.utf8))
    if distance <= allowed, distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  return best?.word
}

/// The number of inserted, omitted, replaced and swapped neighbouring bytes between two words: the
/// restricted Damerau-Levenshtein distance (Damerau 1964), computed row by row.
func typingDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  var beforeLast = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var cost = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        cost = min(cost, beforeLast[j - 1] + 1)
      }
      row.append(cost)
    }
    (beforeLast, last) = (last, row)
  }
  return last[b.count]
}
