import Testing

extension Rule {
  /// The lines that break the rule in a repository of these files.
  func lines(_ files: [(path: String, text: String)]) -> [Int] {
    check(files.map { SourceFile($0.path, $0.text) }).map(\.line).sorted()
  }

  func lines(_ path: String, _ text: String) -> [Int] { lines([(path, text)]) }
}

private let model = "Sources/RouteEngine/Bytes/A.swift"
private let store = "Sources/RouteStore/Journal/A.swift"

@Suite struct `Rules of order, tried on bad examples` {
  @Test func `a module must not import a module to its right`() {
    let rule = modulesKnowWhatStandsLeft
    #expect(rule.lines(store, "import CRouteSQLite\ninternal import RouteEngine\n") == [2])
    #expect(rule.lines("Migrations/Migrations.swift", "import RouteStore\n") == [1])
    #expect(rule.lines("Sources/RouteEngine/Entries/A.swift", "import RouteMigrations\n") == [1])
    #expect(rule.lines("Sources/route-replay/A.swift", "import RouteTestSupport\n") == [1])
    #expect(rule.lines("Sources/route-replay/A.swift", "import struct RouteStore.B\n").isEmpty)
    #expect(rule.lines(store, "// import RouteEngine\n").isEmpty)
    #expect(rule.lines(store, "import TextTerminal\n") == [1])
    #expect(rule.lines("Sources/route-replay/A.swift", "import TextTerminal\n").isEmpty)
    let replay = "Sources/RouteEngine/Replay/Rerun/A.swift"
    #expect(rule.lines(replay, "import RouteEngine\nimport RouteReplayProgram\n") == [2])
    #expect(rule.lines("Sources/RouteEngine/Session/A.swift", "import RouteReplay\n") == [1])
    #expect(rule.lines("Sources/route-replay/A.swift", "import RouteReplay\n").isEmpty)
    #expect(rule.lines("Sources/route-replay/A.swift", "import RouteReplayProgram\n") == [1])
    let program = "Sources/route-replay/Program/A.swift"
    #expect(rule.lines(program, "import RouteReplayProgram\n").isEmpty)
    let terminal = "Sources/route-replay/TextTerminal/A.swift"
    #expect(rule.lines(terminal, "import Dispatch\nimport RouteEngine\n") == [2])
    let testing = "Sources/RouteEngine/Testing/A.swift"
    #expect(rule.lines(testing, "import RouteReplay\nimport RouteReplayProgram\n") == [2])
    #expect(rule.lines(replay, "import RouteTesting\n") == [1])
  }

  @Test func `a public type is listed, and a listed type exists`() {
    let path = "Sources/RouteEngine/Testing/A.swift"
    let text = """
      public struct Extra {}
      public struct Scenario { public struct Line {} }
      package struct Clock {}

      """
    let found = publicTypesAreListed.check([SourceFile(path, text)])
    let extra = Violation(path: path, line: 1, message: "Extra is public and not listed")
    #expect(found.filter { $0.path == path } == [extra])
    let missing = Set(found.map(\.message))
    #expect(missing.isSuperset(of: ["no public ManualClock", "no public ReplayProgram"]))
    #expect(!missing.contains("no public Scenario"))
  }

  @Test func `a public member of a session is listed`() {
    let rule = membersOfSessionsAreListed
    let path = "Sources/RouteEngine/Session/RouteSession+A.swift"
    let text = """
      extension RouteSession {
        public func open() {}
        public static let most = 1
      }
      extension RouteSession.Display {
        public var hint: Int { 1 }
      }

      """
    #expect(Set(rule.lines(path, text)) == [1, 3], "the first line stands for what is missing")
  }

  @Test func `a test framework is imported by tests alone`() {
    let rule = testingServesEveryFramework
    #expect(rule.lines("Sources/RouteEngine/Testing/A.swift", "import Testing\n") == [1])
    #expect(rule.lines("Tests/A.swift", "import Testing\n").isEmpty)
  }

  @Test func `a folder must not name a type of a folder to its right`() {
    let plan = (path: "Sources/RouteEngine/Decide/Plan/Plan.swift", text: "struct Plan {}\n")
    let rule = foldersKnowWhatStandsLeft
    #expect(rule.lines([plan, (model, "/// A Plan.\nlet plan: Plan\n")]) == [2])
    #expect(rule.lines([plan, (model, #"let text = "Plan \(Plan.self)""# + "\n")]) == [1])
    #expect(rule.lines([plan, (model, "let text = \"Plan\"  // Plan\nlet b = c.Plan\n")]).isEmpty)
    #expect(rule.lines([plan, (model, "enum B { struct Plan {} }\nlet b: Plan\n")]).isEmpty)
    #expect(rule.lines([plan, ("Sources/RouteEngine/Decide/B.swift", "let b: Plan\n")]).isEmpty)
  }

  @Test func `folders side by side do not know each other`() {
    let words = (path: "Sources/route-replay/Words/A.swift", text: "struct Phrase {}\n")
    let input = (path: "Sources/route-replay/Input/B.swift", text: "let phrase: Phrase\n")
    #expect(foldersKnowWhatStandsLeft.lines([words, input]) == [1])
  }

  @Test func `a type nested in a type of the left belongs to the right`() {
    let base = (path: model, text: "struct Screen { let cost: Cost }\n")
    let added = (
      path: "Sources/RouteEngine/Decide/Plan/B.swift", text: "extension Screen { struct Cost {} }\n"
    )
    #expect(foldersKnowWhatStandsLeft.lines([base, added]) == [1])
  }

  @Test func `a folder needs a place in the order`() {
    let rule = foldersKnowWhatStandsLeft
    let nested = (path: "Sources/RouteEngine/Session/Launch/A.swift", text: "struct Launch {}\n")
    #expect(
      rule.lines([nested, ("Sources/RouteEngine/Session/B.swift", "let b: Launch\n")]).isEmpty)
    #expect(rule.lines([nested, ("Sources/RouteEngine/State/B.swift", "let b: Launch\n")]) == [1])
    #expect(rule.lines("Sources/RouteEngine/Extras/A.swift", "struct A {}\n") == [1])
    #expect(rule.lines("Sources/RouteStore/StoreError.swift", "enum StoreError {}\n").isEmpty)
  }

  @Test func `Display imports behind a condition that Linux does not meet`() {
    let rule = platformsStayApart
    let file = "Sources/RouteEngine/Display/A.swift"
    #expect(rule.lines(file, "import Foundation\n") == [1])
    #expect(rule.lines(file, "#if canImport(Foundation)\nimport Foundation\n#endif\n") == [2])
    #expect(rule.lines(file, "#if canImport(UIKit)\nimport UIKit\n#endif\nlet a = 1\n") == [2])
    #expect(rule.lines(file, "#if canImport(UIKit)\nimport UIKit\n#endif\n").isEmpty)
    #expect(rule.lines(file, "struct A {}\n").isEmpty)
  }

  @Test func `files of Display are thin`() {
    let text = String(repeating: "let a = 1\n", count: 150)
    #expect(displayIsThin.lines("Sources/RouteEngine/Display/A.swift", text) == [150])
    #expect(displayIsThin.lines("Sources/RouteEngine/Session/A.swift", text).isEmpty)
  }

  @Test func `a new caller of the decision is found`() {
    let rule = machineAloneDecides
    let text = "let a = Decision.decide(b)\nlet c = Decision.Decided()\nlet d = decide(e)\n"
    #expect(rule.lines("Sources/RouteEngine/Replay/A.swift", text) == [1])
    #expect(rule.lines("Sources/RouteEngine/Machine/A.swift", text).isEmpty)
    #expect(rule.lines("Tests/A.swift", text).isEmpty)
  }

  @Test func `a state that is made outside the machine and the fold is found`() {
    let text = "try entry.apply(to: &state)\nfunc apply() {}\ntry state.apply(change)\n"
    #expect(foldAloneApplies.lines("Sources/RouteEngine/Replay/A.swift", text) == [1, 3])
    #expect(foldAloneApplies.lines("Sources/RouteEngine/Entries/A.swift", text).isEmpty)
    #expect(foldAloneApplies.lines("Tests/A.swift", text).isEmpty)
  }

  @Test func `an entry that is made outside the machine is found`() {
    let rule = entriesAreMadeInMachine
    let text = "a = JournalEntry(decoding: b)\nc = JournalEntry(\n  sequence: 1)\nd.newEntry(.e)\n"
    #expect(rule.lines("Sources/RouteEngine/Session/A.swift", text) == [2, 4])
    #expect(rule.lines("Sources/RouteEngine/Machine/A.swift", text).isEmpty)
  }

  @Test func `a part of the machine that is named outside it is found`() {
    let rule = machineKeepsItsParts
    let text = "session.machine.requests.isIdle\nmachine.state.actions\nsession.actions\n"
    #expect(rule.lines("Sources/RouteEngine/Session/A.swift", text) == [1])
    #expect(rule.lines("Sources/RouteEngine/Machine/A.swift", text).isEmpty)
  }

  @Test func `a property of a session that is set elsewhere, or is the eleventh, is found`() {
    let rule = sessionKeepsItsState
    let path = "Sources/RouteEngine/Session/RouteSession.swift"
    let text = """
      class RouteSession {
        var a: B
        private(set) var b = B()
        let c: B
        var d: B { b }
        static var e = B()
        public internal(set) var f: B { didSet { g() } }
        func h() { var i = 1 }
      }
      extension RouteSession { var j: B { b } }

      """
    #expect(rule.lines(path, text) == [2, 7])
    let properties = String(repeating: "  let a: B\n", count: 11)
    #expect(rule.lines(path, "class RouteSession {\n\(properties)}\n") == [12])
    #expect(rule.lines("Sources/RouteEngine/Session/A.swift", text).isEmpty)
  }

  @Test func `Bytes to Decide must not import anything`() {
    let rule = pureRoomsImportNothing
    #expect(rule.lines(model, "struct A {}\n\nimport Glibc\n") == [3])
    #expect(rule.lines("Sources/RouteEngine/Session/A.swift", "import Glibc\n").isEmpty)
  }

  @Test func `Display must not import the store`() {
    let rule = storeIsKnownWhereItIsNeeded
    #expect(rule.lines("Sources/RouteEngine/Display/A.swift", "import RouteStore\n") == [1])
    #expect(rule.lines("Sources/RouteEngine/Replay/A.swift", "import RouteStore\n").isEmpty)
  }

  @Test func `the libraries must not import Foundation`() {
    let rule = foundationStaysOutside
    #expect(rule.lines(store, "import FoundationEssentials\n") == [1])
    #expect(rule.lines("Sources/RouteEngine/Display/A.swift", "import Foundation\n").isEmpty)
  }
}

@Suite struct `Banned words, tried on bad examples` {
  @Test func `newer API is found`() {
    let rule = newerInterfacesStayOut
    #expect(rule.lines(model, "let a: Span<UInt8> = b.utf8Span.span\n") == [1, 1])
    #expect(rule.lines(model, "import Observation\n@Observable class A {}\n") == [1, 2])
    #expect(rule.lines(model, "let spanCount = 1  // no Mutex, no InlineArray\n").isEmpty)
    let gated = "\n@available(iOS 18, *)\nlet a = Mutex(1)\n"
    #expect(rule.lines(model, gated).isEmpty)
    #expect(rule.lines(model, gated.replacing("iOS 18, *", with: "*, unavailable")) == [3])
  }

  @Test func `escape hatches are found`() {
    let rule = compilerIsNotSilenced
    #expect(rule.lines(model, "class A: @unchecked Sendable {}\n") == [1])
    #expect(rule.lines(model, "nonisolated(unsafe) var a = 1\n") == [1])
    #expect(rule.lines(model, "let a = try! b()\nlet c = d as! E\n") == [1, 2])
    #expect(rule.lines(model, "let a = try !b()\nnonisolated func c() {}\n").isEmpty)
  }

  @Test func `an error that is dropped without a reason is found`() {
    let rule = errorsAreDroppedForAReason
    #expect(rule.lines(model, "let a = try? b()\nlet c = try d()\n") == [1])
    #expect(rule.lines(model, "// It is looked at later.\nlet a = try? b()\n").isEmpty)
    #expect(rule.lines(model, "let a = try? b()  // It is looked at later.\n").isEmpty)
    let far = "// Of something else.\n" + String(repeating: "\n", count: 6) + "let a = try? b()\n"
    #expect(rule.lines(model, far) == [8])
    #expect(rule.lines("Tests/A.swift", "let a = try? b()\n").isEmpty)
  }

  @Test func `forced values are found`() {
    let rule = nothingIsForced
    #expect(rule.lines(model, "let a = b!\nlet c = d()!.e\nlet f = g[0]!\nvar h: I!\n").count == 4)
    #expect(rule.lines(model, "let a = \"\\(b!)\"\n") == [1])
    #expect(rule.lines(model, "if !a, b != c, d!=e { print(\"no!\") }  // f!\n").isEmpty)
  }

  @Test func `work left over is found`() {
    let mark = ["TO", "DO"].joined()
    #expect(nothingIsLeftUnfinished.lines(model, "// \(mark): later\n") == [1])
    #expect(nothingIsLeftUnfinished.lines("Migrations/v001.sql", "-- \(mark)\n") == [1])
    #expect(nothingIsLeftUnfinished.lines(model, "let \(mark)S = 1\n").isEmpty)
  }

  @Test func `code that differs from run to run is found`() {
    let rule = decisionsAreDeterministic
    #expect(rule.lines(model, "var a = SystemRandomNumberGenerator()\n") == [1])
    #expect(rule.lines(model, "let a = Int.random(in: 0..<9)\nlet b = c.shuffled()\n") == [1, 2])
    #expect(rule.lines(model, "let a = ContinuousClock().now\nlet b = Date()\n") == [1, 2])
    #expect(rule.lines(model, "for a in b.keys { c(a) }\nlet d = e.values.map(f)\n") == [1, 2])
    #expect(rule.lines(model, "for a in b.keys.sorted() { c(a.values.count) }\n").isEmpty)
    #expect(rule.lines(model, "func hash(into hasher: inout Hasher) {}\n").isEmpty)
    #expect(rule.lines(model, "var hasher = Hasher()\n") == [1])
    #expect(rule.lines("Sources/RouteEngine/Session/A.swift", "let a = Date()\n").isEmpty)
  }
}

@Suite struct `Rules of shape, tried on bad examples` {
  private func body(_ lines: Int) -> String { String(repeating: "  a()\n", count: lines) }

  @Test func `a file of 400 lines is found`() {
    #expect(filesAreShort.lines(model, String(repeating: "\n", count: 400)) == [400])
    #expect(filesAreShort.lines(model, String(repeating: "\n", count: 399)).isEmpty)
  }

  @Test func `a function of 70 lines is found`() {
    let rule = functionsAreShort
    #expect(rule.lines(model, "struct A {\nfunc a() {\n\(body(68))}\n}\n") == [2])
    #expect(rule.lines(model, "struct A {\nfunc a() {\n\(body(67))}\n}\n").isEmpty)
    #expect(rule.lines(model, "extension A {\nvar a: Int {\n\(body(68))}\n}\n") == [2])
    #expect(rule.lines(model, "actor A {\ninit(a: B = { c }) {\n\(body(68))}\n}\n") == [2])
    #expect(rule.lines(model, "@Suite struct `A b` {\nfunc a() {}\n\(body(90))}\n").isEmpty)
    #expect(rule.lines(model, "func a() {\nlet b = \"}\"\n\(body(67))}\n") == [1])
  }

  @Test func `a folder of sixteen files is found`() {
    let files = (1...16).map { (path: "Sources/RouteEngine/Session/A\($0).swift", text: "\n") }
    let nested = (1...16).map { (path: "Sources/RouteEngine/Session/B/A\($0).swift", text: "\n") }
    #expect(foldersAreSmall.lines(files) == [1])
    #expect(foldersAreSmall.lines(Array(files.dropLast())).isEmpty)
    #expect(foldersAreSmall.lines(Array(files.prefix(8)) + nested.prefix(8)).isEmpty)
  }

  @Test func `a line of 101 columns is found`() {
    #expect(linesFit.lines(model, "\n" + String(repeating: "ä", count: 101) + "\n") == [2])
    #expect(linesFit.lines(model, String(repeating: "ä", count: 100)).isEmpty)
  }
}

@Suite struct `Rules of names, tried on bad examples` {
  @Test func `a type with a name that is taken is found`() {
    let rule = typesBearNamesOfTheirOwn
    #expect(rule.lines(model, "public struct Link {}\npackage enum RouteEngine {}\n") == [1, 2])
    #expect(rule.lines(model, "typealias Data = [UInt8]\n") == [1])
    #expect(rule.lines(model, "struct A { enum State {} }\nprivate struct Text {}\n").isEmpty)
    #expect(rule.lines(model, "extension State {}\nstruct RouteState {}\n").isEmpty)
  }

  @Test func `words outside the glossary are found`() {
    let rule = vagueWordsStayOut
    #expect(rule.lines(model, "struct RouteContext {}\nfunc makeHelpers() {}\n") == [1, 2])
    #expect(rule.lines(model, "protocol URLHandler {}\nstruct JSONUtil {}\n") == [1, 2])
    #expect(rule.lines(model, "struct ActionHandler {}\nfunc preventable() {}\n").isEmpty)
    #expect(rule.lines(model, "struct Snapshot {}\n") == [1])
    #expect(rule.lines("Tests/A/A.swift", "struct Snapshot {}\nfunc `any event`() {}\n").isEmpty)
  }

  @Test func `phrasal verbs for rules are found`() {
    let rule = rulesHaveOneVerb
    #expect(rule.lines(model, "func takeUp() {}\na.letGo()\n") == [1, 2])
    #expect(rule.lines(model, "func takeUpper() {}  // takeUp\n").isEmpty)
  }

  @Test func `a file with a foreign name is found`() {
    let rule = filesAreNamedAfterWhatTheyHold
    let folder = "Sources/RouteEngine/Bytes/"
    #expect(rule.lines(folder + "A+B.swift", "extension C {}\n") == [1])
    #expect(rule.lines(folder + "A.B.swift", "extension A { struct C {} }\n") == [1])
    #expect(rule.lines(folder + "A+B.swift", "extension A {}\n").isEmpty)
    #expect(rule.lines(folder + "A.B.swift", "extension A { struct B {} }\n").isEmpty)
  }

  @Test func `a public declaration without a comment is found`() {
    let rule = publicDeclarationsAreDocumented
    #expect(rule.lines(model, "/// A.\npublic struct A {\n  public let b: Int\n}\n") == [3])
    #expect(rule.lines(model, "// no documentation\n@inlinable public func a() {}\n") == [2])
    #expect(rule.lines(model, "/// A.\n@frozen\npublic enum A {}\npublic import B\n").isEmpty)
  }
}
