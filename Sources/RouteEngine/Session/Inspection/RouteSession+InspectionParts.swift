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
    /// Its lines; at least one, which says so where there is nothing.
    public let lines: [Line]
    /// The title: each part has another one.
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
    /// How a line stands out.
    public enum Emphasis: Hashable, Sendable, CaseIterable {
      /// Not at all.
      case plain
      /// The screen that a person sees.
      case strong
      /// A failure.
      case problem
      /// No content: nothing is there, or more than is shown.
      case faint
    }

    /// Its place in its part, from 0.
    public fileprivate(set) var id = 0
    /// The text.
    public let text: String
    /// How it stands out.
    public let emphasis: Emphasis

    fileprivate init(_ text: String, _ emphasis: Emphasis = .plain) {
      self.text = oneLine(text)
      self.emphasis = emphasis
    }
  }
}

extension RouteSession.Inspection: CustomStringConvertible {
  /// All parts, each line behind its title: for a console, and to be copied.
  public var description: String {
    sections.map { part in
      ([part.title] + part.lines.map { "  " + $0.text }).joined(separator: "\n")
    }.joined(separator: "\n")
  }
}
