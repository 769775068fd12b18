/// The structure of a table file, as plain values. The reader takes members and words from it, the
/// JSON Schema is generated from it, and a test compares the guide with it. A new member is one
/// line of a part.
package enum TableFile {
  /// The form of a value.
  package indirect enum Form: Sendable {
    /// Any text.
    case text
    /// A text that this regular expression matches completely.
    case spelled(String)
    /// One of these texts.
    case word([String])
    /// A whole number of 64 bits, at least the bound.
    case whole(from: Int? = nil)
    /// `true` or `false`.
    case truth
    /// A number, a boolean, a text, or a list or an object of them.
    case constant
    /// `null`.
    case null
    /// An array.
    case list(of: Form)
    /// An object whose names the file chooses.
    case map(of: Form)
    /// An object with the members of that part.
    case object(Part)
    /// Any of these.
    case either([Form])

    /// A word of a closed list.
    static func word<Word: RawRepresentable<String> & CaseIterable>(of type: Word.Type) -> Form {
      .word(type.allCases.map(\.rawValue))
    }

    /// An array of texts.
    static let texts = Form.list(of: .text)
  }

  /// A member of an object.
  package struct Member: Sendable {
    package let name: String
    package let form: Form
    /// Its meaning, in one sentence.
    package let about: String
    /// How a message names it when it is missing; nil when it is optional.
    package let need: String?

    init(_ name: String, _ form: Form, _ about: String, need: String? = nil) {
      (self.name, self.form, self.about, self.need) = (name, form, about, need)
    }
  }

  /// A member of which an object has exactly one, and the members that may accompany it.
  package struct Choice: Sendable {
    package let name: String
    /// The members that may accompany it.
    package let beside: [String]
    /// Those of them that are required.
    package let needs: [String]
    /// Those of them that have a narrower form.
    package let narrowed: [(name: String, form: Form)]

    init(
      _ name: String, beside: [String] = [], needs: [String] = [],
      narrowed: [(name: String, form: Form)] = []
    ) {
      (self.name, self.beside, self.needs) = (name, beside, needs)
      self.narrowed = narrowed
    }
  }

  /// An object and its members.
  package struct Shape: Sendable {
    /// Its meaning, in one sentence.
    package let about: String
    package let members: [Member]
    /// The object has exactly one of these; empty when its members are independent.
    package let choices: [Choice]
    /// The names of the members, in the order of their bytes.
    package let names: [String]

    init(_ about: String, _ members: [Member], choices: [Choice] = []) {
      (self.about, self.members, self.choices) = (about, members, choices)
      names = members.map(\.name).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
  }

  /// The objects of a table file.
  package enum Part: String, Sendable, CaseIterable {
    case table, links, rewriter, screen, parameter, migration, route, path, redirect, step, choice
    case `guard`, action, retry, router, child

    package var shape: Shape {
      switch self {
      case .table: TableFile.table
      case .links: TableFile.links
      case .rewriter: TableFile.rewriter
      case .screen: TableFile.screen
      case .parameter: TableFile.parameter
      case .migration: TableFile.migration
      case .route: TableFile.route
      case .path: TableFile.path
      case .redirect: TableFile.redirect
      case .step: TableFile.step
      case .choice: TableFile.choice
      case .guard: TableFile.guard
      case .action: TableFile.action
      case .retry: TableFile.retry
      case .router: TableFile.router
      case .child: TableFile.child
      }
    }
  }
}

extension DefinitionReader {
  /// The members of an object of a table file. Unknown members and missing required members are
  /// mistakes.
  mutating func members(
    _ node: JSONNode, _ field: String, of part: TableFile.Part
  ) -> [String: JSONNode] {
    let shape = part.shape
    let found = object(node, field, shape.names)
    guard case .object = node.value else { return found }
    for member in shape.members where found[member.name] == nil {
      guard let need = member.need else { continue }
      let place = field.isEmpty ? member.name : "\(field).\(member.name)"
      add(node, place, "expected \(need), found nothing")
    }
    return found
  }
}
