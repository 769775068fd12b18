import Testing

@Suite struct `Rules of the package, tried on bad examples` {
  private static let settings = """
    .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("ImmutableWeakCaptures"), .strictMemorySafety(),
    .treatAllWarnings(as: .error), .treatWarning("ExplicitSendable", as: .error),

    """

  @Test func `an outside dependency is found`() {
    let bad = "let p = Package(\n  dependencies: [.package(url: \"x\", from: \"1.0.0\")])\n"
    #expect(packageStandsAlone.lines("Package.swift", bad) == [2])
    #expect(packageStandsAlone.lines("Package.swift", "// .package(url:)\n").isEmpty)
  }

  @Test func `a missing setting is found`() {
    let target = ".target(name: \"A\", swiftSettings: house)\n"
    #expect(settingsStay.lines("Package.swift", Self.settings + target).isEmpty)
    let fewer = Self.settings.replacing(".strictMemorySafety(),", with: "")
    #expect(settingsStay.lines("Package.swift", fewer + target) == [1])
    let softer = Self.settings + ".treatWarning(\"A\", as: .warning),\n"
    #expect(settingsStay.lines("Package.swift", softer + target) == [1])
  }

  @Test func `a target without the settings is found`() {
    let targets = """
      .target(name: "A"),
      .testTarget(name: "B", swiftSettings: houseTests),
      .executableTarget(name: "C", swiftSettings: [])

      """
    #expect(settingsStay.lines("Package.swift", Self.settings + targets) == [8, 10])
  }

  @Test func `a target of C files needs no Swift settings`() {
    let text = Self.settings + ".target(\n  name: \"A\",\n  path: \"B/A\")\n"
    let manifest = (path: "Package.swift", text: text)
    #expect(settingsStay.lines([manifest, ("B/A/a.c", "int a;\n")]).isEmpty)
    #expect(settingsStay.lines([manifest, ("B/A/a.c", ""), ("B/A/b.swift", "")]) == [8])
  }

  @Test func `a feature without a probe is found`() {
    let manifest = (path: "Package.swift", text: ".enableUpcomingFeature(\"A\")\n")
    let probe = "#if !hasFeature(A)\n#error(\"A is off\")\n#endif\n"
    #expect(featuresAreProbed.lines([manifest]) == [1])
    #expect(featuresAreProbed.lines([manifest, ("Tests/T/P.swift", probe)]).isEmpty)
    #expect(featuresAreProbed.lines([manifest, ("Tests/T/P.swift", "// hasFeature(A)\n")]) == [1])
  }

  @Test func `a planted fault without one place is found`() {
    let list = (
      path: "Tests/Simulating/faults.txt",
      text: "Faults.\n\n== one\nA.swift\n- a\n- b\n+ FAULT\n\n== two\nA.swift\n- a\n+ !FAULT\n"
    )
    #expect(plantedFaultsApply.lines([list, ("A.swift", "a\nb\n")]).isEmpty)
    #expect(plantedFaultsApply.lines([list, ("A.swift", "a\nb\na\n")]) == [9])
    #expect(plantedFaultsApply.lines([list, ("B.swift", "a\nb\n")]) == [3, 9])
    let always = (path: list.path, text: list.text.replacing("!FAULT", with: "c"))
    #expect(plantedFaultsApply.lines([always, ("A.swift", "a\nb\n")]) == [9])
  }

  @Test func `a migration that is not listed is found`() {
    let manifest = (
      path: "Package.swift", text: ".embedInCode(\"v001-a.sql\"), .embedInCode(\"v002-b.sql\")\n"
    )
    let first = (path: "Migrations/v001-a.sql", text: "")
    let second = (path: "Migrations/v002-b.sql", text: "")
    let one = "(\"v001-a\", PackageResources.v001_a_sql)\n"
    let two = "(\"v002-b\", PackageResources.v002_b_sql)\n"
    let list = "Migrations/Migrations.swift"
    let rule = migrationsAreListed
    #expect(rule.lines([manifest, first, second, (list, one + two)]).isEmpty)
    #expect(rule.lines([manifest, first, second, (list, one)]) == [1, 1])
    #expect(rule.lines([manifest, first, second, (list, two + one)]) == [1, 1])
    #expect(rule.lines([manifest, first, (list, one)]) == [1])
  }
}

@Suite struct `Rules of privacy, tried on bad examples` {
  private static func lines(_ category: String, _ code: String) -> [Int] {
    privacyManifestIsTrue.lines([
      (
        path: "Sources/RouteStore/PrivacyInfo.xcprivacy",
        text: "<string>NSPrivacyAccessedAPICategory\(category)</string>\n"
      ),
      (path: "Sources/RouteStore/A.swift", text: code),
    ])
  }

  @Test func `an interface without its category, and a category without one, are found`() {
    #expect(Self.lines("FileTimestamp", "let a = lstat(path, &facts)\n").isEmpty)
    #expect(Self.lines("FileTimestamp", "// lstat\nlet a = \"stat\"\n") == [1])
    #expect(Self.lines("UserDefaults", "let a = lstat(path, &facts)\n") == [1, 1])
    #expect(Self.lines("DiskSpace", "let a = statfs(path, &facts)\n").isEmpty)
  }
}

@Suite struct `Rules of text, tried on bad examples` {
  @Test func `a file without a last newline is found`() {
    #expect(filesEndWithANewline.lines("A.md", "a\nb") == [2])
    #expect(filesEndWithANewline.lines("A.md", "a\n\n") == [3])
    #expect(filesEndWithANewline.lines("A.md", "a\n").isEmpty)
  }

  @Test func `white space at the end of a line is found`() {
    #expect(noTrailingSpace.lines("A.md", "a\nb \nc\t\n") == [2, 3])
    #expect(noTrailingSpace.lines("Tests/T/Fixtures/a.txt", "a \n").isEmpty)
  }

  @Test func `a tab is found`() {
    #expect(noTabs.lines("A.swift", "\tlet a = 1\n") == [1])
    #expect(noTabs.lines("A.tsv", "a\tb\n").isEmpty)
  }

  @Test func `a path of one machine is found`() {
    let rule = noPathsOfOneMachine
    #expect(rule.lines("A.md", "see /\("work")/shared/a\n") == [1])
    #expect(rule.lines("A.swift", "let a = \"/\("home")/someone/b\"\n") == [1])
    #expect(rule.lines("A.swift", "let a = \"shop://x/home/feed/1\"\n").isEmpty)
    #expect(rule.lines("A.swift", "let a = \"/home/:tab/b\"\n").isEmpty)
  }

  @Test func `a registry is found`() {
    #expect(noRegistries.lines("A.md", "from \(["pypi", "org"].joined(separator: "."))\n") == [1])
    #expect(noRegistries.lines("A.md", "from example.org\n").isEmpty)
  }

  @Test func `a README that shows a program that is not built is found`() {
    let program = (path: "Examples/first/First.swift", text: "print(1)\n")
    let good = (path: "README.md", text: "# A\n\n```swift\nprint(1)\n```\n")
    #expect(readmeIsBuilt.lines([program, good]).isEmpty)
    let bad = (path: "README.md", text: "# A\n\n```swift\nprint(2)\n```\n")
    #expect(readmeIsBuilt.lines([program, bad]) == [1])
  }

  @Test func `a long README is found`() {
    #expect(readmeIsShort.lines("README.md", String(repeating: "a\n", count: 201)) == [200])
    #expect(readmeIsShort.lines("README.md", String(repeating: "a\n", count: 200)).isEmpty)
  }

  @Test func `a long CONTRIBUTING is found`() {
    let rule = contributingIsShort
    #expect(rule.lines("CONTRIBUTING.md", String(repeating: "a\n", count: 120)) == [120])
    #expect(rule.lines("CONTRIBUTING.md", String(repeating: "a\n", count: 119)).isEmpty)
  }

  @Test func `a riddle in a document is found, and code is left alone`() {
    let rule = documentsArePlain
    #expect(rule.lines("A.md", "Whoever asks\nis told.\nThe file is let go of.\n") == [1, 3])
    #expect(rule.lines("A.md", "```\nnobody\n```\nA user asks.\n").isEmpty)
    #expect(rule.lines("A.swift", "// nobody\n").isEmpty)
  }

  @Test func `a riddle in a comment is found, and code is left alone`() {
    let path = "Sources/RouteEngine/State/A.swift"
    let text = "let nobody = 1\n/// Whoever asks.\nlet a = 1  // nobody\n// A user asks.\n"
    #expect(commentsArePlain.lines(path, text) == [2, 3])
    #expect(commentsArePlain.lines("Tests/A.swift", text).isEmpty)
    #expect(commentsArePlain.lines(path, "/// What is wrong.\n/// It says what.\n") == [1])
  }
}

@Suite struct `Rules of the fault tests, tried on bad examples` {
  private static func lines(_ table: String, _ test: String) -> [Int] {
    faultsAreTested.lines([
      (path: "Tests/FaultTests/README.md", text: table),
      (path: "Tests/FaultTests/ATests.swift", text: test),
    ])
  }

  private static let table = (1...countOfFaults).map { "| \($0) | what | ATests | how |\n" }
  private static let tests = (1...countOfFaults).map { "func `fault \($0): a`() {}\n" }

  @Test func `a fault without a row, a test, or the right file is found`() {
    #expect(Self.lines(Self.table.joined(), Self.tests.joined()) == [])
    #expect(Self.lines(Self.table.dropFirst().joined(), Self.tests.joined()) == [1])
    #expect(Self.lines(Self.table.joined(), Self.tests.dropFirst(2).joined()) == [1, 2])
    let elsewhere = Self.table.joined().replacing("| 3 | what | ATests", with: "| 3 | what | B")
    #expect(Self.lines(elsewhere, Self.tests.joined()) == [3, 3])
  }

  @Test func `a fault beyond the last one is found`() {
    let next = countOfFaults + 1
    let (row, test) = ("| \(next) | what | ATests | how |\n", "func `fault \(next): a`() {}\n")
    #expect(Self.lines(Self.table.joined() + row, Self.tests.joined()) == [next])
    #expect(Self.lines(Self.table.joined(), Self.tests.joined() + test) == [1])
    #expect(Self.lines(Self.table.joined() + row, Self.tests.joined() + test) == [])
  }

  @Test func `a suite that the table does not list is found`() {
    let other = (path: "Tests/OtherTests/BTests.swift", text: Self.tests[6])
    let files = [
      (path: "Tests/FaultTests/README.md", text: Self.table.joined()),
      (path: "Tests/FaultTests/ATests.swift", text: Self.tests.joined()),
    ]
    #expect(faultsAreTested.lines(files + [other]) == [7])
  }
}

@Suite struct `Rules of the scenarios' codes, tried on bad examples` {
  private static func lines(_ table: String, _ test: String) -> [Int] {
    scenariosAreTested.lines([
      (path: "Tests/PARITY.md", text: table),
      (path: "Tests/RouteEngineTests/ATests.swift", text: test),
    ])
  }

  @Test func `a code without a row, a row without a test, or with another file is found`() {
    let codes = countsOfScenarios.keys.sorted()
      .flatMap { letter in (1...countsOfScenarios[letter, default: 0]).map { "\(letter)\($0)" } }
    let table = codes.map { "| \($0) | what | ATests |\n" }.joined()
    let tests = "func `\(codes.joined(separator: ", ")): a`() {}\n"
    #expect(Self.lines(table, tests) == [])
    #expect(Self.lines(table, tests.replacing("B1, B2", with: "B1 and B2")) == [])
    #expect(Self.lines(table, tests + "func `\("S15"): a`() {}\nfunc `B: a`() {}\n") == [1])
    #expect(Self.lines(table + "| S15 | what | ATests |\n", tests) == [68])
    #expect(Self.lines(table, tests.replacing("B2, ", with: "")) == [2])
    let elsewhere = table.replacing("B3 | what | ATests", with: "B3 | what | B")
    #expect(Self.lines(elsewhere, tests) == [3, 3])
  }

  @Test func `a test of a guide is no test of a scenario`() {
    let table = (path: "Tests/PARITY.md", text: "| S1 | what | ATests |\n")
    let guide = (path: "Tests/T/Guides/ATests.swift", text: "func `\("S1"): a`() {}\n")
    let count = countsOfScenarios.values.reduce(0, +)
    #expect(scenariosAreTested.lines([table, guide]).count == count)
    let other = (path: "Tests/T/ATests.swift", text: guide.text)
    #expect(scenariosAreTested.lines([table, other]).count == count - 1)
  }
}
