import RouteEngine

/// A cookbook with two Swift steps: its routes do things that only code can express.
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

  /// The code that the app contributes to its session; `rerun` runs it again.
  ///
  /// - Parameter byChance: whether a surprise is drawn at random. A Swift step must not do that:
  ///   when it runs again it gives another screen, so the journal cannot be repeated.
  static func contribute(to session: inout RouteSession.Configuration, byChance: Bool) {
    session.step("openRecipe") { editor, asked in
      guard case .string(let name)? = asked.value(of: "name"), names.contains(name) else {
        return false
      }
      try open(name, with: &editor)
      return true
    }
    session.step("surprise") { editor, _ in
      // The recipe after those that are open: it depends only on the screens.
      let fresh = names.filter { name in editor.find(Recipe.self) { $0.name == name } == nil }
      let name = byChance ? names.randomElement() : fresh.first
      guard let name else { return false }
      try open(name, with: &editor)
      return true
    }
  }

  /// Shows a recipe: goes back to it if it is open, otherwise pushes it.
  private static func open(_ name: String, with editor: inout TreeEditor) throws {
    if let found = editor.find(Recipe.self, where: { $0.name == name }) {
      try editor.pop(to: found.id)
    } else if let stack = editor.find("main") {
      try editor.push(Recipe(name: name), onto: stack.id)
    }
  }
}
