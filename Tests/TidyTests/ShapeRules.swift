/// The limits on the size of files, functions and lines.
let shapeRules: [Rule] = [
  filesAreShort, displayIsThin, functionsAreShort, linesFit, foldersAreSmall,
]

let filesAreShort = Rule("files stay under 400 lines") { file in
  let count = file.lines.count - (file.text.hasSuffix("\n") ? 1 : 0)
  guard file.isSwift, count >= 400 else { return [] }
  return [file.violation(400, "\(count) lines: split it by responsibility")]
}

let displayIsThin = Rule("files of Display stay under 150 lines") { file in
  let count = file.lines.count - (file.text.hasSuffix("\n") ? 1 : 0)
  guard file.module == "RouteEngine", file.room == "Display", count >= 150 else { return [] }
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

let foldersAreSmall = Rule("a folder of Sources has at most fifteen Swift files") { files in
  let members = Dictionary(grouping: files.filter { $0.isShipped && $0.module != nil }) {
    "\($0.module ?? "")/\($0.folder)"
  }
  return members.sorted { $0.key < $1.key }.compactMap { folder, files in
    guard files.count > 15 else { return nil }
    return files[0].violation(1, "\(folder) has \(files.count) files: nest what belongs together")
  }
}
