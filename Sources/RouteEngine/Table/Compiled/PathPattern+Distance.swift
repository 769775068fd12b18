extension RouteTable.PatternVerdict {
  /// The distance of a link's path from the paths that the pattern takes: 2 for each additional or
  /// missing segment and for a similar literal, 1 for another case or encoding. Nil when no literal
  /// of the pattern is similar to a segment.
  package func distance(from link: RouteLink) -> Int? {
    let words = LinkReading(link).withoutEmpty
    let given = words.words.dropFirst(words.before).prefix(Self.mostWords)
    return shapes.compactMap { $0.distance(from: Array(given)) }.min()
  }

  /// The most words of a link that are compared.
  private static var mostWords: Int { 64 }
}

extension PathPattern.Shape {
  /// One place of a pattern: the words that may stand there, or any for a capture.
  private enum Place {
    case literal([UInt8])
    case capture
  }

  /// The cost of turning the words into those of this shape; an `editDistance` with words as
  /// letters.
  fileprivate func distance(from words: [LinkReading.Word]) -> Int? {
    var places: [Place] = []
    for segment in segments {
      switch segment {
      case .literal(let text, _):
        places += LinkReading.words(in: text).filter { !$0.isEmpty }.map { .literal($0) }
      case .capture, .expression: places.append(.capture)
      }
    }
    var takesMore = false
    switch end {
    case .here: break
    case .wildcard, .repeated: takesMore = true
    case .rest(let rest):
      takesMore = true
      let start = LinkReading.words(in: rest.start).filter { !$0.isEmpty }
      if rest.isMixed, !start.isEmpty { places.append(.capture) }
    }
    let isFree =
      !places.isEmpty && places.allSatisfy { if case .capture = $0 { true } else { false } }
    // The least cost for each prefix of the words, and whether a literal agrees in it.
    var row = (0...words.count).map { (cost: 2 * $0, agrees: isFree) }
    for place in places {
      var next = [(cost: row[0].cost + 2, agrees: row[0].agrees)]
      for (index, word) in words.enumerated() {
        var choices = [(cost: row[index + 1].cost + 2, agrees: row[index + 1].agrees)]
        choices.append((next[index].cost + 2, next[index].agrees))
        if let cost = cost(of: word, at: place) {
          var agrees = row[index].agrees
          if case .literal = place { agrees = true }
          choices.append((row[index].cost + cost, agrees))
        }
        let least = choices.map(\.cost).min() ?? 0
        let best = (cost: least, agrees: choices.contains { $0.cost == least && $0.agrees })
        next.append(best)
      }
      row = next
    }
    let ends = takesMore ? row[...] : row.suffix(1)
    return ends.filter(\.agrees).map(\.cost).min()
  }

  /// The cost of a word at a place; nil when the word cannot stand there.
  private func cost(of word: LinkReading.Word, at place: Place) -> Int? {
    guard case .literal(let literal) = place else { return word.isSegment ? 0 : 1 }
    // A word in another case or encoding has the same normalized text.
    if word.text == literal { return word.isSegment ? 0 : 1 }
    let longest = max(word.text.count, literal.count)
    guard longest <= 64 else { return nil }
    let most = max(1, longest / 3)
    return editDistance(word.text, literal, atMost: most) <= most ? 2 : nil
  }
}
