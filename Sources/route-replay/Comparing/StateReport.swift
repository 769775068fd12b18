import RouteEngine
import RouteReplay
import TextTerminal

/// The differences between the states at two points of a journal, for people and for programs.
struct StateReport {
  let comparison: StateComparison
  let path: String
  let from: Int64
  let to: Int64

  /// The output of the command.
  var report: Report {
    var report = Report()
    report.margin.nameWidth = 6
    report.add(["file": path, "from": from, "to": to])
    let points = "entry \(from) and entry \(to)"
    if comparison.isEmpty {
      report.result("identical", .green, "after \(points)")
    } else {
      let count = counted(comparison.screens.count + comparison.others.count, "difference")
      report.result("different", .red, "\(count) between \(points)")
    }
    for group in groups {
      report.space()
      if group.isPlace {
        report.marked(.init("in", .bold), group.heading, .bold, indentation: 0)
      } else {
        report.line(.init(group.heading, .bold))
      }
      for line in group.lines { report.marked(line.before, line.after, indentation: 2) }
    }
    report.add([
      "screens": comparison.screens.map(Self.json), "others": comparison.others.map(Self.json),
      "next": from == to ? [] : [next],  // nothing happened between an entry and itself
    ])
    if !comparison.isEmpty {
      report.space()
      report.commands([next])
    }
    return report
  }

  /// Differences in one place, or of one kind.
  struct Group {
    let heading: String
    /// Whether the heading is a place in the hierarchy.
    let isPlace: Bool
    /// The content of the place before and after, in words; nil for nothing.
    var lines: [(before: String?, after: String?)]
  }

  /// All differences, those of screens first; never an empty group.
  var groups: [Group] {
    var groups: [Group] = []
    for part in comparison.screens {
      let place = Self.place(part)
      if groups.last?.heading.hasSameBytes(as: place) != true {
        groups.append(Group(heading: place, isPlace: true, lines: []))
      }
      groups[groups.count - 1].lines.append(Self.words(part))
    }
    let others = others.filter { !$0.lines.isEmpty }
    return groups + others.map { Group(heading: $0.heading, isPlace: false, lines: $0.lines) }
  }

  private static func place(_ part: TreeDifference) -> String {
    let place = part.place.isEmpty ? "the hierarchy" : part.place.joined(separator: " > ")
    return part.scene == ScreenTree.mainScene ? place : "scene \(part.scene): \(place)"
  }

  private static func words(_ part: TreeDifference) -> (before: String?, after: String?) {
    func more(_ count: Int) -> String {
      if part.kind == .scene { return count > 0 ? ", with \(counted(count, "screen"))" : "" }
      return count > 1 ? ", and \(count - 1) in it" : ""
    }
    let before = part.before.map { $0 + more(part.removed) }
    if part.kind == .moved, let screen = part.before, let now = part.after {
      return (before, "\(screen), \(now)")
    }
    return (before, part.after.map { $0 + more(part.added) })
  }

  /// The differences outside the screens, by headings.
  private var others: [(heading: String, lines: [(before: String?, after: String?)])] {
    var session: [(before: String?, after: String?)] = []
    var waiting: [(before: String?, after: String?)] = []
    var actions: [(before: String?, after: String?)] = []
    for difference in comparison.others {
      switch difference {
      case .principal(let before, let after):
        func words(_ name: String?) -> String {
          name.map { "signed in: \($0)" } ?? "no user is signed in"
        }
        session.append((words(before), words(after)))
      case .condition(let name, let holds):
        session.append(
          holds ? (nil, "condition \(name) holds") : ("condition \(name) holds", nil))
      case .suspended(let isSuspended):
        let words = "requests are suspended"
        session.append(isSuspended ? (nil, words) : (words, nil))
      case .waiting(let before, let after):
        waiting.append((before?.words, after?.words))
      case .action(let before, let after):
        actions.append((before.map(Self.words), after.map(Self.words)))
      }
    }
    return [("session", session), ("waiting requests", waiting), ("pending actions", actions)]
  }

  static func words(_ action: PendingAction) -> String {
    action.summary
      + (action.notBefore.map { ", not before \(isoTime($0.microseconds))" } ?? "")
  }

  private static func json(_ part: TreeDifference) -> JSON {
    .members([
      "kind": part.kind.rawValue, "scene": part.scene, "place": part.place, "before": part.before,
      "after": part.after, "removed": part.removed, "added": part.added,
    ])
  }

  private static func json(_ difference: StateComparison.Difference) -> JSON {
    func members(
      _ subject: String, _ name: some JSONValue, _ before: some JSONValue, _ after: some JSONValue
    ) -> JSON {
      .members(["subject": subject, "name": name, "before": before, "after": after])
    }
    switch difference {
    case .principal(let before, let after): return members("principal", JSON.null, before, after)
    case .condition(let name, let holds): return members("condition", name, !holds, holds)
    case .suspended(let isSuspended):
      return members("suspended", JSON.null, !isSuspended, isSuspended)
    case .waiting(let before, let after):
      let id = (after ?? before)?.id.rawValue
      return members("waiting", id, before?.words, after?.words)
    case .action(let before, let after):
      let id = (after ?? before)?.id.rawValue
      return members("action", id, before.map(words), after.map(words))
    }
  }

  /// The command that shows the entries in between.
  private var next: String {
    let (first, last) = (min(from, to) + 1, max(from, to))
    let file = pathForShell(path)
    return first == last
      ? "route-replay show \(file) \(last)"
      : "route-replay log \(file) --from \(first) --to \(last)"
  }
}
