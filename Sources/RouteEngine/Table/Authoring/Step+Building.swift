/// Steps, written in a table. Each has the screen's type or name, the rule that recognises the
/// screen when it is there, and the sources of its parameters. A parameter without a source comes
/// from the request's of the same name. With `updates` a screen that is found gets the parameters
/// of the step.
extension Step {
  /// Goes to a screen that has to be there already: a tab, a stack, any screen.
  public static func select<Type: ScreenKind>(
    _ type: Type.Type, find finder: Finder = .same, with parameters: Bindings = [:],
    updates: Bool = false
  ) -> Destination.Step {
    Step(.select, Type.kind, find: finder, with: parameters, updates: updates)
  }

  /// Goes to a screen that has to be there already: a tab, a stack, any screen.
  public static func select(
    _ kind: String, find finder: Finder = .same, with parameters: Bindings = [:],
    updates: Bool = false
  ) -> Destination.Step {
    Step(.select, kind, find: finder, with: parameters, updates: updates)
  }

  /// Goes to a screen of a kind without a type, such as a tab, which a case of an enum names.
  public static func select<Name: RawRepresentable<String>>(
    _ kind: Name, find finder: Finder = .same, with parameters: Bindings = [:],
    updates: Bool = false
  ) -> Destination.Step {
    Step(.select, kind.rawValue, find: finder, with: parameters, updates: updates)
  }

  /// Pushes a screen onto the nearest stack.
  public static func push<Type: ScreenKind>(
    _ type: Type.Type, find finder: Finder = .same, with parameters: Bindings = [:],
    updates: Bool = false
  ) -> Destination.Step {
    Step(.push, Type.kind, find: finder, with: parameters, updates: updates)
  }

  /// Pushes a screen onto the nearest stack.
  public static func push(
    _ kind: String, find finder: Finder = .same, with parameters: Bindings = [:],
    updates: Bool = false
  ) -> Destination.Step {
    Step(.push, kind, find: finder, with: parameters, updates: updates)
  }

  /// Makes a screen the only one of the nearest stack.
  public static func pushAsRoot<Type: ScreenKind>(
    _ type: Type.Type, find finder: Finder = .same, with parameters: Bindings = [:],
    updates: Bool = false
  ) -> Destination.Step {
    Step(.pushAsRoot, Type.kind, find: finder, with: parameters, updates: updates)
  }

  /// Makes a screen the only one of the nearest stack.
  public static func pushAsRoot(
    _ kind: String, find finder: Finder = .same, with parameters: Bindings = [:],
    updates: Bool = false
  ) -> Destination.Step {
    Step(.pushAsRoot, kind, find: finder, with: parameters, updates: updates)
  }

  /// Replaces the top screen of the nearest stack.
  public static func replaceTop<Type: ScreenKind>(
    _ type: Type.Type, find finder: Finder = .same, with parameters: Bindings = [:],
    updates: Bool = false
  ) -> Destination.Step {
    Step(.replaceTop, Type.kind, find: finder, with: parameters, updates: updates)
  }

  /// Replaces the top screen of the nearest stack.
  public static func replaceTop(
    _ kind: String, find finder: Finder = .same, with parameters: Bindings = [:],
    updates: Bool = false
  ) -> Destination.Step {
    Step(.replaceTop, kind, find: finder, with: parameters, updates: updates)
  }

  /// Presents a screen over another one.
  public static func present<Type: ScreenKind>(
    _ type: Type.Type, style: PresentationStyle = .automatic,
    from presenter: Presenter = .current, find finder: Finder = .same,
    with parameters: Bindings = [:],
    updates: Bool = false
  ) -> Destination.Step {
    Step(
      .present(from: presenter, style: style), Type.kind, find: finder, with: parameters,
      updates: updates)
  }

  /// Presents a screen over another one.
  public static func present(
    _ kind: String, style: PresentationStyle = .automatic,
    from presenter: Presenter = .current, find finder: Finder = .same,
    with parameters: Bindings = [:],
    updates: Bool = false
  ) -> Destination.Step {
    Step(
      .present(from: presenter, style: style), kind, find: finder, with: parameters,
      updates: updates)
  }

  /// Makes a screen the root of its scene and dismisses presented screens. From the current screen
  /// it fails while that one is presented.
  public static func root<Type: ScreenKind>(
    _ type: Type.Type, from origin: RootOrigin = .root, find finder: Finder = .same,
    with parameters: Bindings = [:], updates: Bool = false
  ) -> Destination.Step {
    root(Type.kind, from: origin, find: finder, with: parameters, updates: updates)
  }

  /// Makes a screen the root of its scene and dismisses presented screens. From the current screen
  /// it fails while that one is presented.
  public static func root(
    _ kind: String, from origin: RootOrigin = .root, find finder: Finder = .same,
    with parameters: Bindings = [:], updates: Bool = false
  ) -> Destination.Step {
    Step(.root(from: origin), kind, find: finder, with: parameters, updates: updates)
  }

  /// Runs the Swift step that is registered under the name.
  public static func run(_ name: String) -> Destination.Step { Destination.Step(.run, name) }
}

extension Step {
  private func with(_ change: (inout Step) -> Void) -> Step {
    var step = self
    change(&step)
    return step
  }

  /// Sets the part of the scene in which the screen is searched; the default is everywhere.
  public func within(_ scope: Finder.Scope) -> Destination.Step { with { $0.scope = scope } }

  /// Pushes onto the stack in a column of the nearest split container.
  public func onto(_ column: ContainerKind.Column) -> Destination.Step {
    with { $0.column = column }
  }

  /// Sets the initial children of the container that is built, in the notation of
  /// ``ScreenTree/Notation``, with a mark at the selected one:
  /// `"home/stack*[feed] shop/stack[catalog]"`. A text parameter `":id"` is the request's parameter
  /// of that name.
  public func holding(_ children: String) -> Destination.Step { with { $0.content = children } }

  /// Sets the initial children of the container that is built: one screen for each type. In tabs
  /// the first is selected. Their parameters are the request's of the same names.
  public func holding(
    _ type: any ScreenKind.Type, _ others: any ScreenKind.Type...
  ) -> Destination.Step {
    holding(([type] + others).map { $0.kind }.joined(separator: " "))
  }

  /// Gives a property of the screen a constant value: `.setting(\Product.tab, to: .reviews)`.
  ///
  /// When the parameter of the property cannot be found out (``ScreenKind/parameterName(of:)``),
  /// the table's mistakes say how to name it. A value that no parameter can have, nil or one that
  /// is too large, is a mistake too: without it the request's parameter would count.
  public func setting<Type: ScreenKind, Value: Encodable>(
    _ property: KeyPath<Type, Value>, to value: Value
  ) -> Destination.Step {
    let name = Type.parameterName(of: property)
    do throws(ParameterCodingError) {
      let parameter = try ParameterValue(encoding: value, named: name)
      return with { $0.parameters[name] = .constant(parameter) }
    } catch {
      let message =
        error == .missing(name: name)
        ? "nil is no value, so the request's parameter would count; "
          + "give a value, or let an adapter give the parameters"
        : error.journaledReason
      return with { $0.unfitValues.append(UnfitValue(name: name, message: message)) }
    }
  }

  /// Gives a property of the screen the value of a request's parameter:
  /// `.setting(\Product.id, from: "number")`.
  public func setting<Type: ScreenKind>(
    _ property: PartialKeyPath<Type>, from parameter: String
  ) -> Destination.Step {
    with { $0.parameters[Type.parameterName(of: property)] = .request(parameter) }
  }

  /// Asks the host code of that name for the step's parameters.
  public func adapted(by adapter: String) -> Destination.Step { with { $0.adapter = adapter } }

  /// Lets host code of these names change the screen's parameters, in order, once it is found or
  /// built.
  public func withTasks(_ tasks: String...) -> Destination.Step { with { $0.tasks += tasks } }
}
