package import RouteEngine

/// Small table files made from the reader's own description, and changed ones.
enum TableSamples {
  /// For each object of a table file, and each of its alternatives, the smallest table with one
  /// such object that has all possible members.
  static var whole: [(name: String, table: JSON)] {
    all.map { ($0.name, around($0.part, $0.object)) }
  }

  /// Tables that differ from those in a single place: each value replaced by others, each member
  /// left out, and one more member in each object.
  static var changed: [(name: String, tables: [JSON])] {
    all.map { sample in
      (sample.name, changes(of: sample.object).map { around(sample.part, $0) })
    }
  }

  private static var all: [(name: String, part: TableFile.Part, object: JSON)] {
    TableFile.Part.allCases.flatMap { part in
      objects(part).map { ("\(part) \($0.name)", part, $0.object) }
    }
  }

  /// Tables that cannot be made by one such change.
  static var others: [JSON] {
    let route: JSON = ["route": "some"]
    return [
      around(.parameter, ["type": ["type": "int"], "default": .int(1)]),
      around(.parameter, ["type": ["type": "int"]]),
      around(.route, ["id": "some", "redirect": route]),
      around(.route, ["id": "some", "redirect": route, "destination": .array([])]),
      around(.route, ["id": "some", "redirect": route, "actions": .array([])]),
      around(.route, ["id": "some", "redirect": route, "interceptors": .array([])]),
      around(.route, ["id": "some", "redirect": route, "scene": "some"]),
      around(.step, ["push": "some", "select": "some"]),
      around(.step, ["push": "some", "style": "sheet"]),
      around(.step, ["chain": "some", "find": "same"]),
      around(.step, ["root": "some", "from": "topmost"]),
      around(.guard, ["not": ["not": ["parameter": "some", "scope": "root"]]]),
      around(.redirect, ["route": "some", "link": "some"]),
    ]
      + ["int?", "[int,]?", "0...9", "-1...9?", "[0...9]", "[json]", "[[int]]", "01...9", "int??"]
      .map { around(.screen, ["parameters": ["some": .string($0)]]) }
      + ["tabs", "tabs:carousel", "tabs:", "tabs:a b", "rows"]
      .map { around(.screen, ["container": .string($0)]) }
      + ["5ms", "5", "5 s", "s", "-5s", "1.5s"]
      .map { around(.action, ["perform": "some", "after": .string($0)]) }
  }

  /// The text in all samples; there is a chain of that name.
  private static let text = "some"

  private static let replacements: [JSON] = [
    .null, .bool(true), .int(7), .int(-1), .double(1.5), .double(1e19), .double(-1e19),
    .string(text), .array([]), .array([.string(text)]), .array([.int(1)]), .object([]),
    .object([JSON.Member(name: text, value: .int(1))]),
  ]

  private static func changes(of value: JSON) -> [JSON] {
    var changes = replacements
    switch value {
    case .array(let elements):
      for index in elements.indices {
        changes += self.changes(of: elements[index]).map { change in
          var elements = elements
          elements[index] = change
          return .array(elements)
        }
      }
    case .object(let members):
      changes.append(.object(members + [JSON.Member(name: "unheard", value: .string(text))]))
      for index in members.indices {
        var others = members
        others.remove(at: index)
        changes.append(.object(others))
        changes += self.changes(of: members[index].value).map { change in
          var members = members
          members[index].value = change
          return .object(members)
        }
      }
    default: break
    }
    return changes
  }

  private static func around(_ part: TableFile.Part, _ object: JSON) -> JSON {
    let list = JSON.array([object])
    switch part {
    case .table: return object
    case .links: return table("links", object)
    case .rewriter: return around(.links, ["rewriter": object])
    case .screen: return table("screens", ["some": object])
    case .parameter: return around(.screen, ["parameters": ["some": object]])
    case .migration: return around(.screen, ["migrations": list])
    case .route: return table("routes", list)
    case .path:
      return around(.route, ["id": "some", "destination": .array([]), "fragment": object])
    case .redirect: return around(.route, ["id": "some", "redirect": object])
    case .step: return around(.route, ["id": "some", "destination": list])
    case .choice: return around(.step, ["switch": list])
    case .guard: return around(.choice, ["steps": .array([]), "when": object])
    case .action: return around(.screen, ["actions": list])
    case .retry: return around(.action, ["perform": "some", "retry": object])
    case .router: return table("routers", list)
    case .child: return around(.router, ["id": "some", "children": list])
    }
  }

  private static func table(_ name: String, _ value: JSON) -> JSON {
    let least: JSON = [
      "format": "route-table/1", "tree": "some", "chains": ["some": .array([])], "screens": [:],
    ]
    return least.adding(name, value)
  }

  private static func objects(_ part: TableFile.Part) -> [(name: String, object: JSON)] {
    let shape = part.shape
    let chosen = shape.choices.flatMap { [$0.name] + $0.beside }
    let free = shape.members.filter { !chosen.contains($0.name) }
    if shape.choices.isEmpty { return [("", object(free))] }
    return shape.choices.map { choice in
      let names = [choice.name] + choice.beside
      let members = shape.members.filter { names.contains($0.name) }.map { member in
        let form = choice.narrowed.first { $0.name == member.name }?.form ?? member.form
        return (member.name, form)
      }
      return (choice.name, object(free, members))
    }
  }

  private static func object(
    _ members: [TableFile.Member], _ more: [(String, TableFile.Form)] = []
  ) -> JSON {
    let all = members.map { ($0.name, $0.form) } + more
    return .object(all.map { JSON.Member(name: $0.0, value: sample($0.1)) })
  }

  private static func spelled(_ expression: String) -> String {
    if expression.hasPrefix("[0-9]") { return "5s" }
    return expression.hasPrefix("((sheet") ? "sheet(medium, 40%)" : "int"
  }

  private static func sample(_ form: TableFile.Form) -> JSON {
    switch form {
    case .text, .constant: .string(text)
    case .spelled(let expression): .string(spelled(expression))
    case .word(let words): .string(words[0])
    case .whole: .int(1)
    case .truth: .bool(true)
    case .null: .null
    case .list(let element):
      // An object in the array has samples of its own.
      if case .object = element { .array([]) } else { .array([sample(element)]) }
    case .map(let value):
      switch value {
      case .object: .object([])
      default: [text: sample(value)]
      }
    case .object(let part): least(part)
    case .either(let forms): sample(forms[0])
    }
  }

  /// An object with only its required members.
  private static func least(_ part: TableFile.Part) -> JSON {
    let shape = part.shape
    let first = shape.choices.first?.name
    return object(shape.members.filter { $0.need != nil || $0.name == first })
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral {
  package init(stringLiteral text: String) { self = .string(text) }

  package init(dictionaryLiteral members: (String, JSON)...) {
    self = .object(members.map { Member(name: $0.0, value: $0.1) })
  }

  fileprivate func adding(_ name: String, _ value: JSON) -> JSON {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { $0.name != name } + [Member(name: name, value: value)])
  }
}
