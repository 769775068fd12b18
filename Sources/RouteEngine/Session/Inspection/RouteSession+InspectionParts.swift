extension RouteSession.Inspection {
  /// The parts of an inspection under their titles, in the order in which a view shows them.
  public var sections: [Part] {
    [
      Part("Journal", [Line(health, isRecording ? .plain : .problem)]),
      Part(
        "Screens", screens.map { Line($0.description, $0.isVisible ? .strong : .plain) },
        omitted: omitted.screens),
      Part(
        "Waiting requests", requests.map { Line($0.description) }, omitted: omitted.requests),
      Part(
        "Pending actions",
        actions.map { Line($0.description, $0.status == .dead ? .problem : .plain) },
        omitted: omitted.actions),
      Part(
        "Last entries",
        (unreadable.map { [Line("not all can be read: \($0)", .problem)] } ?? [])
          + entries.map { Line($0.description, $0.level == .error ? .problem : .plain) }),
    ]
  }

  /// A titled list of lines.
  public struct Part: Hashable, Sendable, Identifiable {
    /// Its title.
    public let title: String
    /// Its lines; at least one, which says so when the part is empty.
    public let lines: [Line]
    /// The title, which is unique among the parts.
    public var id: String { title }

    fileprivate init(_ title: String, _ lines: [Line], omitted: Int = 0) {
      self.title = title
      var lines = lines.isEmpty ? [Line("none", .faint)] : lines
      if omitted > 0 { lines.append(Line("… and \(omitted) more", .faint)) }
      for index in lines.indices { lines[index].id = index }
      self.lines = lines
    }
  }

  /// A line of text, without line breaks and control characters.
  public struct Line: Hashable, Sendable, Identifiable {
    /// The emphasis of a line.
    public enum Emphasis: Hashable, Sendable, CaseIterable {
      /// No emphasis.
      case plain
      /// The screen that the user sees.
      case strong
      /// A failure.
      case problem
      /// A line that only says that there is nothing, or that more exists than is shown.
      case faint
    }

    /// Its place in its part, from 0.
    public fileprivate(set) var id = 0
    /// The text.
    public let text: String
    /// Its emphasis.
    public let emphasis: Emphasis

    fileprivate init(_ text: String, _ emphasis: Emphasis = .plain) {
      self.text = oneLine(text)
      self.emphasis = emphasis
    }
  }
}

extension RouteSession.Inspection: CustomStringConvertible {
  /// All parts, with the lines of each below its title: for a console, and for copying.
  public var description: String {
    sections.map { part in
      ([part.title] + part.lines.map { "  " + $0.text }).joined(separator: "\n")
    }.joined(separator: "\n")
  }
}
