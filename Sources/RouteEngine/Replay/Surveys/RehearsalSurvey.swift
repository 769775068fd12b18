import RouteEngine

/// The results of running many journals again.
@MainActor
package struct RehearsalSurvey {
  /// The kept results of one journal.
  package struct File: Sendable {
    package let path: String
    package let opened: Int
    package let dropped: Int
    package let edited: Int
    /// How many requests end differently.
    package let differing: Int
    package let endings: Int
    /// Some of those requests.
    fileprivate let examples: [Rehearsal.Change]
  }

  private let most: Int
  package private(set) var files: [File] = []
  /// How many files could not be run.
  package private(set) var unread = 0
  package private(set) var shifts = OutcomeShifts()
  package private(set) var leftOut = 0
  package private(set) var supposed = 0
  /// The answers that some file did not ask for, by kind and name of the code, with the number of
  /// those files.
  private var unasked: [Question.Kind: [String: Int]] = [:]

  /// - Parameter most: the most requests to keep as examples.
  package init(most: Int) { self.most = most }

  /// Adds the results of a file.
  package mutating func add(_ rehearsal: Rehearsal, of path: String) {
    let different = rehearsal.changes.filter(\.isDifferent)
    // If only the visible screen differs, another request caused it.
    let own = different.filter { !$0.isLikeRecorded }
    let known = own.isEmpty ? different : own
    let places = ChosenExamples.places(in: [known.map(\.shift)], most: most)[0]
    files.append(
      File(
        path: path, opened: rehearsal.opened, dropped: rehearsal.dropped,
        edited: rehearsal.edited, differing: different.count,
        endings: rehearsal.endings.count, examples: places.map { known[$0] }))
    (leftOut, supposed) = (leftOut + rehearsal.leftOut, supposed + rehearsal.supposed)
    for (_, given) in rehearsal.unasked {
      unasked[given.kind, default: [:]][given.name, default: 0] += 1
    }
    shifts.add(rehearsal)
  }

  /// Counts a file that could not be run.
  package mutating func miss() { unread += 1 }

  /// The sum of a number over all files.
  package func sum(_ count: (File) -> Int) -> Int { files.reduce(0) { $0 + count($1) } }

  /// The files in which a request or a session ends differently.
  package var changed: [File] { files.filter { $0.differing + $0.endings > 0 } }

  /// The names of the answers that no file asked for.
  package var unaskedByAll: [String] {
    unasked.values.flatMap { $0.filter { $0.value == files.count }.keys }.unique.sorted()
  }

  /// Some of the differences, by file: one of each shift before a second one of any.
  package var examples: [(path: String, changes: [Rehearsal.Change])] {
    let kinds = files.map { $0.examples.map(\.shift) }
    return zip(files, ChosenExamples.places(in: kinds, most: most)).compactMap { file, places in
      places.isEmpty ? nil : (file.path, places.map { file.examples[$0] })
    }
  }
}
