// State of views and of windows.
// Addresses are below https://developer.apple.com/documentation. "In a copy" says that the page was
// read below "documentation" in the repository Averyy/apple-dev-docs.

/// "@frozen @propertyWrapper struct State<Value>"; "When you build with Xcode 27 or later, the
/// system uses the State() macro instead."
/// /swiftui/state
@propertyWrapper public struct State<Value> {
  /// "init(wrappedValue value: Value)"
  /// /swiftui/state/init(wrappedvalue:)
  public init(wrappedValue value: Value) {}
  /// "var wrappedValue: Value { get nonmutating set }"
  /// /swiftui/state/wrappedvalue, in a copy
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
}

/// "@frozen @propertyWrapper struct SceneStorage<Value>"; "iOS: 14.0.0 -", "macOS: 11.0.0 -",
/// "tvOS: 14.0.0 -", "watchOS: 7.0.0 -"
/// /swiftui/scenestorage
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
@propertyWrapper public struct SceneStorage<Value> {
  private let key: String
  /// "var wrappedValue: Value { get nonmutating set }"
  /// /swiftui/scenestorage/wrappedvalue, in a copy
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
extension SceneStorage where Value == String {
  /// "public init(wrappedValue: Value, _ key: String) where Value == String", with the availability
  /// of the type, in a copy of SwiftUI's interface: skiptools/skip-ui,
  /// Sources/SkipUI/SkipUI/Properties/SceneStorage.swift. The page declares it for another value.
  /// /swiftui/scenestorage/init(wrappedvalue:_:)
  public init(wrappedValue: Value, _ key: String) { self.key = key }
}

/// "@MainActor @propertyWrapper @preconcurrency @frozen struct ObservedObject<ObjectType> where
/// ObjectType : ObservableObject"
/// /swiftui/observedobject, in a copy
@MainActor @preconcurrency @propertyWrapper
public struct ObservedObject<ObjectType: ObservableObject> {
  /// "@MainActor @preconcurrency init(wrappedValue: ObjectType)"
  /// /swiftui/observedobject/init(wrappedvalue:), in a copy
  @MainActor @preconcurrency public init(wrappedValue: ObjectType) {
    self.wrappedValue = wrappedValue
  }
  /// "@MainActor @preconcurrency var wrappedValue: ObjectType"
  /// /swiftui/observedobject/wrappedvalue, in a copy
  @MainActor @preconcurrency public var wrappedValue: ObjectType
}

/// "@MainActor @preconcurrency protocol PreviewProvider : _PreviewProvider"
/// /swiftui/previewprovider, in a copy
@MainActor @preconcurrency public protocol PreviewProvider {
  /// "associatedtype Previews : View"
  /// /swiftui/previewprovider/previews-swift.associatedtype, in a copy
  associatedtype Previews: View
  /// "@ContentBuilder @MainActor @preconcurrency static var previews: Self.Previews { get }"
  /// /swiftui/previewprovider/previews-swift.type.property, in a copy
  @ViewBuilder @MainActor @preconcurrency static var previews: Previews { get }
}
