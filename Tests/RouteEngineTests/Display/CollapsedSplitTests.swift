import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// A split with room for only one column: the tree holds all columns, the user goes back and forth,
/// and a request shows the column into which it leads.
@MainActor
struct CollapsedSplitTests: DisplayTests {
  private struct Letter: ScreenKind { var id: Int }

  let journal: TestJournal
  let renderer = FakeRenderer()
  let session: RouteSession
  let display: SceneDisplay

  init() throws {
    let tree = "main/tabs[ mail/split*[list/stack[inbox] detail/stack[empty]] old/foreign ]"
    let table = try RouteTable(tree: tree) {
      DeclaredScreen(Letter.self)
      Route("letter", "/letters/:id", to: [.select("detail"), .push(Letter.self)])
      DeclaredScreen("help")
      Route("old", "/old", to: [.select("old")])
      Route("help", "/help", to: [.present("help", style: .full)])
    }
    journal = try TestJournal(table)
    session = journal.launch()
    display = session.display.attach(renderer, scene: "A1")
  }

  /// The user goes back to the first column.
  private func goBack() throws {
    let (mail, list, inbox) = (try id("mail"), try id("list"), try id("inbox"))
    renderer.select(list, in: mail)
    renderer.steps = []
    display.collapsed(mail, holds: [.known(inbox)])
  }

  @Test func `a user who goes back to the first column stays there, and nothing is journaled`()
    throws
  {
    session.open("/letters/7")
    #expect(renderer.picture == "main[mail[list[inbox*] detail[empty letter*]*]* old]")
    let before = session.journal.anchor.sequence
    try goBack()
    #expect(session.journal.anchor.sequence == before)
    session.background()
    session.foreground()
    session.signal("noon")
    #expect(renderer.steps == [])
    #expect(renderer.picture == "main[mail[list[inbox*]* detail[empty letter*]]* old]")
    try requireTruth(isElsewhere: true)
  }

  @Test func `a request shows its column, also when its screen exists already`() throws {
    let (mail, detail) = (try id("mail"), try id("detail"))
    session.open("/letters/7")
    try goBack()
    session.open("/letters/7")
    #expect(renderer.steps.last == .select(detail, in: mail))
    try goBack()
    session.open("/letters/8")
    #expect(renderer.steps.last == .select(detail, in: mail))
    #expect(renderer.picture == "main[mail[list[inbox*] detail[empty letter letter*]*]* old]")
    try requireTruth()
  }

  @Test func `a request that leads elsewhere leaves the column the user went back to`() throws {
    session.open("/letters/7")
    try goBack()
    session.open("/old")
    #expect(renderer.picture == "main[mail[list[inbox*]* detail[empty letter*]] old*]")
    renderer.select(try id("mail"), in: try id("main"))
    display.userSelected(try id("mail"), in: try id("main"))
    #expect(renderer.picture == "main[mail[list[inbox*]* detail[empty letter*]]* old]")
    try requireTruth(isElsewhere: true)
  }

  @Test func `a request of another window leaves the column the user went back to`() throws {
    session.open("/letters/7")
    let (mail, detail) = (try id("mail"), try id("detail"))
    let column = SplitColumn(of: session, in: "mail", scene: "main")
    column.set(.primary)
    try goBack()
    let other = session.display.attach(FakeRenderer(), scene: "B")
    #expect(other.open(.url("/letters/8")).outcome == .shown)
    #expect(session.state.tree.activeScene == "B")
    #expect(renderer.steps == [])
    #expect(renderer.picture == "main[mail[list[inbox*]* detail[empty letter*]]* old]")
    #expect(column.get() == .primary)
    display.open(.url("/letters/7"))
    #expect(renderer.steps.last == .select(detail, in: mail))
    #expect(column.get() == .detail)
    try requireTruth()
  }

  @Test func `a notification that was put away leaves the column the user went back to`() throws {
    session.open("/letters/7")
    try goBack()
    let response = Entrance.notificationResponse(
      Entrance.dismissed, to: "n-1", deliveredAt: RouteInstant(microseconds: 1_000_000))
    #expect(session.open(response).outcome == .alreadyShown)
    #expect(renderer.steps == [])
    #expect(renderer.picture == "main[mail[list[inbox*]* detail[empty letter*]]* old]")
    try requireTruth(isElsewhere: true)
  }

  @Test func `a column or screen that came into sight is no host fact`() throws {
    session.open("/letters/7")
    let (mail, list) = (try id("mail"), try id("list"))
    let before = session.journal.anchor.sequence
    display.userWent(to: list, in: mail)
    #expect(display.shown[mail]?.selected == list)
    display.userWent(to: try id("old"), in: mail)
    display.userWent(to: mail, in: try id("main"))
    #expect(display.shown[mail]?.selected == list)
    #expect(session.journal.anchor.sequence == before)
    try requireTruth(isElsewhere: true)
  }

  @Test func `a single stack that still holds the former column hides no request`() throws {
    session.openAll("/letters/7", "/help")
    let (mail, list, inbox) = (try id("mail"), try id("list"), try id("inbox"))
    let detail = try id("detail")
    display.userWent(to: list, in: mail)
    renderer.onUncovering = { [display] in display.collapsed(mail, holds: [.known(inbox)]) }
    session.open("/letters/8")
    #expect(display.shown[mail]?.selected == detail)
    #expect(renderer.picture == "main[mail[list[inbox*] detail[empty letter letter*]*]* old]")
    try requireTruth()
  }

  @Test func `a control's column is the last one, until the user goes to another`() throws {
    let column = SplitColumn(of: session, in: "mail")
    #expect(column.get() == .detail)
    column.set(.primary)
    column.set(.supplementary)  // a split of two columns does not have this one
    #expect(column.get() == .primary)
    session.open("/old")
    session.signal("noon")
    #expect(column.get() == .primary)
    session.open("/letters/7")
    #expect(column.get() == .detail)
    column.set(.primary)
    session.open("/letters/7")  // it exists already, but is not visible
    #expect(column.get() == .detail)
    #expect(SplitColumn(of: session, in: "main").get() == .primary)
    try requireTruth()
  }

  @Test func `screens in the single stack are reported for their columns`() throws {
    session.openAll("/letters/7", "/letters/8")
    let (mail, detail, inbox) = (try id("mail"), try id("detail"), try id("inbox"))
    let letters = try #require(renderer.views[detail]).children
    let before = session.journal.anchor.sequence
    // The column as a whole, or the screens that it holds, one after the other.
    display.collapsed(mail, holds: [.known(inbox), .known(detail)])
    display.collapsed(mail, holds: [.known(inbox)] + letters.map { .known($0) })
    #expect(session.journal.anchor.sequence == before)
    renderer.setChildren([letters[0], letters[1]], of: detail)
    display.collapsed(mail, holds: [.known(inbox), .known(letters[0]), .known(letters[1])])
    #expect(session.notation == "main[mail*[list[inbox] detail[empty letter(id: 7)]] old/foreign]")
    try requireTruth()
  }
}
