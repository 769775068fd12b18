import TextTerminal

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The command that shows a long text page by page, as the user set it, or `less`.
///
/// The shell reads the command, as it reads that of other programs, so it may have arguments. The
/// command comes from the environment of the user, who could run it without this program as well.
/// No file can set it.
struct PagerCommand: Sendable, Equatable {
  /// The variables that name it; the first that is set counts, also when it is empty.
  static let variables = ["ROUTE_REPLAY_PAGER", "PAGER"]

  /// The command line that the shell reads.
  let text: String

  /// Nil where no pager is wanted: the user says so with an empty variable or `cat`, or the
  /// terminal can show no pages.
  ///
  /// - Parameters:
  ///   - variable: the value of an environment variable.
  ///   - isInstalled: whether there is a program of that name.
  init?(
    _ variable: (String) -> String? = Terminal.environment,
    isInstalled: (String) -> Bool = PagerCommand.isInstalled
  ) {
    guard let term = variable("TERM"), !term.isEmpty, term != "dumb" else { return nil }
    let wanted = Self.variables.lazy.compactMap(variable).first
    text = wanted ?? (isInstalled("less") ? "less" : "")
    guard text.contains(where: { $0 != " " }), text != "cat" else { return nil }
  }

  /// Whether it cannot be started: it is made of plain words, and there is no program of the first.
  /// A command that only the shell can read is left to the shell.
  var isMissing: Bool {
    guard !text.contains(where: "|&;<>()$`\\\"'\t\n*?[#~=%".contains) else { return false }
    return !Self.isInstalled(String(text.split(separator: " ").first ?? ""))
  }

  /// Whether there is a program of that name, or at that path.
  static func isInstalled(_ name: String) -> Bool {
    if name.contains("/") { return unsafe access(name, X_OK) == 0 }
    return (Terminal.environment("PATH") ?? "").split(separator: ":").contains { folder in
      unsafe access("\(folder)/\(name)", X_OK) == 0
    }
  }
}
