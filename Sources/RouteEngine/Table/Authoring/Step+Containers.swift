/// Steps for tabs and columns, steps back, and conditional steps.
extension Step {
  /// Adds a tab before the one at a position, or as the last one; it is selected.
  public static func tab<Type: ScreenKind>(
    _ type: Type.Type, at position: Int? = nil, find finder: Finder = .same,
    with parameters: Bindings = [:], updates: Bool = false
  ) -> Destination.Step {
    tab(Type.kind, at: position, find: finder, with: parameters, updates: updates)
  }

  /// Adds a tab before the one at a position, or as the last one; it is selected.
  public static func tab(
    _ kind: String, at position: Int? = nil, find finder: Finder = .same,
    with parameters: Bindings = [:], updates: Bool = false
  ) -> Destination.Step {
    Step(.tab(at: position), kind, find: finder, with: parameters, updates: updates)
  }

  /// Replaces the tab at a position; the new one is selected.
  public static func replaceTab<Type: ScreenKind>(
    _ type: Type.Type, at position: Int, find finder: Finder = .same,
    with parameters: Bindings = [:], updates: Bool = false
  ) -> Destination.Step {
    replaceTab(Type.kind, at: position, find: finder, with: parameters, updates: updates)
  }

  /// Replaces the tab at a position; the new one is selected.
  public static func replaceTab(
    _ kind: String, at position: Int, find finder: Finder = .same,
    with parameters: Bindings = [:], updates: Bool = false
  ) -> Destination.Step {
    Step(.replaceTab(at: position), kind, find: finder, with: parameters, updates: updates)
  }

  /// Puts a screen into a column of the nearest split container.
  public static func column<Type: ScreenKind>(
    _ column: ContainerKind.Column, _ type: Type.Type, find finder: Finder = .same,
    with parameters: Bindings = [:], updates: Bool = false
  ) -> Destination.Step {
    self.column(column, Type.kind, find: finder, with: parameters, updates: updates)
  }

  /// Puts a screen into a column of the nearest split container.
  public static func column(
    _ column: ContainerKind.Column, _ kind: String, find finder: Finder = .same,
    with parameters: Bindings = [:], updates: Bool = false
  ) -> Destination.Step {
    Step(.column(column), kind, find: finder, with: parameters, updates: updates)
  }

  /// Pops all screens above a screen in the nearest stack.
  public static func popTo<Type: ScreenKind>(
    _ type: Type.Type, find finder: Finder = .same, with parameters: Bindings = [:]
  ) -> Destination.Step {
    popTo(Type.kind, find: finder, with: parameters)
  }

  /// Pops all screens above a screen in the nearest stack.
  public static func popTo(
    _ kind: String, find finder: Finder = .same, with parameters: Bindings = [:]
  ) -> Destination.Step {
    Step(.popTo, kind, find: finder, with: parameters)
  }

  /// Pops the top screen of the nearest stack, or all but its first.
  public static func pop(_ extent: Extent = .top) -> Destination.Step {
    Destination.Step(.pop(extent))
  }

  /// Dismisses the topmost presented screen, or all presented screens.
  public static func dismiss(_ extent: Extent = .top) -> Destination.Step {
    Destination.Step(.dismiss(extent))
  }

  /// Takes the steps of the first case whose guards all hold; when none does, the request fails.
  ///
  /// ```swift
  /// .choose(
  ///   .when(.parameter("tab", is: "shop"), steps: [.select("shop")]),
  ///   .otherwise([.select("home")]))
  /// ```
  public static func choose(_ choices: Choice...) -> Destination.Step {
    Destination.Step(.choose(choices))
  }
}

extension Step.Choice {
  /// Steps that are taken when all these guards hold.
  public static func when(_ guards: Destination.Guard..., steps: [Destination.Step])
    -> Destination.Step.Choice
  {
    Step.Choice(when: guards, steps)
  }

  /// Steps that are taken when no earlier case holds.
  public static func otherwise(_ steps: [Destination.Step]) -> Destination.Step.Choice {
    Destination.Step.Choice(steps)
  }
}
