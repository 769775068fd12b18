// The objects of a table file except steps: their members, meanings and requirements.

extension TableFile {
  static let table = Shape(
    "A route table: screens, routes, and the screens of a first launch.",
    [
      Member("$schema", .text, "The address of this schema; editors use it, the table does not."),
      Member(
        "format", .word([RouteTableDefinition.format]), "The version of the file's format.",
        need: "\"\(RouteTableDefinition.format)\""),
      Member(
        "tree", .text, "The screens of a first launch, in the notation of trees.",
        need: "the tree of a first launch"),
      Member("links", .object(.links), "How links are read."),
      Member("screens", .map(of: .object(.screen)), "The kinds of screens, by name."),
      Member("routes", .list(of: .object(.route)), "The routes."),
      Member(
        "chains", .map(of: steps),
        "Steps that several destinations share, by name; a chain may mention those before it."),
      Member("routers", .list(of: .object(.router)), "The routers, where there are any."),
      Member("interceptors", .texts, "The interceptors that every request asks."),
      Member("tasks", .texts, "The tasks that every screen of a step runs."),
    ])

  static let links = Shape(
    "How the table reads links.",
    [
      Member("schemes", .texts, "The app's own schemes."),
      Member("hosts", .texts, "The hosts of the app's web links; *.shop.example is any below."),
      Member(
        "schemeHost", .word(of: LinkRules.SchemeHost.self),
        "How the part after :// is read in a link of an own scheme: host, or first path segment."
      ),
      Member(
        "rewriter", .object(.rewriter),
        "The interceptor that may rewrite a link before it is matched."),
    ] + readings)

  static let rewriter = Shape(
    "The interceptor that is asked about links before they are matched.",
    [
      Member("name", .text, "The interceptor's name.", need: "the interceptor's name"),
      Member("hosts", .texts, "The hosts whose links it is asked about; without any, all links."),
    ])

  /// How links are read, for the table or for one route.
  private static let readings = [
    Member("endSlash", .word(of: LinkRules.EndSlash.self), "Whether a slash at the end counts."),
    Member(
      "letterCase", .either([.word(LinkRules.LetterCase.words), .texts]),
      "Whether the case of letters counts, or the literals in which it does not."),
    Member("plus", .word(of: LinkRules.Plus.self), "What a plus sign in a query is."),
    Member(
      "unreadable", .word(of: LinkRules.Unreadable.self),
      "How a query item is treated that does not fit the type of its parameter."),
  ]

  static let screen = Shape(
    "A kind of screen.",
    [
      Member(
        "parameters", .map(of: .either([typeText, cases, .object(.parameter)])),
        "The parameters and their types; an array lists the cases of an enum, null at its end "
          + "makes it optional."),
      Member("identity", .texts, "The parameters that identify a screen of the kind."),
      Member("private", .texts, "The parameters that are tokens in the journal."),
      Member("secret", .texts, "The parameters that are never written to a journal."),
      Member(
        "container", .either([.word(of: ContainerKind.Layout.self), .spelled(ownContainer)]),
        "How it holds other screens; a colon and a name of the app's own may follow."),
      Member("dismissible", .truth, "Whether it can be dismissed where it is presented."),
      Member("restored", .truth, "Whether a later launch shows it again."),
      Member("interceptors", .texts, "The interceptors that are asked before it is shown."),
      Member("leaving", .texts, "The interceptors that are asked before a request takes it away."),
      Member(
        "answers", .texts, "The conditions that its user decides in it, such as a log-in."),
      Member("actions", .list(of: .object(.action)), "The actions that it performs."),
      Member("version", .whole(), "The version of the kind, 1 by default."),
      Member(
        "migrations", .list(of: .object(.migration)),
        "How screens of earlier versions are converted."),
    ])

  static let parameter = Shape(
    "The type of a parameter, and the value of a missing one.",
    [
      Member(
        "type", .either([typeText, cases]), "Its type.", need: "a type or an array of cases"),
      Member("default", .constant, "The value of a missing parameter."),
    ])

  static let migration = Shape(
    "How a screen of an earlier version becomes one of the next.",
    [
      Member(
        "from", .whole(), "The version that it starts from.",
        need: "the version that it starts from"),
      Member("kind", .text, "The kind's former name, if it had another."),
      Member("with", bindings, "Where the new parameters come from; :id is the former id."),
    ])

  static let route = Shape(
    "A route: the links it takes, and the screens it leads to.",
    [
      Member("id", .text, "The route's name.", need: "the route's identifier"),
      Member("version", .whole(), "The version of the route, 1 by default."),
      Member("patterns", .texts, "The paths that it takes, in the syntax of URL patterns."),
      Member("schemes", .texts, "The schemes that it takes; an empty text is a path alone."),
      Member("hosts", .texts, "The hosts that it takes; *.shop.example is any below."),
      Member("query", .map(of: item), "The rules for query items, by name."),
      Member("fragment", item, "The rule for the fragment."),
      Member("fragmentItems", .truth, "Whether items of the fragment are parameters."),
      Member("priority", .whole(), "Orders routes for the same paths, the highest first."),
      Member("destination", steps, "The steps to its screens, from outside in."),
      Member("redirect", .object(.redirect), "Where requests are sent instead of to screens."),
      Member("scene", .text, "The scene that shows it."),
      Member("interceptors", .texts, "The interceptors that it asks."),
      Member("open", .texts, "The undeclared parameters that are in clear in the journal."),
      Member("actions", .list(of: .object(.action)), "The actions that it performs."),
    ] + readings,
    choices: [
      Choice("destination", beside: ["actions", "interceptors", "scene"]),
      Choice("redirect"),
    ])

  static let path = Shape(
    "The rule for an item or a fragment whose text is a path.",
    [
      Member(
        "path", .text, "The path that it is, in the syntax of URL patterns.", need: "a pattern")
    ])

  static let redirect = Shape(
    "Where a route sends its requests.",
    [
      Member("route", .text, "The route that takes them."),
      Member("with", bindings, "The parameters of that route; :nr is this route's nr."),
      Member("link", .text, "The parameter that holds the link to follow."),
    ], choices: [Choice("route", beside: ["with"]), Choice("link")])

  static let action = Shape(
    "Work that belongs to a destination.",
    [
      Member("perform", .text, "The action's name.", need: "the action's name"),
      Member("with", bindings, "Its parameters; :id is the request's id."),
      Member("when", .word(of: ActionMoment.self), "When it may run."),
      Member("condition", .text, "The condition that it waits for."),
      Member(
        "key", .text, "Its key: actions with the same key are the same work for their screen."),
      Member("sameKey", .word(of: KeyRule.self), "What happens to two actions with the same key."),
      Member("lane", .text, "One action of a lane runs at a time."),
      Member("retry", .object(.retry), "When it is tried again."),
      Member("after", span, "How long after the decision it runs at the earliest."),
      Member("expires", span, "How long after the decision it expires."),
      Member("lease", span, "How long an attempt may take."),
    ])

  static let retry = Shape(
    "How often an action is tried, and how long it waits between.",
    [
      Member(
        "attempts", .whole(), "How many attempts there are in all.",
        need: "how many attempts there are in all"),
      Member("first", span, "The wait before the second attempt; each later one is twice as long."),
      Member("longest", span, "The longest wait."),
    ])

  static let router = Shape(
    "A node of the tree of routers.",
    [
      Member("id", .text, "The router's name.", need: "the router's identifier"),
      Member("routes", .texts, "Its routes."),
      Member("screens", .texts, "The kinds of screens from which requests ask it first."),
      Member("values", .texts, "The types of values that it takes."),
      Member("children", .list(of: .object(.child)), "The routers below it."),
      Member("asksAboutLinks", .truth, "Whether its host code is asked about links."),
    ])

  static let child = Shape(
    "A router below another one.",
    [
      Member("router", .text, "The child's name.", need: "the child's identifier"),
      Member("priority", .whole(), "Orders children, the highest first; 500 by default."),
    ])
}

// Forms that several members share.
extension TableFile {
  static let steps = Form.list(of: .object(.step))
  static let bindings = Form.map(of: .constant)

  /// The form of a rule for a query item or a fragment.
  private static let item = Form.either([.text, .truth, .object(.path)])

  /// The cases of an enum. The reader takes `null` only at the end, and not together with a
  /// default; the schema cannot express this.
  private static let cases = Form.list(of: .either([.constant, .null]))

  private static let span = Form.spelled(
    "[0-9]+(" + TimeSpan.units.map(\.suffix).joined(separator: "|") + ")")

  private static let ownContainer =
    "(" + ContainerKind.Layout.allCases.map(\.rawValue).joined(separator: "|")
    + "):[A-Za-z0-9_.-]+"

  /// A type's name, bounds, or a list of either, with an optional question mark.
  private static let typeText: Form = {
    let number = "(0|-?[1-9][0-9]*)"
    let names = { (types: [ParameterType]) in types.map(\.description).joined(separator: "|") }
    let scalar = "(" + names(ParameterType.named.filter(\.isScalar)) + "|\(number)[.]{3}\(number))"
    let others = names(ParameterType.named.filter { !$0.isScalar })
    return .spelled("(\(scalar)|\(others)|\\[\(scalar),?\\])[?]?")
  }()
}
