// Of SwiftUI what this package and its examples touch, each declaration as Apple documents it at
// the address beside it. Today's pages write @ContentBuilder where a view builder is meant; it is
// @ViewBuilder here, as the SDKs that this package is declared for have it. Whoever imports SwiftUI
// on Apple's systems has Foundation and Combine too.
// Addresses are below https://developer.apple.com/documentation; where † stands, the page was not
// at hand, and what is quoted was written from memory.

@_exported public import Combine
@_exported public import Foundation

/// "@MainActor @preconcurrency protocol View"
/// /swiftui/view †
@MainActor @preconcurrency public protocol View {
  /// "associatedtype Body : View"
  associatedtype Body: View
  /// "@ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }"
  /// /swiftui/view/body-8kl5o †
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
  /// "typealias Body = Never"
  public typealias Body = Never
  /// "var body: Never { get }"
  public var body: Never { fatalError() }
}

/// A view that says nothing: what the stubs return where Apple returns "some View".
public struct SomeView: View {
  /// "typealias Body = Never"
  public typealias Body = Never
  /// "var body: Never { get }"
  public var body: Never { fatalError() }
  nonisolated init() {}
}

/// "@resultBuilder struct ViewBuilder"
/// /swiftui/viewbuilder †
@resultBuilder public struct ViewBuilder {
  /// "static func buildExpression<Content>(_ content: Content) -> Content where Content : View"
  /// /swiftui/viewbuilder/buildexpression(_:) †
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  /// "static func buildBlock<each Content>(_ content: repeat each Content) -> TupleView<(repeat
  /// each Content)> where repeat each Content : View"
  /// /swiftui/viewbuilder/buildblock(_:) †
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> SomeView {
    SomeView()
  }
  /// "static func buildBlock<Content>(_ content: Content) -> Content where Content : View"
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  /// "static func buildEither<TrueContent, FalseContent>(first: TrueContent) ->
  /// _ConditionalContent<TrueContent, FalseContent>"
  /// /swiftui/viewbuilder/buildeither(first:) †
  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> _ConditionalContent<First, Second> { _ConditionalContent() }
  /// As above, for the second.
  /// /swiftui/viewbuilder/buildeither(second:) †
  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> _ConditionalContent<First, Second> { _ConditionalContent() }
}

/// "struct _ConditionalContent<TrueContent, FalseContent>": what the builder's page names.
public struct _ConditionalContent<TrueContent: View, FalseContent: View>: View {
  /// "typealias Body = Never"
  public typealias Body = Never
  /// "var body: Never { get }"
  public var body: Never { fatalError() }
  nonisolated init() {}
}

/// "@frozen @propertyWrapper @dynamicMemberLookup struct Binding<Value>"
/// /swiftui/binding
@propertyWrapper public struct Binding<Value> {
  /// "@preconcurrency init(get: @escaping @isolated(any) @Sendable () -> Value, set: @escaping
  /// @isolated(any) @Sendable (Value) -> Void)"
  /// /swiftui/binding/init(get:set:)-7ufcp
  @preconcurrency public init(
    get: @escaping @isolated(any) @Sendable () -> Value,
    set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {}
  /// "var wrappedValue: Value { get nonmutating set }"
  /// /swiftui/binding/wrappedvalue †
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
}

/// "@frozen @propertyWrapper struct StateObject<ObjectType> where ObjectType : ObservableObject"
/// /swiftui/stateobject
@MainActor @preconcurrency @propertyWrapper public struct StateObject<ObjectType: ObservableObject>
{
  /// "nonisolated init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType)"
  /// /swiftui/stateobject/init(wrappedvalue:)
  nonisolated public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) {}
  /// "@MainActor @preconcurrency var wrappedValue: ObjectType { get }"
  /// /swiftui/stateobject/wrappedvalue
  @MainActor @preconcurrency public var wrappedValue: ObjectType { fatalError() }
}

/// "@MainActor @preconcurrency protocol App"
/// /swiftui/app †
@MainActor @preconcurrency public protocol App {
  /// "associatedtype Body : Scene"
  associatedtype Body: Scene
  /// "@SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }"
  /// /swiftui/app/body-swift.property †
  @MainActor @preconcurrency var body: Body { get }
  /// "@MainActor @preconcurrency init()"
  /// /swiftui/app/init() †
  @MainActor @preconcurrency init()
}

extension App {
  /// "@MainActor @preconcurrency static func main()"
  /// /swiftui/app/main() †
  @MainActor @preconcurrency public static func main() {}
}

/// "@MainActor @preconcurrency protocol Scene"
/// /swiftui/scene †
@MainActor @preconcurrency public protocol Scene {}

/// "nonisolated struct WindowGroup<Content> where Content : View"
/// /swiftui/windowgroup †
nonisolated public struct WindowGroup<Content: View>: Scene {
  /// "nonisolated init(@ContentBuilder content: () -> Content)"
  /// /swiftui/windowgroup/init(content:) †
  nonisolated public init(@ViewBuilder content: () -> Content) {}
}
