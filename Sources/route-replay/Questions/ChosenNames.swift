import RouteAnalytics
import RouteEngine
import RouteStore
import TextTerminal

/// Checks the names that select a part of the histories: with a wrong name there is nothing to
/// count, and the answers do not show why.
enum ChosenNames {
  /// The most versions that a message names.
  private static let mostNamed = 5

  /// The problems of a choice's names: those that nothing in the journals can have.
  static func problems(of choice: HistoryChoice, in paths: [String]) throws -> [String] {
    var problems: [String] = []
    if let name = choice.entryPoint, let problem = problem(ofEntryPoint: name) {
      problems.append(problem)
    }
    if let version = choice.appVersion {
      var versions: Set<String> = []
      for path in paths {
        let history = try History(path: path, allowingNewer: true)
        versions.formUnion(try history.sessions().compactMap(\.appVersion))
      }
      if !versions.contains(where: { version.hasSameBytes(as: $0) }) {
        problems.append(problem(ofVersion: version, among: versions.sorted()))
      }
    }
    return problems
  }

  private static func problem(ofEntryPoint name: String) -> String? {
    let words = EntryPoint.allCases.map(\.rawValue)
    guard !words.contains(where: { name.hasSameBytes(as: $0) }) else { return nil }
    let hint = nearestWord(to: name, among: words).map { "did you mean '\($0)'?" }
    return "no entry point is called '\(visible(name))'; "
      + (hint ?? "there are \(words.joined(separator: ", "))")
  }

  private static func problem(ofVersion version: String, among versions: [String]) -> String {
    let start = "no session is of version '\(visible(version))' of the app; "
    guard !versions.isEmpty else { return start + "none of them names its version" }
    let named = versions.suffix(mostNamed).map(visible).joined(separator: ", ")
    let more = versions.count > mostNamed ? " and \(versions.count - mostNamed) more" : ""
    return start + "there are \(named)\(more)"
  }
}
