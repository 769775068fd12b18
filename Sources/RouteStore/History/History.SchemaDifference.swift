extension History {
  /// Something in which the schema of a file is another than its format has.
  public struct SchemaDifference: Hashable, Sendable, CustomStringConvertible {
    /// The ways to differ.
    public enum Problem: Hashable, Sendable {
      /// The format has it, and the file does not.
      case missing
      /// The file defines it in another way.
      case altered
      /// The file has it, and the format does not.
      case foreign
      /// A table of the format that always holds the same rows holds others: of what.
      case rows(String)
    }

    /// `table`, `view`, `index` or `trigger`, as SQLite names it.
    public let kind: String
    /// Its name; as long as a file likes.
    public let name: String
    /// The way in which it differs.
    public let problem: Problem

    /// Whether the tables of the format are not all there as it defines them: then nothing else can
    /// be asked of the file.
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
