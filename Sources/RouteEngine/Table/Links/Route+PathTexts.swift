extension Route {
  /// The texts beside its path that are paths, compiled, and all mistakes in them.
  ///
  /// - Parameters:
  ///   - position: the route's position in the table.
  ///   - types: the declarations of its screens.
  ///   - secretNames: the bytes of the names that some screen of the table declares secret.
  ///   - rules: the table's rules for reading links.
  ///   - foldedSegments: the literals that are not case-sensitive.
  func pathTexts(
    at position: Int, _ types: CaptureTypes, secretNames: Set<[UInt8]>, _ rules: LinkRules,
    _ foldedSegments: Set<[UInt8]>
  ) -> ([PathText], [LinkConstraint.Problem]) {
    var texts: [PathText] = []
    var problems: [LinkConstraint.Problem] = []
    let elements = constraint.query.elements.map { (item: Optional($0.name), rule: $0.rule) }
    for element in [(nil, constraint.fragment ?? .present)] + elements {
      guard case .path(let text) = element.rule else { continue }
      let field = element.item.map { "query.\($0).path" } ?? "fragment.path"
      if text.isEmpty, element.item == nil {
        problems.append((field, "a fragment is never empty; expected a pattern"))
      }
      do throws(PathPattern.ParseError) {
        let read = try PathText(
          item: element.item.map { Array($0.utf8) }, text, letterCase ?? rules.letterCase,
          endSlash ?? rules.endSlash, foldedSegments, route: position
        ) { name in
          types[name]
            ?? CaptureTypes.Entry(
              name: name, type: .string, secrecy: secrecy(ofUndeclared: name, secretNames))
        }
        let known = texts.flatMap(\.pattern.names)
        problems += self.problems(of: read, known, element.item, types, text).map { (field, $0) }
        texts.append(read)
      } catch {
        problems.append((field, error.description))
      }
    }
    return (texts, problems)
  }

  private func secrecy(ofUndeclared name: String, _ secretNames: Set<[UInt8]>) -> Secrecy {
    if openNames.contains(where: { $0.hasSameBytes(as: name) }) { return .open }
    return secretNames.contains(Array(name.utf8)) ? .secret : .private
  }

  private func problems(
    of read: PathText, _ known: [String], _ item: String?, _ types: CaptureTypes, _ text: String
  ) -> [String] {
    let pattern = read.pattern
    var problems: [String] = []
    if letterCase != nil, let problem = pattern.letterCaseMistake { problems.append(problem) }
    if let problem = read.mistakeOfWriting(in: text) { problems.append(problem) }
    let captures = read.compiled.captures
    for capture in captures {
      guard let problem = capture.mistake(in: pattern) else { continue }
      let way = types[capture.name] == nil ? "; list it in open, or let a screen take it" : ""
      problems.append(problem + way)
    }
    if let name = pattern.names.first(where: known.contains) {
      problems.append("\(name) is captured twice in the query and fragment; rename one")
    }
    if let item {
      if types[item] != nil {
        problems.append(
          "a screen takes \(item), but it is read as a path, which gives only its captures")
      }
    } else {
      if text.hasPrefix("#") { problems.append("a fragment is what stands behind \"#\"") }
      if readsFragment { problems.append("a fragment is either a path or has fragmentItems") }
    }
    return problems
  }
}
