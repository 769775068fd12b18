package import RouteEngine

extension AppSiteAssociation {
  /// A member that `defaults` and a component can have (`applinks.Details.Components` below
  /// https://developer.apple.com/documentation/bundleresources/applinks).
  package enum Member: String, CaseIterable, Sendable {
    case path = "/"
    case query = "?"
    case fragment = "#"
    case exclude, comment, caseSensitive, percentEncoded
  }

  /// A mistake in a file.
  package struct Mistake: Sendable {
    package let position: JSONPosition
    package let field: String
    package let problem: Problem
  }

  /// A problem at one place of a file.
  package enum Problem: Hashable, Sendable, CustomStringConvertible {
    /// It cannot be read, for this reason.
    case unreadable(String)
    /// It uses more than plain JSON.
    case notPlain(expected: String)
    case unexpected(String, expected: String)
    /// There is no ``Member`` of this name.
    case unknownMember(String)
    /// The name of a variable contains a character that marks variables.
    case variableName
    /// There are more rules than a site has: each link is tested against all of them.
    case tooLarge
    case fragmentInPath
    /// A path does not begin with a slash.
    case pathStart(String)
    case pattern(WildcardPattern.Mistake)

    package var description: String {
      switch self {
      case .unreadable(let reason): reason
      case .notPlain(let expected):
        "this is no plain JSON, and systems read nothing else; expected \(expected)"
      case .unexpected(let found, let expected): "expected \(expected), found \(found)"
      case .unknownMember: "there is no such member"
      case .variableName: "a name cannot hold $, ( or )"
      case .tooLarge:
        "there are more than \(AssociationReader.mostRules) components, or they come to more than "
          + "\(AssociationReader.mostSteps) steps"
      case .fragmentInPath:
        "a path has no '#': this fits no link; put the fragment in \"#\""
      case .pathStart(let text): "a path begins with '/': '\(text)' fits no link"
      case .pattern(let mistake): mistake.description
      }
    }
  }

  /// The reason why a file has no rules for an app.
  package enum Failure: Error, Sendable, CustomStringConvertible {
    /// The first thousand mistakes in file order, and the total count.
    case mistakes([Mistake], count: Int)
    /// It is for these apps and not for the requested one.
    case otherApps([String], app: String)
    /// It has different rules for these apps.
    case severalApps([String])

    /// One line for a person.
    package var description: String {
      switch self {
      case .mistakes(let mistakes, _):
        mistakes.map { "\($0.position): \($0.field): \($0.problem)" }.joined(separator: "; ")
      case .otherApps(let known, let app):
        "the file is for \(known.joined(separator: ", ")), not for '\(app)'"
      case .severalApps(let known):
        "the file says different things for \(known.joined(separator: ", "))"
      }
    }
  }
}
