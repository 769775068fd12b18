public import RouteEngine

/// Divergences that somebody has looked at and found right, with the reason: a file that is
/// reviewed and kept beside the code.
public struct AcceptedDivergences: Hashable, Sendable {
  /// The value of the file's `format`.
  public static let format = "accepted-divergences/1"

  /// The most entries that one file can hold. A longer list is taken as not reviewed.
  public static let most = 10_000

  /// One of them. It accepts every request that it describes.
  public struct Entry: Hashable, Sendable {
    /// The target of the requests, as ``Divergence/acceptedTarget`` says it; nil: any.
    public let link: String?
    /// The recorded route; nil: any, or none.
    public let route: String?
    /// All that may differ, as ``Divergence/lines`` says it, or the word of a class for whatever
    /// differs in that; and all of it has to.
    public let differs: [String]
    /// Who accepts it, and why.
    public let why: String
    /// Its line in the file, from 1.
    public let line: Int

    /// Whether exactly that differs which it names, for a request that it means.
    func accepts(_ divergence: Divergence) -> Bool {
      if let link, !link.hasSameBytes(as: divergence.acceptedTarget) { return false }
      if let route, !Bytes.same(route, divergence.route) { return false }
      var isUsed = differs.map { _ in false }
      for difference in divergence.differences {
        for line in difference.lines {
          // A line stands for one difference, a class for as many as there are.
          let own = differs.indices.first { !isUsed[$0] && differs[$0].hasSameBytes(as: line) }
          let index =
            own ?? differs.firstIndex { $0.hasSameBytes(as: difference.kind.rawValue) }
          guard let index else { return false }
          isUsed[index] = true
        }
      }
      return !isUsed.contains(false)
    }
  }

  /// In the order of the file.
  public private(set) var entries: [Entry] = []

  /// None at all.
  public init() {}

  /// Reads a file: JSON, and of JSON5 comments, unquoted names and trailing commas.
  ///
  /// - Parameter json: the file's bytes, at most 4 MiB.
  /// - Throws: ``Mistakes`` with everything that is wrong, each with line and column.
  public init(json: [UInt8]) throws(Mistakes) {
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: json)
    } catch {
      let mistake = Mistake(
        field: "file", message: error.message, line: error.position.line,
        column: error.position.column)
      throw Mistakes(mistakes: [mistake], count: 1)
    }
    var reader = DefinitionReader()
    entries = reader.acceptedDivergences(document.root)
    let mistakes = reader.mistakes.sorted {
      ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0)
    }
    guard mistakes.isEmpty else { throw Mistakes(mistakes: mistakes, count: reader.mistakeCount) }
  }

  /// Which entry accepts a divergence, the first in the file; nil when none does.
  func index(accepting divergence: Divergence) -> Int? {
    // A divergence without a target cannot be named in a file, so no review can have accepted it.
    guard !divergence.target.isEmpty else { return nil }
    return entries.firstIndex { $0.accepts(divergence) }
  }
}

extension AcceptedDivergences {
  /// A mistake in a file, and its place.
  public typealias Mistake = RouteTable.Mistakes.Mistake

  /// Everything that is wrong with a file.
  public struct Mistakes: Error, Hashable, Sendable, CustomStringConvertible {
    /// Those that were found first, at most a thousand, in the order of the file.
    public let mistakes: [Mistake]
    /// How many there are.
    public let count: Int

    /// One line for each.
    public var description: String { mistakes.map(\.description).joined(separator: "\n") }
  }
}

extension Divergence {
  /// The target of the request, as a file of accepted divergences has it: `~` stands for what is
  /// private.
  public var acceptedTarget: String { TokenSearch.withoutTokens(target) }
}

extension Divergence.Class {
  /// Whether there is a request to name.
  fileprivate var canBeAccepted: Bool { self != .request && self != .unfit }
}

extension DefinitionReader {
  /// Reads a file of accepted divergences.
  fileprivate mutating func acceptedDivergences(
    _ root: JSONNode
  ) -> [AcceptedDivergences.Entry] {
    let members = object(root, "", ["accepted", "format"])
    let format = AcceptedDivergences.format
    if let node = members["format"] {
      let word = string(node, "format")
      if let word, word != format { add(node, "format", "expected \"\(format)\", not \"\(word)\"") }
    } else {
      add(root, "format", "expected \"\(format)\", found nothing")
    }
    if members["accepted"] == nil {
      add(root, "accepted", "expected an array of what is accepted, found nothing")
    }
    let nodes = elements(members["accepted"], "accepted")
    if nodes.count > AcceptedDivergences.most {
      add(
        nodes[AcceptedDivergences.most], "accepted",
        "expected at most \(AcceptedDivergences.most): accept whole routes instead of single links")
    }
    return nodes.prefix(AcceptedDivergences.most).enumerated().map { index, node in
      acceptedDivergence(node, "accepted[\(index)]")
    }
  }

  private mutating func acceptedDivergence(
    _ node: JSONNode, _ field: String
  ) -> AcceptedDivergences.Entry {
    let members = object(node, field, ["differs", "link", "route", "why"])
    let link = string(members["link"], "\(field).link")
    let route = string(members["route"], "\(field).route")
    if members["link"] == nil, members["route"] == nil {
      add(node, field, "expected a link or a route, or both: which requests are meant?")
    }
    var differs: [String] = []
    for (index, node) in elements(members["differs"], "\(field).differs").enumerated() {
      let place = "\(field).differs[\(index)]"
      guard let line = string(node, place) else { continue }
      differs.append(line)
      guard Self.acceptedClass(of: line) == nil else { continue }
      let words = Divergence.Class.allCases.filter(\.canBeAccepted).map(\.rawValue)
      let list = words.joined(separator: ", ")
      add(node, place, "expected one of \(list), alone or with \": A -> B\" behind it")
    }
    if members["differs"] == nil {
      add(node, "\(field).differs", "expected a list of all that differs, found nothing")
    } else if differs.isEmpty {
      add(members["differs"] ?? node, "\(field).differs", "expected all that differs")
    }
    let why = string(members["why"], "\(field).why") ?? ""
    if why.utf8.allSatisfy({ $0 == UInt8(ascii: " ") }) {
      add(members["why"] ?? node, "\(field).why", "expected who accepts it and why, found nothing")
    }
    return AcceptedDivergences.Entry(
      link: link, route: route, differs: differs, why: why, line: node.position.line)
  }

  /// The class that a line of `differs` begins with; nil for none.
  private static func acceptedClass(of line: String) -> Divergence.Class? {
    let parts = line.split(separator: ": ", maxSplits: 1, omittingEmptySubsequences: false)
    guard let kind = Divergence.Class(rawValue: String(parts[0])), kind.canBeAccepted else {
      return nil
    }
    return parts.count == 1 || parts[1].contains(" -> ") ? kind : nil
  }
}
