// Steps, cases and guards of a table file.

extension TableFile {
  /// The members of which a step has exactly one.
  static let verbs = [
    Member("select", .text, "Goes to a screen that exists."),
    Member("push", .text, "Puts the screen on top of the nearest stack."),
    Member("pushAsRoot", .text, "Makes it the only screen of the nearest stack."),
    Member("replaceTop", .text, "Puts it in place of the top screen of the nearest stack."),
    Member("tab", .text, "Adds it as a tab."),
    Member("replaceTab", .text, "Puts it in place of a tab."),
    Member("primary", .text, "Puts it into the first column."),
    Member("supplementary", .text, "Puts it into the middle one of three columns."),
    Member("detail", .text, "Puts it into the last column."),
    Member("present", .text, "Presents it over another screen."),
    Member("root", .text, "Makes it the root of its scene."),
    Member("pop", .word(of: Step.Extent.self), "Pops the top screen, or all but the first."),
    Member("popTo", .text, "Pops the screens above this one."),
    Member(
      "dismiss", .word(of: Step.Extent.self), "Dismisses what is presented topmost, or all of it."),
    Member("switch", .list(of: .object(.choice)), "Takes the steps of the first case that holds."),
    Member("run", .text, "Runs the Swift code of that name."),
    Member("chain", .text, "Stands for the steps of the chain of that name."),
  ]

  static let step = Shape(
    "A step of a destination.", verbs + StepMember.allCases.map(\.described),
    choices: verbs.map { verb in
      let members = StepMember.allCases.filter { member in
        Step.Verb(word: verb.name).map { member.suits($0) } ?? false
      }
      let isRoot = verb.name == "root"
      return Choice(
        verb.name, beside: members.map(\.rawValue),
        narrowed: isRoot ? [(StepMember.from.rawValue, .word(of: Step.RootOrigin.self))] : [])
    })

  static let choice = Shape(
    "A case of a switch.",
    [
      Member("steps", steps, "The steps of the case.", need: "an array of steps"),
      Member(
        "when", .either([.list(of: .object(.guard)), .object(.guard)]),
        "What has to hold; without it the case always holds."),
    ])

  static let `guard` = Shape(
    "What has to hold for a case.",
    [
      Member("condition", .text, "The condition of that name is signalled."),
      Member("not", .object(.guard), "This does not hold."),
      Member("parameter", .text, "The request has the parameter of that name."),
      Member("principal", .truth, "Whether a user is signed in."),
      Member("screen", .text, "A screen of that kind is there."),
      Member("variant", .text, "The host draws a variant of that name."),
      Member("is", .constant, "The value of the parameter, or the variant."),
      Member("scope", scope, "Where the screen is looked for."),
    ],
    choices: [
      Choice("condition"), Choice("not"), Choice("parameter", beside: ["is"]), Choice("principal"),
      Choice("screen", beside: ["scope"]),
      Choice("variant", beside: ["is"], needs: ["is"], narrowed: [("is", .text)]),
    ])

  fileprivate static let scope = Form.either([.word(SearchScope.words), .text])
}

extension TableFile {
  /// The text of a style. A schema cannot express that heights must differ.
  fileprivate static let style: Form = {
    let (own, rest) = ("(:[A-Za-z0-9_.-]+)?", PresentationStyle.Form.allCases.map(\.rawValue))
    let height = "(0*([1-9][0-9]?|100)%|0*([1-9][0-9]{0,4}|100000)|[A-Za-z_.-][A-Za-z0-9_.-]*)"
    let most = PresentationStyle.mostDetents - 1
    let heights = "[(] *\(height) *(, *\(height) *){0,\(most)}[)]"
    let sheets = "(sheet|formSheet)\(own)(\(heights))"
    return .spelled("(\(sheets)|(\(rest.joined(separator: "|")))\(own))")
  }()
}

extension StepMember {
  /// Its form and its meaning.
  fileprivate var described: TableFile.Member {
    let (form, about): (TableFile.Form, String) =
      switch self {
      case .adapt: (.text, "The host code that gives the parameters.")
      case .at: (.whole(from: 0), "The tab's position, from 0.")
      case .find:
        (
          .either([.word(Finder.named.map(\.text)), .texts]),
          "How the screen is recognised, or the parameters that have to agree."
        )
      case .from:
        (
          .either([.word(Step.Presenter.words), .text]),
          "The kind of the screen that presents; of a root, where it may be replaced from."
        )
      case .holding: (.text, "The screens in the new container, in the notation of trees.")
      case .onto: (.word(of: Column.self), "The column whose stack takes it.")
      case .scope: (TableFile.scope, "Where the screen is looked for; a text is a kind.")
      case .style: (TableFile.style, "How it is presented, with the heights of a sheet.")
      case .tasks: (.texts, "The host code that may change its parameters.")
      case .update: (.truth, "Whether a screen that is found gets the step's parameters.")
      case .with: (TableFile.bindings, "Its parameters; :id is the request's id.")
      }
    return TableFile.Member(rawValue, form, about)
  }
}
