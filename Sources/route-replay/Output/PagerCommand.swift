import TextTerminal

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The command that shows a long text page by page: the user's own, or `less`.
///
/// The shell parses the command, as it does for other programs, so it may have arguments. The
/// command comes from the environment of the user, who could run it without this program as well.
/// No file can set it.
struct PagerCommand: Sendable, Equatable {
  /// The variables that name it; the first one that is set counts, even if it is empty.
  static let variables = ["ROUTE_REPLAY_PAGER", "PAGER"]

  /// The command line for the shell.
  let text: String
  /// The variable that names it; nil for `less`.
  let origin: String?

  /// Nil when no pager is wanted, which the user states by an empty variable or `cat`, or when the
  /// terminal cannot show pages.
  ///
  /// - Parameters:
  ///   - variable: the value of an environment variable.
  ///   - isInstalled: whether there is a program of that name.
  init?(
    _ variable: (String) -> String? = Terminal.environment,
    isInstalled: (String) -> Bool = PagerCommand.isInstalled
  ) {
    guard let term = variable("TERM"), !term.isEmpty, term != "dumb" else { return nil }
    origin = Self.variables.first { variable($0) != nil }
    text = origin.flatMap(variable) ?? (isInstalled("less") ? "less" : "")
    guard text.contains(where: { $0 != " " }), text != "cat" else { return nil }
  }

  /// Whether it cannot be started: it consists of plain words, and the first is not a program. Any
  /// other command is left to the shell.
  var isMissing: Bool {
    guard !text.contains(where: "|&;<>()$`\\\"'\t\n*?[#~=%".contains) else { return false }
    return !Self.isInstalled(String(text.split(separator: " ").first ?? ""))
  }

  /// Whether there is a program with this name or path.
  static func isInstalled(_ name: String) -> Bool {
    if name.contains("/") { return unsafe access(name, X_OK) == 0 }
    return (Terminal.environment("PATH") ?? "").split(separator: ":").contains { folder in
      unsafe access("\(folder)/\(name)", X_OK) == 0
    }
  }
}
