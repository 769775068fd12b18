import RouteEngine
import RouteReplay

/// The engine's values as Swift.
extension SwiftText {
  /// The target of a request.
  static func target(_ target: RouteRequest.Target) -> SwiftText {
    switch target {
    case .link(let link):
      .call(".link", [journaled("RouteLink", link.text)])
    case .route(let id, let values): .call(".route", [.string(id), parameters(values)])
    case .screen(let kind, let values):
      .call(".screen", [.labelled("kind: ", .string(kind)), parameters(values)])
    case .value(let type, let fields):
      .call(".value", [.labelled("type: ", .string(type)), parameters(fields)])
    case .fact: journaled("RouteRequest.Target", target.journaled)
    }
  }

  /// A value without a Swift notation: it is read from the journal's text.
  static func journaled(_ type: String, _ text: String) -> SwiftText {
    .labelled("try ", .call(type, [.labelled("journaled: ", .string(text))]))
  }

  static func parameters(_ values: Parameters) -> SwiftText {
    guard !values.isEmpty else { return .code("[:]") }
    return .array(values.map { .pair($0.name, value($0.value)) })
  }

  private static func value(_ value: ParameterValue) -> SwiftText {
    switch value {
    case .int(let number): .code(".int(\(number))")
    case .bool(let flag): .code(".bool(\(flag))")
    case .double(let number):
      number.isFinite
        ? .code(".double(\(number))")
        : .code(".double(Double(bitPattern: 0x\(Digest64.hex(number.bitPattern))))")
    case .string(let text): .call(".string", [.string(text)])
    case .token(let text): .call(".token", [.string(text)])
    case .structure(let structure):
      if let elements = structure.elements {
        .array(elements.map(self.value))
      } else {
        // The text is that of an object, so the fallback value is never used.
        .group(
          "ParameterValue.Structure(json: ", [.string(structure.json)],
          end: ").map { .structure($0) } ?? false")
      }
    }
  }

  /// The reply of host code.
  static func reply(_ recorded: RecordedAnswer) -> SwiftText {
    let name = SwiftText.string(recorded.question.name)
    switch (recorded.question.kind, recorded.answer) {
    case (.translator, .translated(let targets)):
      return .call(".translator", [name, .array(targets.map(target))])
    case (_, .edited), (_, .parameters), (_, .variant), (.translator, _), (.adapter, _), (.task, _),
      (.variant, _), (.router, _), (_, .passed):
      return journaled("RehearsedSession.Reply", recorded.journaled)
    case (.interceptor, let answer): return .call(".interceptor", [name, self.answer(answer)])
    case (.step, let answer): return .call(".step", [name, self.answer(answer)])
    }
  }

  private static func answer(_ answer: Answer) -> SwiftText {
    func reason(_ word: String, _ reason: String) -> SwiftText {
      .call(word, [.labelled("reason: ", .string(reason))])
    }
    return switch answer {
    case .allow: .code(".allow")
    case .declined: .code(".declined")
    case .deny(let text): reason(".deny", text)
    case .failed(let text): reason(".failed", text)
    case .wait(let condition):
      .call(".wait", [.labelled("condition: ", .string(condition))])
    case .redirect(let target): .call(".redirect", [self.target(target)])
    case .translated(let targets): .call(".translated", [.array(targets.map(target))])
    case .edited, .passed, .parameters, .variant:
      preconditionFailure("such answers are written as the journal has them")
    }
  }
}
