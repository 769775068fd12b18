// The parts of SwiftUI that this package and its examples use, each declaration as Apple documents
// it at the address beside it. Today's pages write @ContentBuilder for a view builder ("typealias
// ContentBuilder = ViewBuilder", /swiftui/contentbuilder), and the builder's own pages do not
// constrain its content. Here it is @ViewBuilder, of views, as in the SDKs for which this package
// is declared. "@export(implementation)" and "@frozen" are left out. On Apple's systems, importing
// SwiftUI also imports Foundation and Combine. Addresses are below
// https://developer.apple.com/documentation.

@_exported public import Combine
@_exported public import Foundation

/// "@MainActor @preconcurrency protocol View"
/// /swiftui/view
@MainActor @preconcurrency public protocol View {
  /// "associatedtype Body : View"
  associatedtype Body: View
  /// "@ContentBuilder @MainActor @preconcurrency var body: Self.Body { get }"
  /// /swiftui/view/body-8kl5o
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
  /// "typealias Body = Never"
  public typealias Body = Never
  /// "var body: Never { get }"
  public var body: Never { fatalError() }
}

/// An empty view: the stubs return it where Apple returns "some View".
public struct SomeView: View {
  /// "typealias Body = Never"
  public typealias Body = Never
  /// "var body: Never { get }"
  public var body: Never { fatalError() }
  nonisolated init() {}
}

/// "@resultBuilder struct ViewBuilder"
/// /swiftui/viewbuilder
@resultBuilder public struct ViewBuilder {
  /// "static func buildBlock<each Content>(_ content: repeat each Content) -> TupleView<(repeat
  /// each Content)> where repeat each Content : View"
  /// /swiftui/viewbuilder/buildblock(_:)-2bj1g
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> { TupleView((repeat each content)) }
  /// "static func buildBlock<Content>(_ content: Content) -> Content"
  /// /swiftui/viewbuilder/buildblock(_:)
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  /// "static func buildEither<TrueContent, FalseContent>(first: TrueContent) ->
  /// _ConditionalContent<TrueContent, FalseContent>"
  /// /swiftui/viewbuilder/buildeither(first:)
  public static func buildEither<TrueContent: View, FalseContent: View>(
    first: TrueContent
  ) -> _ConditionalContent<TrueContent, FalseContent> { _ConditionalContent() }
  /// "static func buildEither<TrueContent, FalseContent>(second: FalseContent) ->
  /// _ConditionalContent<TrueContent, FalseContent>"
  /// /swiftui/viewbuilder/buildeither(second:)
  public static func buildEither<TrueContent: View, FalseContent: View>(
    second: FalseContent
  ) -> _ConditionalContent<TrueContent, FalseContent> { _ConditionalContent() }
}

/// "@frozen nonisolated struct TupleView<T>"
/// /swiftui/tupleview
nonisolated public struct TupleView<T>: View {
  /// "typealias Body = Never"
  public typealias Body = Never
  /// "var body: Never { get }"
  public var body: Never { fatalError() }
  /// "nonisolated init(_ value: T)"
  /// /swiftui/tupleview/init(_:)
  nonisolated public init(_ value: T) {}
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
  /// /swiftui/binding/wrappedvalue
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
