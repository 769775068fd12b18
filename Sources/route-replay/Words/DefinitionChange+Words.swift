import RouteEngine
import RouteReplay

extension DefinitionChange {
  /// The change in words: `route order is gone`.
  var words: String {
    switch kind {
    case .interceptors: return "the interceptors of every request changed"
    case .tasks: return "the tasks of every screen changed"
    case .links: return "the table reads links otherwise"
    case .route, .screen, .router: break
    }
    let subject = "\(kind.rawValue) \(name)"
    return switch change {
    case .version(let old, let new): "\(subject) version \(old) is \(new) now"
    case .withoutVersion: "\(subject) changed without a new version"
    case .content: "\(subject) changed"
    case .added: "\(subject) is new"
    case .removed: "\(subject) is gone"
    }
  }

  /// The change as JSON, for programs.
  var json: JSON {
    var versions: (old: Int?, new: Int?) = (nil, nil)
    let word: String
    switch change {
    case .version(let old, let new): (word, versions) = ("version", (old, new))
    case .withoutVersion: word = "withoutVersion"
    case .content: word = "content"
    case .added: word = "added"
    case .removed: word = "removed"
    }
    return .members([
      "kind": kind.rawValue, "name": name, "change": word, "recorded_version": versions.old,
      "version": versions.new,
    ])
  }
}
