import RouteEngine
import RouteReplay
import TextTerminal

extension CheckCommand {
  /// Compares a table, and a journal if one is given, with an association file.
  static func compare(
    _ table: RouteTable, _ path: String, _ bytes: [UInt8], with file: String,
    _ arguments: ParsedArguments, _ output: Output
  ) throws -> ExitStatus {
    let format = arguments[CommonOptions.output]
    let domain = try arguments[host].map(readDomain)
    let written = try RouteTable.bytes(of: file, "an association file")
    let association: AppSiteAssociation
    do throws(AppSiteAssociation.Failure) {
      association = try AppSiteAssociation(json: written, for: arguments[app])
    } catch {
      guard case .mistakes(let mistakes, let count) = error else { throw error }
      try list(mistakes.map { Finding(file: file, $0) }, format, output)
      let rest = count - mistakes.count
      output.note((rest > 0 ? "and \(rest) more\n" : "") + counted(count, "mistake"))
      return .usage
    }
    var check = AssociationCheck(table, association, host: domain)
    check.compareTable()
    var status = ExitStatus.expected
    if let path = arguments[journal] {
      let journal = try JournalFile(path, output: output)
      try check.compareJournal(journal.history)
      status = check.undecided > 0 ? .incompatible : journal.status
    }
    let words = AssociationWords(
      // A table that is not JSON was refused when it was built.
      table: table, path: path, document: (try? JSONDocument(parsing: bytes))?.root,
      association: association, file: file, journal: arguments[journal])
    try list(check.findings.map(words.line), format, output)
    for note in words.notes(check) { output.note(note) }
    return check.findings.isEmpty ? status : .difference
  }

  /// The domain given by `--host`, in the form that links have.
  private static func readDomain(_ text: String) throws(CommandFailure) -> String {
    // A text that makes no valid link is not a domain.
    let link = try? RouteLink("https://\(text)/")
    let others = "/\\@:?#".utf8
    guard let host = link?.host, !host.isEmpty,
      !text.utf8.contains(where: { others.contains($0) })
    else {
      throw CommandFailure.usage(
        "'--host \(text)' is no domain: give it alone, such as 'shop.example'")
    }
    return host
  }
}

/// The result of the comparison with an association file, for people.
private struct AssociationWords {
  let table: RouteTable
  let path: String
  /// The table as its document, for positions.
  let document: JSONNode?
  let association: AppSiteAssociation
  let file: String
  let journal: String?

  func line(_ finding: AssociationCheck.Finding) -> CheckCommand.Finding {
    switch finding {
    case .pattern(let index, let route, let obstacle, let link):
      return .init(
        file: path, position: position(ofPattern: index, route: route),
        field: words(ofPattern: index, route: route),
        message: "never arrives, \(reason(obstacle, link))")
    case .component(let index, let fault, let link):
      let rule = association.rules[index]
      return .init(
        file: file, position: rule.position, field: rule.text, message: Self.words(fault, link))
    case .domain(let host):
      return .init(
        file: path, position: document?.member("links")?.node.position, field: "links.hosts",
        message: "reads no link to \(host): add it here, or to the routes that its links lead to")
    case .recorded(let recorded):
      let times = recorded.count > 1 ? " (\(recorded.count) times)" : ""
      return .init(
        file: journal ?? "", field: "entry \(recorded.sequence)",
        message: "\(recorded.link) never arrives, \(reason(recorded.obstacle, "it"))\(times)")
    }
  }

  /// Notes on the extent of the check, and on its limits.
  func notes(_ check: AssociationCheck) -> [String] {
    var notes = check.wider.map { index, link in
      let rule = association.rules[index]
      return "\(file):\(rule.position.line):\(rule.position.column): \(rule.text) also takes links "
        + "that no route takes, such as \(link)"
    }
    notes += check.untried.map { untried in
      let name =
        switch untried {
        case .pattern(let index, let route): words(ofPattern: index, route: route)
        case .component(let index): "component \(association.rules[index].text)"
        }
      return "cannot tell: no example could be made of \(visible(name))"
    }
    if journal != nil {
      notes.append("\(counted(check.looked, "recorded link")) checked, \(check.others) left out")
    }
    if check.undecided > 0 {
      let links = counted(check.undecided, "link depends", "links depend")
      notes.append("cannot tell: \(links) on private values")
    }
    let count = check.findings.count
    var summary = count == 0 ? "no difference found" : counted(count, "difference")
    summary += ": \(counted(check.patterns, "pattern")) and "
    summary += "\(counted(check.components, "component")) tried, with "
    summary += counted(check.tried, "link")
    if !check.wider.isEmpty {
      let components = counted(check.wider.count, "component also takes", "components also take")
      summary += "; \(components) links that no route takes"
    }
    return notes + [summary]
  }

  private func words(ofPattern index: Int, route: Int) -> String {
    "\(table.routes[route].identifier) \(table.routes[route].patterns[index])"
  }

  private func position(ofPattern index: Int, route: Int) -> JSONPosition? {
    document?.member("routes")?.node[route]?.member("patterns")?.node[index]?.position
  }

  private func reason(_ obstacle: AssociationCheck.Obstacle, _ link: String) -> String {
    switch obstacle {
    case .excluded(let rule): "line \(association.rules[rule].position.line) excludes \(link)"
    case .untaken: "no component takes \(link)"
    case .otherHost(let own, let host): "\(own) is not \(host)"
    }
  }

  private static func words(_ fault: AssociationCheck.Fault, _ link: String) -> String {
    switch fault {
    case .neverAsked: "never asked, an earlier one takes \(link)"
    case .leadsNowhere: "leads to notFound, no route takes \(link)"
    case .countsCase: "counts case, and the table does not: \(link) opens the browser"
    case .ignoresCase: "ignores case, and the table counts it: no route takes \(link)"
    }
  }
}

extension CheckCommand.Finding {
  fileprivate init(file: String, _ mistake: AppSiteAssociation.Mistake) {
    var message = mistake.problem.description
    if case .unknownMember(let name) = mistake.problem {
      let known = AppSiteAssociation.Member.allCases.map(\.rawValue)
      let nearest = nearestWord(to: name, among: known).map { "did you mean '\($0)'?" }
      message += "; \(nearest ?? "known are \(known.joined(separator: ", "))")"
    }
    self.init(
      file: file, position: mistake.position, field: mistake.field, message: message)
  }
}

extension JSONNode {
  fileprivate subscript(index: Int) -> JSONNode? {
    guard case .array(let nodes) = value, nodes.indices.contains(index) else { return nil }
    return nodes[index]
  }
}
