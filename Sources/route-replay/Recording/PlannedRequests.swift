import RouteStore

/// One line of an input that becomes a request.
struct PlannedRequest: Sendable {
  let link: String
  /// Microseconds since 1970-01-01 00:00 UTC; nil when the input does not state it.
  let at: Int64?
  let principal: String?
  let source: PlannedSource
}

/// The request's source id, as far as the input determines it.
enum PlannedSource: Sendable {
  /// The input states it.
  case given(String)
  /// The digest of all lines of an input, with the position of the request in it.
  case list(String, position: Int)
  /// The digest of the line, with its number among the equal lines, and whether text beside its
  /// link may be private.
  case line(String, occurrence: Int, mayHoldPrivateValues: Bool)
}

/// The requests of one planned session, in the order in which they are opened.
///
/// Each is made when it is needed: for a million requests, only the input is in memory.
enum PlannedRequests: RandomAccessCollection, Sendable {
  /// The links of an input with a digest.
  case links([String], of: String)
  /// The objects of an input with a digest.
  case objects([JSONLineList.Item], of: String)
  /// Lines of a log by their indices, with the number of each line among the equal ones.
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
        source: .line(
          line.digest.mark, occurrence: occurrences[places[index]],
          mayHoldPrivateValues: line.mayHoldPrivateValues))
    }
  }
}

extension SHA256.Digest {
  /// 32 hexadecimal digits, for ids.
  var mark: String { String(description.prefix(32)) }
}
