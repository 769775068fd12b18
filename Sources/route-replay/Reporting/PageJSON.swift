import RouteEngine
import RouteStore
import TextTerminal

/// Takes the text of a page in pieces.
typealias PageSink = (String) throws -> Void

/// JSON for a page: it contains no `<`, so that no text can end the element that contains it, and
/// texts are in visible form.
enum PageJSON {
  /// A number, exactly: beyond 53 bits it is written as a text.
  static func number(_ number: Int64) -> String {
    number.magnitude < 1 << 53 ? String(number) : "\"\(number)\""
  }

  static func list(_ numbers: [Int]) -> String {
    numbers.isEmpty ? "[]" : "[" + numbers.map { String($0) }.joined(separator: ",") + "]"
  }

  /// A text, exactly.
  static func literal(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
        && byte != UInt8(ascii: "<")
    }
    return isPlain ? "\"\(text)\"" : jsonString(text).replacing("<", with: "\\u003c")
  }

  /// JSON with every text in visible form.
  static func visibleLiteral(_ json: JSON) -> String {
    oneLine(visibleJSON(json)).replacing("<", with: "\\u003c")
  }

  private static func visibleJSON(_ json: JSON) -> JSON {
    switch json {
    case .string(let text): .string(visible(text))
    case .array(let elements): .array(elements.map(visibleJSON))
    case .object(let members):
      .object(members.map { JSON.Member(name: $0.name, value: visibleJSON($0.value)) })
    case .null, .bool, .int, .double: json
    }
  }
}

/// Writes elements as columns, one array for each property: half the bytes of one object for each.
struct PageColumns<Element> {
  let elements: [Element]
  let sink: PageSink

  func column(_ name: String, _ value: (Element) -> String) throws {
    try sink("\"\(name)\":[")
    for (index, element) in elements.enumerated() {
      try sink((index == 0 ? "" : ",") + value(element))
    }
    try sink("],\n")
  }

  /// Writes columns of text indices.
  func places(_ columns: [(name: String, place: KeyPath<Element, Int>)]) throws {
    for (name, place) in columns { try column(name) { String($0[keyPath: place]) } }
  }

  /// Writes a number that few elements have, as a member for each of those.
  func sparse(_ name: String, _ value: (Element) -> Int64?) throws {
    var isFirst = true
    try sink("\"\(name)\":{")
    for (index, element) in elements.enumerated() {
      guard let number = value(element) else { continue }
      try sink((isFirst ? "" : ",") + "\"\(index)\":" + PageJSON.number(number))
      isFirst = false
    }
    try sink("},\n")
  }

  /// Ends the object with the number of elements.
  func count() throws { try sink("\"count\":\(elements.count)") }
}
