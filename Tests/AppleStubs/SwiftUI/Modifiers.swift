// An app's own modifiers, and type-erased views. Addresses are below
// https://developer.apple.com/documentation. "In a copy" says that the page was read below
// "documentation" in the repository Averyy/apple-dev-docs. No page has "typealias Body = Never" of
// these views. Copies of SwiftUI's interface have it, but not of _ViewModifier_Content, whose body
// is from memory.

public import Foundation

/// "@preconcurrency @MainActor public protocol ViewModifier"
/// /swiftui/viewmodifier, in a copy of SwiftUI's interface
@MainActor @preconcurrency public protocol ViewModifier {
  /// "associatedtype Body : View"
  /// /swiftui/viewmodifier/body, in a copy
  associatedtype Body: View
  /// "@ContentBuilder @MainActor @preconcurrency func body(content: Self.Content) -> Self.Body"
  /// /swiftui/viewmodifier/body(content:), in a copy
  @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
  /// "typealias Content"
  /// /swiftui/viewmodifier/content, in a copy
  typealias Content = _ViewModifier_Content<Self>
}

/// "struct _ViewModifier_Content<Modifier> where Modifier : ViewModifier", in SwiftUI's module
/// interface
public struct _ViewModifier_Content<Modifier: ViewModifier>: View {
  /// "typealias Body = Never"
  public typealias Body = Never
  /// "var body: Never { get }"
  public var body: Never { fatalError() }
}

/// "@frozen struct ModifiedContent<Content, Modifier>"
/// /swiftui/modifiedcontent, in a copy
public struct ModifiedContent<Content, Modifier> {
  nonisolated init() {}
}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
  /// "typealias Body = Never"
  public typealias Body = Never
  /// "var body: Never { get }"
  public var body: Never { fatalError() }
}

/// "@frozen nonisolated struct AnyView"
/// /swiftui/anyview, in a copy
nonisolated public struct AnyView: View {
  /// "typealias Body = Never"
  public typealias Body = Never
  /// "var body: Never { get }"
  public var body: Never { fatalError() }
  /// "nonisolated init<V>(_ view: V) where V : View"
  /// /swiftui/anyview/init(_:)
  nonisolated public init<V>(_ view: V) where V: View {}
}

/// "@frozen struct Color"
/// /swiftui/color
public struct Color: Sendable {
  /// "static let clear: Color"
  /// /swiftui/color/clear, in a copy
  public static let clear = Color()
}

extension Color: View {
  /// "typealias Body = Never"
  public typealias Body = Never
  /// "var body: Never { get }"
  public var body: Never { fatalError() }
}

/// "@frozen struct Alignment"
/// /swiftui/alignment, in a copy
public struct Alignment: Sendable {
  /// "static let center: Alignment"
  /// /swiftui/alignment/center, in a copy
  public static let center = Alignment()
}

extension View {
  /// "nonisolated func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T>"
  /// /swiftui/view/modifier(_:), in a copy
  nonisolated public func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> {
    ModifiedContent()
  }
  /// "nonisolated func id<ID>(_ id: ID) -> some View where ID : Hashable"; "When the proxy value
  /// specified by the id parameter changes, the identity of the view ... is reset."
  /// /swiftui/view/id(_:)
  nonisolated public func id<ID>(_ id: ID) -> some View where ID: Hashable { SomeView() }
  /// "nonisolated func onDisappear(perform action: (() -> Void)? = nil) -> some View"
  /// /swiftui/view/ondisappear(perform:), in a copy
  nonisolated public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
    SomeView()
  }
  /// "nonisolated func background<V>(alignment: Alignment = .center, @ContentBuilder content: () ->
  /// V) -> some View where V : View"; "iOS: 15.0.0 -", "macOS: 12.0.0 -", "tvOS: 15.0.0 -",
  /// "watchOS: 8.0.0 -"
  /// /swiftui/view/background(alignment:content:)
  @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
  nonisolated public func background<V: View>(
    alignment: Alignment = .center, @ViewBuilder content: () -> V
  ) -> some View { SomeView() }
  /// "nonisolated func onChange<V>(of value: V, perform action: @escaping (V) -> Void) -> some View
  /// where V : Equatable"; "iOS: 14.0.0 - 17.0.0", "macOS: 11.0.0 - 14.0.0", "tvOS: 14.0.0 -
  /// 17.0.0", "visionOS: 1.0.0 - 1.0.0", "watchOS: 7.0.0 - 10.0.0"
  /// /swiftui/view/onchange(of:perform:)
  @available(iOS, introduced: 14.0, deprecated: 17.0)
  @available(macOS, introduced: 11.0, deprecated: 14.0)
  @available(tvOS, introduced: 14.0, deprecated: 17.0)
  @available(watchOS, introduced: 7.0, deprecated: 10.0)
  @available(visionOS, introduced: 1.0, deprecated: 1.0)
  nonisolated public func onChange<V>(
    of value: V, perform action: @escaping (V) -> Void
  ) -> some View where V: Equatable { SomeView() }
  /// "nonisolated func onChange<V>(of value: V, initial: Bool = false, _ action: @escaping () ->
  /// Void) -> some View where V : Equatable"; "iOS: 17.0.0 -", "macOS: 14.0.0 -", "tvOS: 17.0.0 -",
  /// "visionOS: 1.0.0 -", "watchOS: 10.0.0 -"
  /// /swiftui/view/onchange(of:initial:_:)
  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
  nonisolated public func onChange<V>(
    of value: V, initial: Bool = false, _ action: @escaping () -> Void
  ) -> some View where V: Equatable { SomeView() }
  /// "nonisolated func presentationDetents(_ detents: Set<PresentationDetent>) -> some View"; "iOS
  /// 16.0+", "macOS 13.0+", "tvOS 16.0+", "watchOS 9.0+"
  /// /swiftui/view/presentationdetents(_:), in a copy
  @available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
  nonisolated public func presentationDetents(
    _ detents: Set<PresentationDetent>
  ) -> some View { SomeView() }
  /// "nonisolated func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View"; "iOS
  /// 15.0+", "macOS 12.0+", "tvOS 15.0+", "watchOS 8.0+"
  /// /swiftui/view/interactivedismissdisabled(_:), in a copy
  @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
  nonisolated public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View {
    SomeView()
  }
}

/// "@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *) public struct PresentationDetent :
/// Hashable, Sendable"
/// /swiftui/presentationdetent, in a copy of SwiftUI's interface
@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
public struct PresentationDetent: Hashable, Sendable {
  init() {}
  /// "public static let medium: PresentationDetent"
  public static let medium = PresentationDetent()
  /// "public static let large: PresentationDetent"
  public static let large = PresentationDetent()
  /// "public static func fraction(_ fraction: CGFloat) -> PresentationDetent"
  public static func fraction(_ fraction: CGFloat) -> PresentationDetent { PresentationDetent() }
  /// "public static func height(_ height: CGFloat) -> PresentationDetent"
  public static func height(_ height: CGFloat) -> PresentationDetent { PresentationDetent() }
}
