// Navigation links and columns.
// Addresses are below https://developer.apple.com/documentation. The declarations are quoted from
// memory of those pages, but for what names a copy of them or of SwiftUI's interface.

/// "nonisolated struct NavigationLink<Label, Destination> where Label : View, Destination : View"
/// /swiftui/navigationlink
nonisolated public struct NavigationLink<Label: View, Destination: View>: View {
  /// "typealias Body = Never"
  public typealias Body = Never
  /// "var body: Never { get }"
  public var body: Never { fatalError() }
}

extension NavigationLink where Label == Text, Destination == Never {
  /// "nonisolated init<S, P>(_ title: S, value: P?) where S : StringProtocol, P : Hashable", iOS
  /// 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0
  /// /swiftui/navigationlink/init(_:value:)
  @available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
  nonisolated public init<S, P>(_ title: S, value: P?) where S: StringProtocol, P: Hashable {}
}

/// "struct NavigationSplitViewColumn", Hashable and Sendable; iOS 17.0, macOS 14.0, tvOS 17.0,
/// watchOS 10.0, visionOS 1.0
/// /swiftui/navigationsplitviewcolumn, in a copy of the page and of SwiftUI's interface
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
public struct NavigationSplitViewColumn: Hashable, Sendable {
  private let number: Int
  /// "static var sidebar: NavigationSplitViewColumn { get }"
  /// /swiftui/navigationsplitviewcolumn/sidebar
  public static var sidebar: NavigationSplitViewColumn { Self(number: 0) }
  /// "static var content: NavigationSplitViewColumn { get }"
  /// /swiftui/navigationsplitviewcolumn/content
  public static var content: NavigationSplitViewColumn { Self(number: 1) }
  /// "static var detail: NavigationSplitViewColumn { get }"
  /// /swiftui/navigationsplitviewcolumn/detail
  public static var detail: NavigationSplitViewColumn { Self(number: 2) }
}
