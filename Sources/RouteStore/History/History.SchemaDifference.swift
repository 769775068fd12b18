extension History {
  /// A difference between the schema of a file and its format.
  public struct SchemaDifference: Hashable, Sendable, CustomStringConvertible {
    /// The kinds of differences.
    public enum Problem: Hashable, Sendable {
      /// The format has it, and the file does not.
      case missing
      /// The file defines it in another way.
      case altered
      /// The file has it, and the format does not.
      case foreign
      /// A table of the format whose rows never change has other rows: the contents of the table.
      case rows(String)
    }

    /// `table`, `view`, `index` or `trigger`, as SQLite names it.
    public let kind: String
    /// Its name, of any length.
    public let name: String
    /// The kind of difference.
    public let problem: Problem

    /// Whether the tables of the format are not all present as defined: then the file cannot be
    /// queried.
    public var isOfTable: Bool { kind == "table" && problem != .foreign }

    /// One line for a person.
    public var description: String {
      let thing = FileBounds.quoted("\(kind) \(name)")
      return switch problem {
      case .missing: "\(thing) is missing"
      case .altered: "\(thing) is defined in another way"
      case .foreign: "\(thing) does not belong to the format"
      case .rows(let what): "\(thing) holds other \(what) than the format has"
      }
    }
  }
}
