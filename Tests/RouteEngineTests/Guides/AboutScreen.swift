// guide:
import RouteEngine

enum AboutScreen {
  static func table() throws(RouteTable.Mistakes) -> RouteTable {
    try RouteTable(tree: "main/tabs[ first/stack*[feed]  second/stack[settings] ]") {
      DeclaredScreen("about")
      Route("about", "/show-about-screen", to: [.push("about")])
      RouteTable.Router("tabs", asksAboutLinks: true).with("firstTab").with("secondTab")
      RouteTable.Router("firstTab", screens: ["first"])
      RouteTable.Router("secondTab", routes: ["about"], screens: ["second"], values: ["settings"])
    }
  }

  @MainActor static func contribute(to configuration: inout RouteSession.Configuration) {
    configuration.route("tabs") { editor, asked in
      guard case .link(let link) = asked.request.target, link.path == "/show-about-screen",
        let tab = editor.find("second")
      else { return .declined }
      try editor.select(tab.id)
      return .declined  // the tab stays selected when another router takes the link
    }
    configuration.route("secondTab") { _, asked in  // values of the type "settings", no other
      guard case .string("about")? = asked.value(of: "page") else { return .declined }
      return .goTo(.route("about", [:]))
    }
  }
}
// :guide

extension AboutScreen {
  @MainActor static func handle(in session: RouteSession) -> [Opening] {
    // guide:
    let first = session.open("/show-about-screen")  // asks firstTab: its screen is on display
    var options = RouteRequest.Options()
    options.router = "firstTab"  // firstTabRouter.handle(path:), whatever is on display
    let again = session.open("/show-about-screen", options: options)
    let value = session.open(.customValue("settings", info: ["page": "about"]))
    // :guide
    return [first, again, value]
  }

  static func letters() throws(RouteTable.Mistakes) -> RouteTable {
    // guide:
    try RouteTable(tree: "main/stack[home]") {
      DeclaredScreen("about")
      Route("about", "/show-about-screen", to: [.push("about")])
      RouteTable.Router("a").with("b").with("c")
      RouteTable.Router("b").with("d", priority: RouteTable.Router.high).with("e")
        .with("f", priority: RouteTable.Router.low)
      RouteTable.Router("c", routes: ["about"]).with("g")
      for name in ["d", "e", "f", "g"] { RouteTable.Router(name, asksAboutLinks: true) }
    }
    // :guide
  }
}
