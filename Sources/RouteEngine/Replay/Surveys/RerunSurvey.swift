import RouteEngine
package import RouteStore

/// The effects of another table on many journals.
package struct RerunSurvey: Sendable {
  /// A journal that could be decided again.
  package struct File: Sendable {
    package let path: String
    package let rerun: Rerun
    /// How many sessions of the host it contains.
    package let sessions: Int
  }

  package private(set) var files: [File] = []
  /// How many files could not be decided again.
  package private(set) var unread = 0
  package private(set) var shifts = OutcomeShifts()

  package init() {}

  /// Adds the results of a file.
  package mutating func add(_ rerun: Rerun, of path: String, _ history: History) throws {
    let sessions = try history.sessions().count { !$0.isMaintenance }
    files.append(File(path: path, rerun: rerun, sessions: sessions))
    shifts.add(rerun)
  }

  /// Counts a file that could not be read.
  package mutating func miss() { unread += 1 }

  /// The sum of a number over all files.
  package func sum(_ count: (File) -> Int) -> Int { files.reduce(0) { $0 + count($1) } }

  package var differing: Int { sum(\.rerun.differing) }
  package var undecided: Int { sum(\.rerun.undecided) }
  package var differingFiles: Int { files.count { $0.rerun.differing > 0 } }

  /// The verdict on all files, without accepted differences.
  package var verdict: Rerun.Verdict { .init(differing: differing, undecided: undecided) }

  /// Some of the differences, by file: one of each shift before a second one of any.
  package func examples(_ most: Int) -> [(file: File, divergences: [Divergence])] {
    let kinds = files.map { $0.rerun.examples.map(\.shift) }
    return zip(files, ChosenExamples.places(in: kinds, most: most)).compactMap { file, places in
      places.isEmpty ? nil : (file, places.map { file.rerun.examples[$0].divergence })
    }
  }
}
