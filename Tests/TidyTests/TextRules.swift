/// Rules for every text file.
let textRules: [Rule] = [
  filesEndWithANewline, noTrailingSpace, noTabs, noPathsOfOneMachine, noRegistries, readmeIsShort,
  readmeIsBuilt, contributingIsShort, documentsArePlain, commentsArePlain,
]

extension SourceFile {
  /// Whether the file is recorded input, which is kept unchanged.
  fileprivate var isRecorded: Bool {
    path.contains("/Fixtures/") || path.contains("/Corpus/") || path.hasSuffix(".log")
  }
}

let filesEndWithANewline = Rule("files end with one newline") { file in
  guard !file.isRecorded, !file.text.isEmpty else { return [] }
  let last = max(1, file.lines.count)
  guard file.text.hasSuffix("\n") else { return [file.violation(last, "no newline at the end")] }
  return file.text.hasSuffix("\n\n") ? [file.violation(last, "empty lines at the end")] : []
}

let noTrailingSpace = Rule("no line ends with white space") { file in
  guard !file.isRecorded else { return [] }
  return file.lines.enumerated().compactMap { index, line in
    let endsWithSpace = line.hasSuffix(" ") || line.hasSuffix("\t") || line.hasSuffix("\r")
    return endsWithSpace ? file.violation(index + 1, "white space at the end") : nil
  }
}

let noTabs = Rule("Swift is indented with spaces") { file in
  guard file.isSwift else { return [] }
  return file.lines.enumerated().compactMap { index, line in
    line.utf8.contains(UInt8(ascii: "\t")) ? file.violation(index + 1, "a tab") : nil
  }
}

/// A link may be `app://x/home/feed`. So a path counts only at the beginning of a word, and a home
/// folder only if the path continues below the name of its owner.
let noPathsOfOneMachine = Rule("no path of somebody's machine") { file in
  let roots = ["work", "root", "home", "Users"].map { "/\($0)/" }
  return file.lines.enumerated().compactMap { index, line in
    let found = roots.first { root in
      guard let range = line.firstRange(of: root) else { return false }
      let before = line[..<range.lowerBound].last ?? " "
      let beginsWord = !before.isLetter && !before.isNumber && !"./}-_*~]".contains(before)
      guard root.hasPrefix("/h") || root.hasPrefix("/U") else { return beginsWord }
      let below = line[range.upperBound...].prefix { !" \"'`)>".contains($0) }
      return beginsWord && below.contains("/") && !below.contains(":")
    }
    return found.map { file.violation(index + 1, "\($0) is a folder of one machine") }
  }
}

let noRegistries = Rule("no host of a package registry") { file in
  let hosts = [
    ["registry", "npmjs", "org"], ["pypi", "org"], ["pythonhosted", "org"],
    ["static", "crates", "io"], ["index", "crates", "io"], ["proxy", "golang", "org"],
    ["registry-1", "docker", "io"], ["ghcr", "io"], ["deb", "debian", "org"],
    ["rubygems", "org"], ["artifactory", ""], ["jfrog", "io"],
  ].map { $0.joined(separator: ".") }
  return file.lines.enumerated().compactMap { index, line in
    hosts.first { line.contains($0) }.map { file.violation(index + 1, "names \($0)") }
  }
}

let readmeIsShort = Rule("the README has at most 200 lines") { file in
  guard file.path == "README.md", file.countOfLines > 200 else { return [] }
  return [file.violation(200, "\(file.countOfLines) lines: move the rest into the guides")]
}

let contributingIsShort = Rule("CONTRIBUTING has under 120 lines") { file in
  guard file.path == "CONTRIBUTING.md", file.countOfLines >= 120 else { return [] }
  return [file.violation(120, "\(file.countOfLines) lines: give decisions files of their own")]
}

extension SourceFile {
  fileprivate var countOfLines: Int { lines.count - (text.hasSuffix("\n") ? 1 : 0) }
}

/// Phrases that make a sentence a riddle; a plain word can replace each of them.
private let riddles = [
  "whoever", "nobody", "is none of", "are none of", "the same, of", "come to rest",
  "comes to rest", "let go of", "lets go of", "letting go of", "take over", "takes over",
  "taken over", "takes back what",
]

/// Openings of comments that stand for a noun: `What is wrong` says less than `The problem`.
private let openings = ["What ", "The same ", "The same, "]

/// Comments of shipped sources; a text in code may be data.
let commentsArePlain = Rule("comments are plain technical English") { file in
  guard file.isShipped else { return [] }
  return file.lines.enumerated().compactMap { index, line in
    guard let start = line.firstRange(of: "//") else { return nil }
    let comment = line[start.lowerBound...].drop { $0 == "/" || $0 == " " }
    let text = comment.lowercased()
    let found =
      riddles.first { text.contains($0) } ?? openings.first { comment.hasPrefix($0) }
    return found.map { file.violation(index + 1, "says '\($0)'") }
  }
}

/// Output and code in a document stay as they are printed and compiled.
let documentsArePlain = Rule("documents are plain technical English") { file in
  guard file.path.hasSuffix(".md"), !file.isRecorded else { return [] }
  var isCode = false
  return file.lines.enumerated().compactMap { index, line in
    if line.hasPrefix("```") { isCode.toggle() }
    guard !isCode else { return nil }
    let text = line.lowercased()
    return riddles.first { text.contains($0) }.map { file.violation(index + 1, "says '\($0)'") }
  }
}

/// The program that newcomers copy first has to compile.
let readmeIsBuilt = Rule("the README's program is Examples/first, word for word") { files in
  guard let readme = files.first(where: { $0.path == "README.md" }),
    let program = files.first(where: { $0.path == "Examples/first/First.swift" })
  else { return [] }
  return readme.text.contains("```swift\n\(program.text)```\n")
    ? [] : [readme.violation(1, "shows another program than Examples/first/First.swift")]
}
