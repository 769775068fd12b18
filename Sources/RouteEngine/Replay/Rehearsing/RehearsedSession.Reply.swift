public import RouteEngine

extension RehearsedSession {
  /// A reply of host code to one question.
  public struct Reply: Hashable, Sendable {
    /// The question and the answer.
    package let recorded: RecordedAnswer

    /// A reply that was recorded.
    package init(_ recorded: RecordedAnswer) { self.recorded = recorded }

    /// The reply of the interceptor of that name.
    public static func interceptor(_ name: String, _ answer: Answer) -> Reply {
      Reply(RecordedAnswer(Question(.interceptor, name), answer))
    }

    /// Which targets the translator of a type gave.
    public static func translator(_ type: String, _ targets: [RouteRequest.Target]) -> Reply {
      Reply(RecordedAnswer(Question(.translator, type), .translated(targets)))
    }

    /// The reply of the Swift step of that name.
    public static func step(_ name: String, _ answer: Answer) -> Reply {
      Reply(RecordedAnswer(Question(.step, name), answer))
    }

    /// Reads a reply as the journal writes it: the changes that a Swift step made, parameters, a
    /// variant.
    ///
    /// - Throws: ``RehearsedSession/Mistake`` when the text is none.
    public init(journaled text: String) throws(Mistake) {
      recorded = try RehearsedSession.read("answer", text) { reader throws(JSONError) in
        try reader.answer()
      }
    }
  }
}

extension RouteRequest.Target {
  /// Reads a target as the journal writes it: what a host said is on display.
  ///
  /// - Throws: ``RehearsedSession/Mistake`` when the text is none.
  public init(journaled text: String) throws(RehearsedSession.Mistake) {
    self = try RehearsedSession.read("target", text) { reader throws(JSONError) in
      try reader.target()
    }
  }

  /// As the journal writes it.
  package var journaled: String {
    var writer = JSONWriter()
    writer.targetObject(self)
    return writer.text
  }
}

extension RehearsedSession {
  /// Reads the whole of what the journal wrote.
  fileprivate static func read<Value>(
    _ what: String, _ text: String, _ body: (inout JSONReader) throws(JSONError) -> Value
  ) throws(Mistake) -> Value {
    do throws(JSONError) {
      var reader = JSONReader(Array(text.utf8), depthLimit: 4 * RouteLimits.format.depth)
      let value = try body(&reader)
      try reader.expectEnd()
      return value
    } catch {
      throw Mistake(description: "this is no recorded \(what): \(error)")
    }
  }
}
