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
package struct TreeDrawing {
  private let tree: ScreenTree
  private let most: Int
  private let showsIDs: Bool
  private let showsReady: Bool
  private var rows: [Row] = []
  private var visible: ScreenID?

  /// A line of the drawing.
  package struct Row {
    /// The drawn lines in front of the text.
    package let lead: String
    /// The text.
    package let label: String
    /// The screen of the row; nil for the name of a scene.
    package let screen: ScreenID?
    /// Whether a person sees it.
    package let isVisible: Bool
    /// The drawn lines in front of the rows below it.
    package let rest: String

    /// A row; the row of a scene's name has no screen.
    package init(
      lead: String, label: String, screen: ScreenID?, isVisible: Bool = false, rest: String = ""
    ) {
      self.lead = lead
      self.label = label
      self.screen = screen
      self.isVisible = isVisible
      self.rest = rest
    }

    /// The whole row.
    package var text: String { lead + label }
  }

  /// The rows of a tree.
  ///
  /// - Parameters:
  ///   - tree: the tree.
  ///   - showsIDs: whether a row has its screen's id.
  ///   - showsReady: whether a row says that its screen is ready.
  ///   - most: the largest number of rows; the first ones are returned.
  package static func rows(
    of tree: ScreenTree, showsIDs: Bool = false, showsReady: Bool = false, most: Int = .max
  ) -> [Row] {
    var drawing = TreeDrawing(tree, showsIDs: showsIDs, showsReady: showsReady, most: most)
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

  private init(_ tree: ScreenTree, showsIDs: Bool, showsReady: Bool, most: Int) {
    (self.tree, self.most) = (tree, most)
    (self.showsIDs, self.showsReady) = (showsIDs, showsReady)
  }

  /// Draws one screen and all below it. The engine's limits bound the nesting.
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
    let marks = [id == visible ? "visible" : nil, showsReady && screen.isReady ? "ready" : nil]
      .compactMap(\.self)
    if !marks.isEmpty { line += "  <- " + marks.joined(separator: ", ") }
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
