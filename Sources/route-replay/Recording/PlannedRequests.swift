import RouteStore

/// One line of an input that is to become a request.
struct PlannedRequest: Sendable {
  let link: String
  /// Microseconds since 1970-01-01 00:00 UTC; nil when the input does not say.
  let at: Int64?
  let principal: String?
  let source: PlannedSource
}

/// The request's source id, as far as the input tells it.
enum PlannedSource: Sendable {
  /// The input gives it.
  case given(String)
  /// The digest of all lines of an input, and which of its requests it is.
  case list(String, position: Int)
  /// The digest of the line, and which of the equal ones it is.
  case line(String, occurrence: Int)
}

/// The requests of one planned session, in the order in which they are opened.
///
/// Each is made when it is asked for: of a million there is nothing in memory but what was read.
enum PlannedRequests: RandomAccessCollection, Sendable {
  /// The links of an input with a digest.
  case links([String], of: String)
  /// The objects of an input with a digest.
  case objects([JSONLineList.Item], of: String)
  /// Lines of a log by their places, and which of the equal ones each line of the log is.
  case lines([Int], of: [AccessLogLine], occurrences: [Int])

  var startIndex: Int { 0 }

  var endIndex: Int {
    switch self {
    case .links(let links, _): links.count
    case .objects(let objects, _): objects.count
    case .lines(let places, _, _): places.count
    }
  }

  subscript(index: Int) -> PlannedRequest {
    switch self {
    case .links(let links, let digest):
      return PlannedRequest(
        link: links[index], at: nil, principal: nil, source: .list(digest, position: index + 1))
    case .objects(let objects, let digest):
      let object = objects[index]
      return PlannedRequest(
        link: object.link, at: object.at, principal: object.principal,
        source: object.id.map(PlannedSource.given) ?? .list(digest, position: index + 1))
    case .lines(let places, let lines, let occurrences):
      let line = lines[places[index]]
      return PlannedRequest(
        link: line.target, at: line.at, principal: nil,
        source: .line(line.digest.mark, occurrence: occurrences[places[index]]))
    }
  }
}

extension SHA256.Digest {
  /// 32 hexadecimal digits, for ids.
  var mark: String { String(description.prefix(32)) }
}
