import RouteEngine

/// A cookbook whose routes do what only Swift can say: two Swift steps.
enum Recipes {
  struct Recipe: ScreenKind { var name: String }

  static let names = ["bread", "dumplings", "soup", "stew"]

  static func table() throws(RouteTable.Mistakes) -> RouteTable {
    try RouteTable(tree: "main/stack[contents]") {
      DeclaredScreen(Recipe.self)
      Route("recipe", "/recipe/:name", to: [.run("openRecipe")])
      Route("surprise", "/surprise", to: [.run("surprise")])
    }
  }

  /// What the app contributes to its session, and `rerun` runs again.
  ///
  /// - Parameter byChance: whether a surprise is drawn by lot. It is what a Swift step must not do:
  ///   run again it gives another screen, and the journal tells a story that nobody can repeat.
  static func contribute(to session: inout RouteSession.Configuration, byChance: Bool) {
    session.step("openRecipe") { editor, asked in
      guard case .string(let name)? = asked.value(of: "name"), names.contains(name) else {
        return false
      }
      try open(name, with: &editor)
      return true
    }
    session.step("surprise") { editor, _ in
      // The next one after those that are open: it depends on the screens alone.
      let fresh = names.filter { name in editor.find(Recipe.self) { $0.name == name } == nil }
      let name = byChance ? names.randomElement() : fresh.first
      guard let name else { return false }
      try open(name, with: &editor)
      return true
    }
  }

  /// Shows a recipe: goes back to it where it is open, pushes it where it is not.
  private static func open(_ name: String, with editor: inout TreeEditor) throws {
    if let found = editor.find(Recipe.self, where: { $0.name == name }) {
      try editor.pop(to: found.id)
    } else if let stack = editor.find("main") {
      try editor.push(Recipe(name: name), onto: stack.id)
    }
  }
}
