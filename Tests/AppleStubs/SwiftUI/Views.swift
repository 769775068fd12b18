// Views and modifiers.
// Addresses are below https://developer.apple.com/documentation.

public import Foundation

/// "@frozen struct Text"
/// /swiftui/text
public struct Text {
  /// "init<S>(_ content: S) where S : StringProtocol"
  /// /swiftui/text/init(_:)-9d1g4
  public init<S>(_ content: S) where S: StringProtocol {}
}

extension Text: View {
  /// "typealias Body = Never"
  public typealias Body = Never
  /// "var body: Never { get }"
  public var body: Never { fatalError() }
}

/// "nonisolated struct Button<Label> where Label : View"
/// /swiftui/button
nonisolated public struct Button<Label: View>: View {
  /// "typealias Body = Never"
  public typealias Body = Never
  /// "var body: Never { get }"
  public var body: Never { fatalError() }
}

extension Button where Label == Text {
  /// "@preconcurrency nonisolated init<S>(_ title: S, action: @escaping @MainActor () -> Void)
  /// where S : StringProtocol"
  /// /swiftui/button/init(_:action:)-lpm7
  @preconcurrency nonisolated public init<S>(
    _ title: S, action: @escaping @MainActor () -> Void
  ) where S: StringProtocol {}
}

/// "nonisolated struct TabView<SelectionValue, Content> where SelectionValue : Hashable, Content :
/// View"
/// /swiftui/tabview
nonisolated public struct TabView<SelectionValue: Hashable, Content: View>: View {
  /// "typealias Body = Never"
  public typealias Body = Never
  /// "var body: Never { get }"
  public var body: Never { fatalError() }
  /// "public init(selection: SwiftUI.Binding<SelectionValue>?, @SwiftUI.ViewBuilder content: () ->
  /// Content)", in SwiftUI's module interface of the iOS 14 SDK, before actors; its sibling's page,
  /// /swiftui/tabview/init(content:), has "nonisolated"
  nonisolated public init(
    selection: Binding<SelectionValue>?, @ViewBuilder content: () -> Content
  ) {}
}

/// "nonisolated struct NavigationStack<Data, Root> where Root : View"
/// /swiftui/navigationstack
@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
nonisolated public struct NavigationStack<Data, Root: View>: View {
  /// "typealias Body = Never"
  public typealias Body = Never
  /// "var body: Never { get }"
  public var body: Never { fatalError() }
  /// "nonisolated init(path: Binding<Data>, @ContentBuilder root: () -> Root) where Data :
  /// MutableCollection, Data : RandomAccessCollection, Data : RangeReplaceableCollection,
  /// Data.Element : Hashable"
  /// /swiftui/navigationstack/init(path:root:)-3bt4q
  nonisolated public init(path: Binding<Data>, @ViewBuilder root: () -> Root)
  where
    Data: MutableCollection, Data: RandomAccessCollection, Data: RangeReplaceableCollection,
    Data.Element: Hashable
  {}
}

extension View {
  /// "nonisolated func navigationDestination<D, C>(for data: D.Type, @ContentBuilder destination:
  /// @escaping (D) -> C) -> some View where D : Hashable, C : View"
  /// /swiftui/view/navigationdestination(for:destination:)
  @available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
  nonisolated public func navigationDestination<D: Hashable, C: View>(
    for data: D.Type, @ViewBuilder destination: @escaping (D) -> C
  ) -> some View { SomeView() }
  /// "nonisolated func sheet<Item, Content>(item: Binding<Item?>, onDismiss: (() -> Void)? = nil,
  /// @ContentBuilder content: @escaping (Item) -> Content) -> some View where Item : Identifiable,
  /// Content : View"
  /// /swiftui/view/sheet(item:ondismiss:content:)
  nonisolated public func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View { SomeView() }
  /// "nonisolated func tabItem<V>(@ContentBuilder _ label: () -> V) -> some View where V : View";
  /// "iOS: 13.0.0 - 27.0.0", "macOS: 10.15.0 - 27.0.0", "tvOS: 13.0.0 - 27.0.0", "visionOS: 1.0.0
  /// -", "watchOS: 7.0.0 - 27.0.0"
  /// /swiftui/view/tabitem(_:)
  @available(iOS, introduced: 13.0, deprecated: 27.0)
  @available(macOS, introduced: 10.15, deprecated: 27.0)
  @available(tvOS, introduced: 13.0, deprecated: 27.0)
  @available(watchOS, introduced: 7.0, deprecated: 27.0)
  @available(visionOS, introduced: 1.0)
  nonisolated public func tabItem<V>(
    @ViewBuilder _ label: () -> V
  ) -> some View where V: View { SomeView() }
  /// "nonisolated func tag<V>(_ tag: V, includeOptional: Bool = true) -> some View where V :
  /// Hashable"
  /// /swiftui/view/tag(_:includeoptional:)
  nonisolated public func tag<V>(
    _ tag: V, includeOptional: Bool = true
  ) -> some View where V: Hashable { SomeView() }
  /// "nonisolated func onAppear(perform action: (() -> Void)? = nil) -> some View"
  /// /swiftui/view/onappear(perform:)
  nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View { SomeView() }
  /// "nonisolated func onOpenURL(perform action: @escaping (URL) -> ()) -> some View"
  /// /swiftui/view/onopenurl(perform:)
  nonisolated public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
    SomeView()
  }
  /// "nonisolated func onContinueUserActivity(_ activityType: String, perform action: @escaping
  /// (NSUserActivity) -> ()) -> some View"
  /// /swiftui/view/oncontinueuseractivity(_:perform:)
  nonisolated public func onContinueUserActivity(
    _ activityType: String, perform action: @escaping (NSUserActivity) -> Void
  ) -> some View { SomeView() }
}
