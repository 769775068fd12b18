/// Asks host code questions, and takes its answers.
extension RouteSession {
  /// Asks host code about a request: it answers at once or later.
  func ask(
    _ asked: Decision.Asking, _ number: Int, of ticket: Ticket,
    isolation: isolated any Actor = #isolation
  ) {
    let opening = opening(of: ticket, asked.id)
    let prompt = Prompt(asked, number, of: ticket, opening: opening, in: self)
    guard let code = code(for: asked) else {
      if let take = configuration.takesUncontributed {
        keep(prompt, of: ticket)
        return take(asked, prompt)
      }
      let name = asked.question.name
      let failure = Answer.failed(reason: "no host code is registered for \(name)")
      return take(ownLink(of: asked) ?? failure, to: prompt)
    }
    keep(prompt, of: ticket)
    switch code {
    case .immediate(let code):
      let call = tellCall(of: prompt)
      // The host may have cancelled the request in its notice.
      if call != nil, !prompt.isOpen { return tellReturn(of: call) }
      let answer = whileOccupied { code(prompt) }
      prompt.noteReturn()
      tellReturn(of: call)
      if prompt.isOpen { take(answer, to: prompt) }  // the code may have ended the session
    case .later(let code):
      // Only the prompt retains the session: while the code sleeps, nothing here does.
      prompt.task = Task {
        _ = isolation
        guard prompt.isOpen else { return }  // the session ended meanwhile
        let call = prompt.session?.tellCall(of: prompt)
        if call != nil { prompt.session?.drain() }  // for inputs that the host made in its notice
        let answer = prompt.isOpen ? await code(prompt) : nil
        let session = prompt.session
        prompt.noteReturn()
        session?.tellReturn(of: call)
        if let answer, prompt.isOpen {
          session?.resume(with: answer, to: prompt)
        } else if call != nil {
          session?.drain()
        }
      }
    }
  }

  /// The host code to ask; nil when the host has none.
  private func code(for asked: Decision.Asking) -> HostCode<Answer>? {
    let name = asked.question.name
    return switch asked.question.kind {
    case .interceptor: configuration.interceptors[name]
    case .translator: configuration.translators[name]
    case .adapter: configuration.adapters[name]
    case .task: configuration.tasks[name]
    case .variant: configuration.variants[name]
    case .router: configuration.routers[name].map { hostCode(of: $0, asked) }
    case .step:
      configuration.steps[name].map { step in
        .immediate { self.answer(of: step, asked, $0).answer }
      }
    }
  }

  /// Takes an answer that host code gave at once.
  private func take(_ answer: Answer, to prompt: Prompt) {
    take(hide(answer, to: prompt), to: prompt.number, of: prompt.ticket)
  }

  /// Takes an answer that host code gave asynchronously.
  package func resume(
    with answer: Answer, to prompt: Prompt, isolation: isolated any Actor = #isolation
  ) {
    guard prompt.isOpen else { return }  // there is also no caller to tell
    let answer = hide(answer, to: prompt)
    keep(nil, of: prompt.ticket)
    feed(.answered(prompt.ticket, prompt: prompt.number, answer, atOnce: false))
  }

  /// The answer with private values replaced by tokens. A translator's texts are parsed first,
  /// because the token of a text differs from that of a number.
  private func hide(_ answer: Answer, to prompt: Prompt) -> Answer {
    // The usual answer has no values; but an answer may be the first use of a key.
    if case .allow = answer, prompt.isOfNobody { return answer }
    var answer = answer
    if case .translated(let targets) = answer { answer = .translated(targets.map(table.reading)) }
    let request = machine.request(of: prompt.ticket) ?? prompt.request
    return vault.hide(
      answer, to: request,
      given: [prompt.parameters] + prompt.leaving.compactMap { prompt.tree[$0]?.parameters },
      about: prompt.screen?.kind,
      in: prompt.question.kind == .adapter ? prompt.route : nil, table: table,
      for: state.principal, at: now, isRewritten: prompt.question.moment == .match)
  }

  /// The host code of a router.
  private func hostCode(of router: RouterCode, _ asking: Decision.Asking) -> HostCode<Answer> {
    switch router {
    case .later(let code): return .later(code)
    case .recorded(let code): return .immediate(code)
    case .immediate(let code):
      return .immediate { prompt in
        var reply = RouterReply.declined
        let edits = self.answer(
          of: { editor, prompt in
            reply = try code(&editor, prompt)
            return true
          }, asking, prompt
        ).answer
        guard case .edited(let changes) = edits else { return edits }
        return switch reply {
        case .taken: .edited(changes)
        case .declined: changes.isEmpty ? .declined : .passed(changes)
        case .goTo(let target): .redirect(target)
        }
      }
    }
  }

  /// The answer of a Swift step, with its changes to the tree. Where steps run twice, the answer
  /// also says whether the second run agrees.
  func answer(
    of step: SwiftStep, _ asking: Decision.Asking, _ prompt: Prompt, limits: RouteLimits? = nil
  ) -> (answer: Answer, isSteady: Bool) {
    let limits = limits ?? configuration.limits
    let answer = run(step, asking, prompt, limits)
    guard configuration.runsStepsTwice, prompt.isOpen, run(step, asking, prompt, limits) != answer
    else { return (answer, true) }
    let reason =
      "\(asking.question.name) does not do the same when it runs again: what it does may depend on "
      + "nothing but the tree and the request"
    return (.failed(reason: reason), false)
  }

  private func run(
    _ step: SwiftStep, _ asking: Decision.Asking, _ prompt: Prompt, _ limits: RouteLimits
  ) -> Answer {
    var editor = TreeEditor(asking, table: table, limits: limits)
    do {
      return try step(&editor, prompt) ? .edited(editor.changes) : .declined
    } catch let error as ChangeError {
      return .failed(reason: "\(asking.question.name): \(error)")
    } catch {
      // The text of a host's error must not be journaled.
      return .failed(reason: "\(asking.question.name): \(type(of: error))")
    }
  }
}
