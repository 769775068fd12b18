import RouteReplay

extension JournalComparison {
  /// Compares the sides at two paths.
  ///
  /// - Throws: `CommandFailure`, which names the path of the side at fault if there are two paths.
  static func make(
    _ left: Side, _ right: Side, of paths: (left: String, right: String), most: Int
  ) throws -> JournalComparison {
    let isOneJournal = paths.left == paths.right
    do {
      return try JournalComparison(left, right, isOneJournal: isOneJournal, most: most)
    } catch let failure as Failure {
      throw CommandFailure(of: failure.error).of(
        failure.isOfSecond ? paths.right : paths.left, among: isOneJournal ? 1 : 2)
    }
  }
}
