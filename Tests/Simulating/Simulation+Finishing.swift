import Foundation
import RouteEngine
import RouteReplay
import RouteReplayProgram
import RouteStore
import RouteTestSupport

extension Simulation {
  /// Ends the run; then the journal is verified, decided again and exported.
  func finish() async {
    guard let session else { return find("no session is there to end") }
    mend()
    plan.progress?()
    clock.advance(by: 120_000_000)
    session.wake()
    await settle()  // an ended session does not call handlers of actions that it has started
    session.end()
    await settle()
    if !session.health.isRecording { find("storage works again, and nothing is recorded") }
    await checkWhole()
    guard !hasFailed else { return }
    let state = session.state.digest
    let isRecording = session.health.isRecording
    await close()
    do {
      let path = try fileToCheck()
      defer { removeCopy(path) }
      let history = try History(path: path)
      let verification = try Verification(of: history)
      for finding in verification.findings {
        find("verify, entry \(finding.sequence): \(finding.problem)")
      }
      if let newer = verification.newerEntry { find("verify takes entry \(newer) for a newer one") }
      if isRecording, verification.stateDigest != state { find("verify reaches another state") }
      for footing in [Rerun.Footing.pinned, .free] where !hasFailed {
        plan.progress?()
        let rerun = try Rerun(of: history, on: footing)
        for divergence in rerun.divergences { find("rerun \(footing): \(divergence)") }
        // For a failure in a session whose beginning was pruned the limits are unknown.
        if app.settings.retention.entries == nil, rerun.undecided > 0 {
          find("rerun \(footing) leaves \(rerun.undecided) decisions undecided")
        }
      }
      // A run in memory has no file to export, and lines without an entry cannot be imported.
      if plan.path != nil, !hasFailed, verification.entries > 0 {
        try readBack(history, leadingTo: verification.stateDigest)
      }
    } catch {
      find("the journal cannot be checked: \(error)")
    }
  }

  /// Exports a journal as lines, imports them, and checks that the new journal has the same lines.
  private func readBack(_ history: History, leadingTo state: UInt64?) throws {
    plan.progress?()
    let (linesPath, newPath) = ("\(history.path).jsonl", "\(history.path).imported")
    defer { for path in [linesPath, newPath] { removeFile(path) } }
    let lines = try lines(of: history)
    guard FileManager.default.createFile(atPath: linesPath, contents: lines) else {
      return find("\(linesPath) cannot be written")
    }
    let imported = try ImportedLines(path: linesPath, to: newPath)
    if try imported.summary?.anchor != history.head() { find("an import ends at another entry") }
    if imported.verification?.stateDigest != state { find("an import leads to another state") }
    if try self.lines(of: History(path: newPath)) != lines { find("an import has other lines") }
  }

  private func lines(of history: History) throws -> Data {
    var lines = Data()
    _ = try ExportedLines.write(history) { lines.append(contentsOf: $0) }
    return lines
  }

  /// The file with the journal after the run.
  private func fileToCheck() throws -> String {
    if let path = plan.path { return path }
    let path = NSTemporaryDirectory() + "/simulated-\(getpid())-\(plan.seed).sqlite"
    removeFile(path)
    try memory?.writeReportCopy(to: path)
    return path
  }

  private func removeCopy(_ path: String) {
    if plan.path == nil { removeFile(path) }
  }

  private func removeFile(_ path: String) {
    // A missing file need not be removed.
    try? FileManager.default.removeItem(atPath: path)
  }
}
