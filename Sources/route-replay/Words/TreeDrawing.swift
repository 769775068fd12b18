import RouteEngine
import TextTerminal

/// The hierarchy of screens drawn with lines, one screen a line, for a person.
///
/// ```
/// main/tabs
/// ├─ home/stack
/// │  └─ feed
/// └─ orders/stack *
///    ├─ list
///    └─ order(id: 7)  <- visible
/// ```
struct TreeDrawing {
  private let tree: ScreenTree
  private let most: Int
  private let showsIDs: Bool
  private var rows: [Row] = []
  private var visible: ScreenID?

  /// A line of the drawing.
  struct Row {
    /// The lines that lead to it.
    let lead: String
    /// The text behind them.
    let label: String
    /// The screen that it is about; nil for the name of a scene.
    let screen: ScreenID?
    /// Whether a person sees it.
    var isVisible = false
    /// The lead of the lines below it.
    var rest = ""

    var text: String { lead + label }
  }

  /// The rows of a tree, and no more of the first than that.
  static func rows(
    of tree: ScreenTree, showsIDs: Bool = false, most: Int = .max
  ) -> [Row] {
    var drawing = TreeDrawing(tree: tree, showsIDs: showsIDs, most: most)
    let isPlain = tree.scenes.count == 1 && tree.scenes[0].name == ScreenTree.mainScene
    for scene in tree.scenes {
      let isActive = scene.name == tree.activeScene
      drawing.visible = isActive ? tree.visibleID(of: scene.name) : nil
      if !isPlain {
        let label = "\(scene.name)\(isActive ? " (active)" : ""):"
        drawing.rows.append(Row(lead: "", label: label, screen: nil))
      }
      drawing.draw(scene.root, first: "", rest: "", mark: "")
    }
    return drawing.rows
  }

  private init(tree: ScreenTree, showsIDs: Bool, most: Int) {
    (self.tree, self.most) = (tree, most)
    self.showsIDs = showsIDs
  }

  /// One screen and all below it. The nesting is bounded by the engine's limits.
  private mutating func draw(_ id: ScreenID, first: String, rest: String, mark: String) {
    guard rows.count < most, let screen = tree[id] else { return }
    var line = mark + screen.kind
    if screen.ownership != .declared {
      line += "/" + screen.ownership.word
    } else if let container = screen.container {
      line += "/" + container.text
    }
    if !screen.parameters.isEmpty { line += "(" + screen.parameters.notation + ")" }
    if let parent = screen.parent, tree[parent]?.selected == id { line += " *" }
    if showsIDs { line += "  #\(id)" }
    if id == visible { line += "  <- visible" }
    rows.append(
      Row(lead: first, label: line, screen: id, isVisible: id == visible, rest: rest))
    let children = screen.children
    for (index, child) in children.enumerated() where rows.count < most {
      let isLast = index == children.count - 1 && screen.presented == nil
      draw(
        child, first: rest + (isLast ? "└─ " : "├─ "), rest: rest + (isLast ? "   " : "│  "),
        mark: "")
    }
    guard let presented = screen.presented else { return }
    let style = screen.presentationStyle
    let mark = "presents\(style == .automatic ? "" : " as \(style.text)"): "
    draw(presented, first: rest + "╰─ ", rest: rest + "   ", mark: mark)
  }
}

extension TreeDrawing.Row {
  /// The row as visible text, in as many lines as it takes; nil for any width.
  func lines(width: Int?) -> [String] {
    let margin = rest + "     "
    let room = width.map { max(20, $0 - displayWidth(margin)) } ?? .max
    return brokenBehindMarks(visible(text), width: room).enumerated().map { index, line in
      isolated(index == 0 ? line : margin + line)
    }
  }
}
