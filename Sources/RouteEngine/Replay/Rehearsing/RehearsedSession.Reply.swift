public import RouteEngine

extension RehearsedSession {
  /// A reply of host code to one question.
  public struct Reply: Hashable, Sendable {
    /// The question and the answer.
    package let recorded: RecordedAnswer

    /// A recorded reply.
    package init(_ recorded: RecordedAnswer) { self.recorded = recorded }

    /// The reply of the interceptor with this name.
    public static func interceptor(_ name: String, _ answer: Answer) -> Reply {
      Reply(RecordedAnswer(Question(.interceptor, name), answer))
    }

    /// The targets that the translator of a type returned.
    public static func translator(_ type: String, _ targets: [RouteRequest.Target]) -> Reply {
      Reply(RecordedAnswer(Question(.translator, type), .translated(targets)))
    }

    /// The reply of the Swift step with this name.
    public static func step(_ name: String, _ answer: Answer) -> Reply {
      Reply(RecordedAnswer(Question(.step, name), answer))
    }

    /// Reads a reply in the journal's format: the changes of a Swift step, parameters, a variant.
    ///
    /// - Throws: ``RehearsedSession/Mistake`` when the text is not in that format.
    public init(journaled text: String) throws(Mistake) {
      recorded = try RehearsedSession.read("answer", text) { reader throws(JSONError) in
        try reader.answer()
      }
    }
  }
}

extension RouteRequest.Target {
  /// Reads a target in the journal's format: a host's report of its display.
  ///
  /// - Throws: ``RehearsedSession/Mistake`` when the text is not in that format.
  public init(journaled text: String) throws(RehearsedSession.Mistake) {
    self = try RehearsedSession.read("target", text) { reader throws(JSONError) in
      try reader.target()
    }
  }

  /// Its text in the journal's format.
  package var journaled: String {
    var writer = JSONWriter()
    writer.targetObject(self)
    return writer.text
  }
}

extension RehearsedSession {
  /// Reads a whole text in the journal's format.
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
