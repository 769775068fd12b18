import RouteEngine
import RouteReplay
import RouteStore

/// A fixture, checked and decided again.
struct FixtureTrial: Sendable {
  let name: String
  let outcome: Result<Rerun, CommandFailure>
  /// The journal that was decided again, if there are details to report; nil otherwise.
  private(set) var journal: ScratchJournal?
  /// Whether the differences were recorded anew.
  var isAccepted = false

  init(_ name: String, in folder: FixtureFolder, by decide: (History) throws -> Rerun) {
    self.name = name
    do {
      let journal = try FixtureJournal.read(folder.file(of: name))
      outcome = .success(try decide(History(path: journal.path)))
      self.journal = status == .expected ? nil : journal
    } catch {
      outcome = .failure(CommandFailure(of: error))
    }
  }

  /// The rerun; nil when there was none, and then `outcome` has the reason.
  var rerun: Rerun? { try? outcome.get() }

  /// The exit status of the trial.
  var status: ExitStatus {
    switch outcome {
    case .failure(let failure): failure.status
    case .success(let rerun): isAccepted ? .expected : rerun.status
    }
  }

  /// Whether it was decided and differs, and has no graver problem.
  var differs: Bool { status == .difference }

  /// The result of the trial in a word.
  var word: String {
    switch outcome {
    case .failure(let failure): failure.status.fileWord
    case .success(let rerun): (isAccepted ? .accepted : rerun.verdict).rawValue
    }
  }

  /// The problem in one line; nil when there is none.
  var problem: String? {
    switch outcome {
    case .failure(let failure): return failure.message
    case .success(let rerun):
      guard status != .expected else { return nil }
      let verb = rerun.differing == 1 ? "differs" : "differ"
      let parts = [
        rerun.differing > 0
          ? "\(rerun.differing) of \(counted(rerun.decisions, "decision")) \(verb)" : nil,
        rerun.undecided > 0 ? "\(rerun.undecided) cannot be decided" : nil,
      ]
      return parts.compactMap(\.self).joined(separator: ", ")
    }
  }
}
