// Lists, their texts and shared items. Addresses are below
// https://developer.apple.com/documentation.

public import Foundation

/// "@preconcurrency protocol Transferable : Sendable", of Core Transferable, which SwiftUI brings
/// /coretransferable/transferable
@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
@preconcurrency public protocol Transferable: Sendable {}

@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
extension Never: Transferable {}
@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
extension URL: Transferable {}

/// "struct List<SelectionValue, Content> where SelectionValue : Hashable, Content : View"
/// /swiftui/list
nonisolated public struct List<SelectionValue: Hashable, Content: View>: View {
  /// "typealias Body = Never"; it is "some View" on the page
  public typealias Body = Never
  /// "nonisolated var body: some View { get }"
  /// /swiftui/list/body
  public var body: Never { fatalError() }
}

extension List where SelectionValue == Never {
  /// "nonisolated init(@ContentBuilder content: () -> Content)"
  /// /swiftui/list/init(content:)
  nonisolated public init(@ViewBuilder content: () -> Content) {}
}

/// "struct ForEach<Data, ID, Content> where Data : RandomAccessCollection, ID : Hashable"
/// /swiftui/foreach
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {}

extension ForEach: View where Content: View {
  /// "typealias Body = Never"
  public typealias Body = Never
  /// "var body: Never { get }"
  public var body: Never { fatalError() }
}

extension ForEach where ID == Data.Element.ID, Content: View, Data.Element: Identifiable {
  /// "init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)", in SwiftUI's
  /// module interface of the iOS 16 SDK; of map content the same on
  /// /swiftui/foreach/init(_:content:)
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
}

/// "struct Section<Parent, Content, Footer>"
/// /swiftui/section
public struct Section<Parent, Content, Footer> {}

extension Section: View where Parent: View, Content: View, Footer: View {
  /// "typealias Body = Never"
  public typealias Body = Never
  /// "var body: Never { get }"
  public var body: Never { fatalError() }
}

extension Section where Parent: View, Content: View, Footer == EmptyView {
  /// "init(@ContentBuilder content: () -> Content, @ContentBuilder header: () -> Parent)"
  /// /swiftui/section/init(content:header:)
  public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {}
}

/// "@frozen nonisolated struct EmptyView"
/// /swiftui/emptyview
nonisolated public struct EmptyView: View {
  /// "typealias Body = Never"
  public typealias Body = Never
  /// "var body: Never { get }"
  public var body: Never { fatalError() }
}

extension ViewBuilder {
  /// "static func buildIf<Content>(_ content: Content?) -> Content? where Content : View"
  /// /swiftui/viewbuilder/buildif(_:)
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
}

extension Optional: View where Wrapped: View {
  /// "typealias Body = Never"
  public typealias Body = Never
  /// "var body: Never { get }"
  public var body: Never { fatalError() }
}

/// "struct DefaultShareLinkLabel"
/// /swiftui/defaultsharelinklabel
@available(iOS 16.0, macOS 13.0, watchOS 9.0, *)
@available(tvOS, unavailable)
public struct DefaultShareLinkLabel: View {
  /// "typealias Body = Never"; it is "some View" on the page
  public typealias Body = Never
  /// "var body: Never { get }"
  public var body: Never { fatalError() }
}

/// "public struct ShareLink<Data, PreviewImage, PreviewIcon, Label> : View where Data :
/// RandomAccessCollection, PreviewImage : Transferable, PreviewIcon : Transferable, Label : View,
/// Data.Element : Transferable", in SwiftUI's module interface of the iOS 16 SDK, which has no
/// "nonisolated"; its initializers' pages do
@available(iOS 16.0, macOS 13.0, watchOS 9.0, *)
@available(tvOS, unavailable)
nonisolated public struct ShareLink<Data, PreviewImage, PreviewIcon, Label>: View
where
  Data: RandomAccessCollection, PreviewImage: Transferable, PreviewIcon: Transferable, Label: View,
  Data.Element: Transferable
{
  /// "typealias Body = Never"; it is "some View" on the page
  public typealias Body = Never
  /// "var body: Never { get }"
  public var body: Never { fatalError() }
}

@available(iOS 16.0, macOS 13.0, watchOS 9.0, *)
@available(tvOS, unavailable)
extension ShareLink
where
  PreviewImage == Never, PreviewIcon == Never, Data.Element == URL, Label == DefaultShareLinkLabel
{
  /// "nonisolated init(items: Data, subject: Text? = nil, message: Text? = nil)"
  /// /swiftui/sharelink/init(items:subject:message:)
  nonisolated public init(items: Data, subject: Text? = nil, message: Text? = nil) {}
}

/// "@frozen struct Font"
/// /swiftui/font
public struct Font: Sendable {
  /// "static let caption2: Font"
  /// /swiftui/font/caption2
  public static let caption2 = Font()
  /// "func monospaced() -> Font", "iOS 15.0+", in a reference made of the iOS 27 SDK
  /// /swiftui/font/monospaced()
  @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
  public func monospaced() -> Font { self }
}

/// "protocol ShapeStyle : Sendable"
/// /swiftui/shapestyle
public protocol ShapeStyle: Sendable {}

/// "struct Color : ShapeStyle"
/// /swiftui/color
extension Color: ShapeStyle {
  /// "static let red: Color"
  /// /swiftui/color/red
  public static let red = Color()
  /// "static let primary: Color", in the list of /swiftui/color in Averyy/apple-dev-docs
  public static let primary = Color()
  /// "static let secondary: Color", in the list of /swiftui/color in Averyy/apple-dev-docs
  public static let secondary = Color()
}

extension Text {
  /// "nonisolated func font(_ font: Font?) -> Text"
  /// /swiftui/text/font(_:)
  nonisolated public func font(_ font: Font?) -> Text { self }
  /// "nonisolated func bold(_ isActive: Bool) -> Text"
  /// /swiftui/text/bold(_:)
  @available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
  nonisolated public func bold(_ isActive: Bool) -> Text { self }
  /// "nonisolated func foregroundStyle<S>(_ style: S) -> Text where S : ShapeStyle"
  /// /swiftui/text/foregroundstyle(_:)
  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  nonisolated public func foregroundStyle<S: ShapeStyle>(_ style: S) -> Text { self }
}

extension View {
  /// "nonisolated func foregroundStyle<S>(_ style: S) -> some View where S : ShapeStyle"
  /// /swiftui/view/foregroundstyle(_:)
  @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
  nonisolated public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { SomeView() }
  /// "nonisolated func focusable(_ isFocusable: Bool = true) -> some View"
  /// /swiftui/view/focusable(_:)
  @available(iOS 17.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
  nonisolated public func focusable(_ isFocusable: Bool = true) -> some View { SomeView() }
}
