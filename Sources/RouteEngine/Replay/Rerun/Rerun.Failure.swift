public import RouteEngine

extension Rerun {
  /// The reason why a journal cannot be decided again.
  public enum Failure: Error, Sendable, CustomStringConvertible {
    /// The journal does not contain the table with which a session began.
    case tableMissing(session: Int64, digest: String)
    /// The journal's table is not one that this version can build.
    case tableBroken(digest: String, RouteTable.Mistakes)

    /// One line for a person.
    public var description: String {
      switch self {
      case .tableMissing(let session, let digest):
        "session \(session) ran with route table \(digest), which the journal does not hold"
      case .tableBroken(let digest, let mistakes):
        "route table \(digest) cannot be built by this version: \(mistakes)"
      }
    }
  }
}
