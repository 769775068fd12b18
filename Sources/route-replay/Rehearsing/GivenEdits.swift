import RouteEngine
import RouteReplay
import RouteStore

/// The options of the commands that run recorded requests again with other input.
enum EditOptions {
  static let drop = Option.list(
    "drop", value: "CHOICE",
    "leave out the request of the entry SEQUENCE, or all that are chosen by "
      + RequestChoice.grammar)
  static let edit = Option.list(
    "edit", value: "CHOICE=LINK",
    "open this link in place of each chosen request; after link=PATTERN its path and the values "
      + "of its query may name captures")
  static let answer = Option.list(
    "answer", value: "[SEQUENCE/]NAME=REPLY",
    "the reply of the host code of that name to that request, or to all: "
      + GivenAnswer.grammar(of: Question.Kind.allCases))
  static let all = [drop.shape, edit.shape, answer.shape]
}

/// The edits of `--drop` and `--edit`, read before any journal.
struct GivenEdits: Sendable {
  private struct Edit {
    /// The edit as it is typed, with its option.
    let words: String
    let choice: RequestChoice
    /// The new link; nil for a request that is dropped.
    let link: EditedLink?
  }

  private let all: [Edit]

  /// Reads the edits.
  ///
  /// - Throws: `CommandFailure` for an edit that cannot be read.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    var all: [Edit] = []
    for word in arguments[EditOptions.drop] {
      let choice = try RequestChoice(word, of: "--drop")
      all.append(Edit(words: "--drop \(word)", choice: choice, link: nil))
    }
    for word in arguments[EditOptions.edit] {
      let parts = RequestChoice.parts(of: word)
      guard let link = parts.link, !link.isEmpty else {
        throw CommandFailure.usage(
          "'--edit' takes SEQUENCE=LINK, or \(RequestChoice.grammar) with =LINK behind it, not "
            + "'\(word)'")
      }
      let choice = try RequestChoice(parts.choice, of: "--edit")
      all.append(
        Edit(words: "--edit \(word)", choice: choice, link: try EditedLink(link, for: choice)))
    }
    self.all = all
  }

  /// The first edit that names a request of one file; nil when all may apply to several files.
  var ofOneFile: String? { all.first(where: \.choice.isOfOneFile)?.words }

  /// The effect of the edits on the requests of one or several journals.
  struct Chosen {
    fileprivate(set) var dropped: Set<RequestID> = []
    /// The links that replace others.
    fileprivate(set) var links: [RequestID: String] = [:]
    /// The indices of the edits that selected a request.
    fileprivate var effective: Set<Int> = []
    /// The recorded routes, for the message to a user who named another route.
    fileprivate var routes: Set<String> = []

    fileprivate mutating func take(_ id: RequestID, _ link: String?) {
      guard let link else { return _ = dropped.insert(id) }
      if links[id] == nil { links[id] = link }
    }

    /// Adds the effective edits and the routes of another journal, without its requests.
    mutating func add(_ other: Chosen) {
      effective.formUnion(other.effective)
      routes.formUnion(other.routes)
    }
  }

  /// The edits that apply to the requests of a journal. An edit that names a request by an entry
  /// has priority over one that selects several requests; of the latter, the first counts. A
  /// request that is both dropped and edited is dropped.
  ///
  /// - Throws: `CommandFailure` for an entry that belongs to no request, and for two links for one
  ///   named request.
  func chosen(of file: JournalFile, _ input: RecordedInput) throws -> Chosen {
    var (chosen, named) = (Chosen(), Chosen())
    for (place, edit) in all.enumerated() {
      let requests = try requests(of: edit, in: file, input)
      if !requests.isEmpty { chosen.effective.insert(place) }
      for request in requests {
        let link = try edit.link?.text(for: request)
        if edit.choice.isOfOneFile {
          if let link, let other = named.links[request.id], other != link {
            throw CommandFailure.usage(
              "'--edit': there are two links for request \(request.id), '\(other)' and "
                + "'\(link)'; give one of them")
          }
          named.take(request.id, link)
        } else {
          chosen.take(request.id, link)
        }
      }
    }
    let dropped = chosen.dropped.subtracting(named.links.keys).union(named.dropped)
    chosen.dropped = dropped
    chosen.links.merge(named.links) { $1 }
    chosen.links = chosen.links.filter { !dropped.contains($0.key) }
    chosen.routes = Set(input.requests.values.compactMap(\.end.route))
    return chosen
  }

  private func requests(
    of edit: Edit, in file: JournalFile, _ input: RecordedInput
  ) throws -> [RecordedInput.Request] {
    guard case .entry(let word) = edit.choice else {
      return input.order.compactMap { input.requests[$0] }.filter(edit.choice.takes)
    }
    let id = try RequestEdits.request(word, in: file, edit.link == nil ? "--drop" : "--edit")
    return [input.requests[id]].compactMap(\.self)
  }

  /// Throws when an edit selected nothing: an unchanged result would be mistaken for an answer.
  func demandEffect(_ chosen: Chosen) throws(CommandFailure) {
    for (place, edit) in all.enumerated() where !chosen.effective.contains(place) {
      let routes = chosen.routes.sorted().prefix(12).joined(separator: ", ")
      let hint =
        if case .route = edit.choice, !routes.isEmpty {
          "; the routes of those recorded: \(routes)"
        } else {
          "; 'log' lists what is recorded"
        }
      throw CommandFailure.usage("'\(edit.words)' chooses no request" + hint)
    }
  }
}
