// Navigation links and columns.
// Addresses are below https://developer.apple.com/documentation. "In a copy" says that the page was
// read below "documentation" in the repository Averyy/apple-dev-docs.

/// "nonisolated struct NavigationLink<Label, Destination> where Label : View, Destination : View"
/// /swiftui/navigationlink
nonisolated public struct NavigationLink<Label: View, Destination: View>: View {
  /// "typealias Body = Never"; it is "some View" in SwiftUI's interface of the iOS 14 SDK
  public typealias Body = Never
  /// "public var body: some View { get }", in the same
  public var body: Never { fatalError() }
}

extension NavigationLink where Label == Text, Destination == Never {
  /// "@_disfavoredOverload public init<S, P>(_ title: S, value: P?) where Label == Text, S :
  /// StringProtocol, P : Hashable", "where Destination == Never", in a library that follows
  /// SwiftUI's interface: skiptools/skip-fuse-ui,
  /// Sources/SkipSwiftUI/Containers/Navigation.swift. Isolation
  /// and availability are those of its sibling's page: "nonisolated init<P>(_ titleKey:
  /// LocalizedStringKey, value: P?) where Label == Text, P : Hashable", "iOS: 16.0.0 -", "macOS:
  /// 13.0.0 -", "tvOS: 16.0.0 -", "watchOS: 9.0.0 -"
  /// /swiftui/navigationlink/init(_:value:)-kj9v
  @available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
  @_disfavoredOverload
  nonisolated public init<S, P>(_ title: S, value: P?) where S: StringProtocol, P: Hashable {}
}

/// "struct NavigationSplitViewColumn", Hashable and Sendable; iOS 17.0, macOS 14.0, tvOS 17.0,
/// watchOS 10.0, visionOS 1.0
/// /swiftui/navigationsplitviewcolumn, in a copy, and in one of SwiftUI's interface
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
public struct NavigationSplitViewColumn: Hashable, Sendable {
  private let number: Int
  /// "static var sidebar: NavigationSplitViewColumn { get }"
  /// /swiftui/navigationsplitviewcolumn/sidebar, in a copy
  public static var sidebar: NavigationSplitViewColumn { Self(number: 0) }
  /// "static var content: NavigationSplitViewColumn { get }"
  /// /swiftui/navigationsplitviewcolumn/content, in a copy
  public static var content: NavigationSplitViewColumn { Self(number: 1) }
  /// "static var detail: NavigationSplitViewColumn { get }"
  /// /swiftui/navigationsplitviewcolumn/detail, in a copy
  public static var detail: NavigationSplitViewColumn { Self(number: 2) }
}
