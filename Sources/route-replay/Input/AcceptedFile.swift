import RouteEngine
import RouteReplay

/// A file of accepted divergences, with its path.
struct AcceptedFile: Sendable {
  let path: String
  let divergences: AcceptedDivergences

  /// Reads a file, or standard input for `-`.
  ///
  /// - Throws: with status `unreadable` when the file cannot be read, and with status `usage` for
  ///   mistakes in it, one line each: `path:line:column: field: message`.
  init(reading path: String) throws(CommandFailure) {
    self.path = path
    let bytes = try RouteTable.bytes(of: path, "a file of accepted divergences")
    do throws(AcceptedDivergences.Mistakes) {
      divergences = try AcceptedDivergences(json: bytes)
    } catch {
      let lines = error.mistakes.map { "\(path):\($0.description)" }
      throw CommandFailure.usage(
        "the file of accepted divergences has \(counted(error.count, "mistake")):\n"
          + lines.joined(separator: "\n"))
    }
  }

  /// A line for each entry that accepted nothing. If such an entry stayed in the file, it could
  /// accept an unexpected difference.
  ///
  /// - Parameter reruns: those of all journals.
  func staleLines(after reruns: [Rerun]) -> [String] {
    divergences.entries.indices.filter { index in
      reruns.allSatisfy { $0.acceptedCounts[index] == 0 }
    }.map { index in
      let entry = divergences.entries[index]
      return """
        \(path):\(entry.line): nothing differs like this any more, or an entry above accepts it; \
        remove the entry for \(entry.subject)
        """
    }
  }
}

extension AcceptedDivergences.Entry {
  /// The requests that it concerns.
  var subject: String { link ?? "route \(route ?? "any")" }
}
