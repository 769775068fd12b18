import RouteEngine

/// The recorded fate of pending actions whose handlers ran: which hosts had a handler, and how each
/// attempt ended.
struct RecordedWork {
  /// The actions of one name that one request brings.
  private struct Source: Hashable {
    let request: RequestID
    let name: String
  }

  /// The ends of the attempts at the actions of a source.
  private struct Attempts {
    var ends: [ActionResult] = []
    /// How many of them were repeated.
    var repeated = 0
  }

  /// The names of the actions that the host of each session handled, by its first entry.
  private(set) var handled: [Int64: [String]] = [:]
  private var names: [ActionID: Source] = [:]
  private var attempts: [Source: Attempts] = [:]
  /// The actions whose handler was called and has not returned.
  private var called: Set<ActionID> = []

  /// Notes an entry.
  mutating func note(_ entry: JournalEntry) {
    if let beginning = entry.beginning { handled[entry.session] = beginning.handled }
    for change in entry.changes {
      switch change {
      case .enqueue(let action) where !action.isClosure:
        names[action.id] = Source(request: action.request, name: action.name)
      case .advance(let id, .claim):
        // If the host had no handler, an opener took a result.
        guard let name = names[id]?.name, handled[entry.session]?.contains(name) == false else {
          continue
        }
        handled[entry.session]?.append(name)
      case .advance(let id, .start): called.insert(id)
      case .advance(let id, .interrupt), .advance(let id, .crash): called.remove(id)
      case .advance(let id, .finish): end(id, .done)
      case .advance(let id, .fail), .advance(let id, .retry):
        end(id, .failed(reason: entry.reason ?? ""))
      // An action that is given up at a launch had no further attempt.
      case .advance(let id, .die) where called.contains(id):
        end(id, .failed(reason: entry.reason ?? ""))
      default: break
      }
    }
  }

  private mutating func end(_ id: ActionID, _ result: ActionResult) {
    called.remove(id)
    guard let source = names[id] else { return }
    attempts[source, default: Attempts()].ends.append(result)
  }

  /// The end of the next attempt at an action of a request; done if the journal does not record
  /// one.
  mutating func result(of action: PendingAction, of request: RequestID?) -> ActionResult {
    guard let request else { return .done }
    let source = Source(request: request, name: action.name)
    guard let known = attempts[source], known.repeated < known.ends.count else { return .done }
    attempts[source]?.repeated += 1
    return known.ends[known.repeated]
  }
}
