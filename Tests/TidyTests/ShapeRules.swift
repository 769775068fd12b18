/// How large a file, a function and a line may be.
let shapeRules: [Rule] = [
  filesAreShort, platformIsThin, functionsAreShort, linesFit,
]

let filesAreShort = Rule("files stay under 400 lines") { file in
  let count = file.lines.count - (file.text.hasSuffix("\n") ? 1 : 0)
  guard file.isSwift, count >= 400 else { return [] }
  return [file.violation(400, "\(count) lines: split it by responsibility")]
}

let platformIsThin = Rule("files of Platform stay under 150 lines") { file in
  let count = file.lines.count - (file.text.hasSuffix("\n") ? 1 : 0)
  guard file.module == "RouteEngine", file.folder == "Platform", count >= 150 else { return [] }
  return [file.violation(150, "\(count) lines: what one platform needs is thin")]
}

let functionsAreShort = Rule("functions stay under 70 lines") { file in
  file.declarations.bodies.compactMap { body in
    let count = body.lastLine - body.line + 1
    return count < 70 ? nil : file.violation(body.line, "\(body.name) has \(count) lines")
  }
}

let linesFit = Rule("lines fit in 100 columns") { file in
  guard file.isSwift else { return [] }
  return file.lines.enumerated().compactMap { index, line in
    line.count > 100 ? file.violation(index + 1, "\(line.count) columns") : nil
  }
}
