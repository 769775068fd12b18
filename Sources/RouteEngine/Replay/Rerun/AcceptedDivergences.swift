public import RouteEngine

/// Divergences that were reviewed and accepted, with the reason: a file that is kept beside the
/// code.
public struct AcceptedDivergences: Hashable, Sendable {
  /// The value of the file's `format`.
  public static let format = "accepted-divergences/1"

  /// The most entries in one file. A longer list cannot have been reviewed.
  public static let most = 10_000

  /// One accepted divergence. It accepts every request that it describes.
  public struct Entry: Hashable, Sendable {
    /// The target of the requests, in the form of ``Divergence/acceptedTarget``; nil: any.
    public let link: String?
    /// The recorded route; nil: any route, or none.
    public let route: String?
    /// All differences, each in the form of ``Divergence/lines``, or the name of a class for any
    /// difference of that class. All of them must occur.
    public let differs: [String]
    /// The person who accepts it, and the reason.
    public let why: String
    /// Its line in the file, from 1.
    public let line: Int

    /// Whether a divergence of a described request has exactly these differences.
    func accepts(_ divergence: Divergence) -> Bool {
      if let link, !link.hasSameBytes(as: divergence.acceptedTarget) { return false }
      if let route, !Bytes.same(route, divergence.route) { return false }
      var isUsed = differs.map { _ in false }
      for difference in divergence.differences {
        for line in difference.lines {
          // A line matches one difference, a class any number of them.
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

  /// The entries, in the order of the file.
  public private(set) var entries: [Entry] = []

  /// No accepted divergences.
  public init() {}

  /// Reads a file: JSON, with the comments, unquoted names and trailing commas of JSON5.
  ///
  /// - Parameter json: the file's bytes, at most 4 MiB.
  /// - Throws: ``Mistakes`` with all mistakes, each with line and column.
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

  /// The index of the first entry that accepts a divergence; nil when none does.
  func index(accepting divergence: Divergence) -> Int? {
    // A divergence without a target cannot be described in a file, so no review can have accepted
    // it.
    guard !divergence.target.isEmpty else { return nil }
    return entries.firstIndex { $0.accepts(divergence) }
  }
}

extension AcceptedDivergences {
  /// A mistake in a file, and its place.
  public typealias Mistake = RouteTable.Mistakes.Mistake

  /// All mistakes in a file.
  public struct Mistakes: Error, Hashable, Sendable, CustomStringConvertible {
    /// The first mistakes, at most a thousand, in the order of the file.
    public let mistakes: [Mistake]
    /// The total number of mistakes.
    public let count: Int

    /// One line for each.
    public var description: String { mistakes.map(\.description).joined(separator: "\n") }
  }
}

extension Divergence {
  /// The target of the request in the form for a file of accepted divergences: `~` replaces private
  /// values.
  public var acceptedTarget: String { TokenSearch.withoutTokens(target) }
}

extension Divergence.Class {
  /// Whether there is a request that an entry can describe.
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

  /// The class with which a line of `differs` begins; nil when there is none.
  private static func acceptedClass(of line: String) -> Divergence.Class? {
    let parts = line.split(separator: ": ", maxSplits: 1, omittingEmptySubsequences: false)
    guard let kind = Divergence.Class(rawValue: String(parts[0])), kind.canBeAccepted else {
      return nil
    }
    return parts.count == 1 || parts[1].contains(" -> ") ? kind : nil
  }
}
