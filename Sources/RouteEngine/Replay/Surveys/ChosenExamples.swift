/// Chooses some of the differences in several files: each kind is chosen once before any is chosen
/// twice; then the files give one more each, in turn.
enum ChosenExamples {
  /// The chosen positions in each file, ascending.
  ///
  /// - Parameters:
  ///   - kinds: the kinds of the differences in each file, in order.
  ///   - most: the most differences to choose.
  static func places<Kind: Hashable>(in kinds: [[Kind]], most: Int) -> [[Int]] {
    var chosen = [Set<Int>](repeating: [], count: kinds.count)
    var (left, seen) = (most, Set<Kind>())
    for (file, kinds) in kinds.enumerated() {
      for (place, kind) in kinds.enumerated() where left > 0 && seen.insert(kind).inserted {
        chosen[file].insert(place)
        left -= 1
      }
    }
    var rests = kinds.indices.map { file in
      kinds[file].indices.filter { !chosen[file].contains($0) }[...]
    }
    while left > 0, rests.contains(where: { !$0.isEmpty }) {
      for file in rests.indices where left > 0 {
        guard let place = rests[file].popFirst() else { continue }
        chosen[file].insert(place)
        left -= 1
      }
    }
    return chosen.map { $0.sorted() }
  }
}
