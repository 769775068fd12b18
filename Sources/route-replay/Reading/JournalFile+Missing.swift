import RouteEngine
import RouteStore

extension JournalFile {
  /// The failure of a command for an entry that the file does not have.
  ///
  /// - Parameter isItem: whether the number identifies a request or action by its first entry;
  ///   otherwise it is a position.
  func missing(_ sequence: Int64, isItem: Bool = false) throws -> CommandFailure {
    let past = AdoptedPast(of: history)
    if let past, past.holds(sequence) {
      let rest = "\(past.place); this file goes on after entry \(past.last)"
      if isItem, let action = past.action(sequence) {
        let command = inQuotes(
          "route-replay actions \(pathForShell(history.path)) show \(sequence)")
        return CommandFailure.usage(
          "action \(sequence) (\(action.name)) began \(rest): \(command) has what is here")
      }
      let request = (isItem ? past.request(sequence) : nil).map {
        "request \(sequence) (\($0.target.words())) began"
      }
      return CommandFailure.usage("\(request ?? "entry \(sequence) lay") \(rest)")
    }
    let newest = try history.head().sequence
    let base = try history.base().sequence
    let before =
      past == nil ? "those through \(base) were pruned" : "this file goes on after entry \(base)"
    let first = base > 0 ? "\(before), and " : ""
    let message = "there is no entry \(sequence); \(first)the newest is \(newest)"
    let isPruned = past == nil && base > 0 && (0...base).contains(sequence)
    return isPruned ? CommandFailure.incompatible(message) : CommandFailure.usage(message)
  }
}
