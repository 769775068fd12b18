import RouteEngine

/// Requests as JSON, one object on each line:
/// `{"link": "/orders/7", "at_us": 1700000000000000, "id": "push-1", "principal": "u1"}`. Only
/// `link` is required.
struct JSONLineList: InputList, Sendable {
  struct Item: Sendable, Equatable {
    let link: String
    /// Microseconds since 1970-01-01 00:00 UTC.
    let at: Int64?
    /// The id that its source gave it: equal ids take effect once.
    let id: String?
    /// The principal.
    let principal: String?
  }

  private static let times = 0...SessionClock.beginnings.upperBound
  private static let names = ["link", "at_us", "id", "principal"]
  private static let longestWord = 256

  private(set) var items: [Item] = []
  /// The items' lines in the input, for source ids.
  private(set) var lines = JoinedLines()
  var problems: [InputProblem] = []

  mutating func add(_ bytes: [UInt8], line number: Int) {
    let text = Self.text(bytes, line: number)
    if text.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { return }
    do throws(Failure) {
      items.append(try Self.item(Array(text)))
      lines.append(bytes)
    } catch {
      problems.append(InputProblem(line: number, reason: error.reason))
    }
  }

  private struct Failure: Error {
    let reason: String
  }

  private static func item(_ raw: [UInt8]) throws(Failure) -> Item {
    let json: JSON
    do {
      json = try JSON(parsing: raw)
    } catch {
      throw Failure(reason: "is no JSON: at byte \(error.offset) expected \(error.expected)")
    }
    guard case .object(let members) = json else { throw Failure(reason: "is no JSON object") }
    for member in members where !names.contains(member.name) {
      throw Failure(
        reason: "has '\(member.name)'; known are \(names.joined(separator: ", "))")
    }
    for name in names where members.count(where: { $0.name == name }) > 1 {
      throw Failure(reason: "has '\(name)' more than once; give it once")
    }
    guard let link = try text(json, "link") else { throw Failure(reason: "has no 'link'") }
    var at: Int64?
    switch json["at_us"] {
    case nil, .null: break
    case .int(let number) where times.contains(number): at = number
    case .int(let number) where number > times.upperBound:
      throw Failure(reason: "has an 'at_us' that is later than a journal can hold")
    default: throw Failure(reason: "has an 'at_us' that is no time in microseconds since 1970")
    }
    let (id, principal) = (try text(json, "id"), try text(json, "principal"))
    for (name, word) in [("an 'id'", id), ("a 'principal'", principal)] {
      guard let word else { continue }
      guard !word.isEmpty, word.utf8.count <= longestWord else {
        throw Failure(reason: "has \(name) that is empty or longer than \(longestWord) bytes")
      }
    }
    return Item(link: link, at: at, id: id, principal: principal)
  }

  private static func text(_ json: JSON, _ name: String) throws(Failure) -> String? {
    switch json[name] {
    case nil, .null: return nil
    case .string(let text): return text
    default:
      throw Failure(reason: "has \(name == "id" ? "an" : "a") '\(name)' that is no string")
    }
  }
}
