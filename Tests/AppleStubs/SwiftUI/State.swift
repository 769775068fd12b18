// State of views and of windows.
// Addresses are below https://developer.apple.com/documentation. The declarations are quoted from
// memory of those pages, but for what names a copy of them or of SwiftUI's interface.

/// "@frozen @propertyWrapper struct State<Value>"
/// /swiftui/state
@propertyWrapper public struct State<Value> {
  /// "init(wrappedValue value: Value)"
  /// /swiftui/state/init(wrappedvalue:)
  public init(wrappedValue value: Value) {}
  /// "var wrappedValue: Value { get nonmutating set }"
  /// /swiftui/state/wrappedvalue
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
}

/// "@propertyWrapper struct SceneStorage<Value>", iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0
/// /swiftui/scenestorage, in a copy of SwiftUI's interface
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
@propertyWrapper public struct SceneStorage<Value> {
  private let key: String
  /// "var wrappedValue: Value { get nonmutating set }"
  /// /swiftui/scenestorage/wrappedvalue
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
extension SceneStorage where Value == String {
  /// "init(wrappedValue: Value, _ key: String)", "Available when Value is String"
  /// /swiftui/scenestorage/init(wrappedvalue:_:)
  public init(wrappedValue: Value, _ key: String) { self.key = key }
}

/// "@MainActor @frozen @propertyWrapper @preconcurrency struct ObservedObject<ObjectType> where
/// ObjectType : ObservableObject"
/// /swiftui/observedobject
@MainActor @preconcurrency @propertyWrapper
public struct ObservedObject<ObjectType: ObservableObject> {
  /// "@MainActor @preconcurrency init(wrappedValue: ObjectType)"
  /// /swiftui/observedobject/init(wrappedvalue:)
  @MainActor @preconcurrency public init(wrappedValue: ObjectType) {
    self.wrappedValue = wrappedValue
  }
  /// "@MainActor @preconcurrency var wrappedValue: ObjectType { get set }"
  /// /swiftui/observedobject/wrappedvalue
  @MainActor @preconcurrency public var wrappedValue: ObjectType
}

/// "@MainActor @preconcurrency protocol PreviewProvider : _PreviewProvider"
/// /swiftui/previewprovider
@MainActor @preconcurrency public protocol PreviewProvider {
  /// "associatedtype Previews : View"
  associatedtype Previews: View
  /// "@ViewBuilder @MainActor @preconcurrency static var previews: Self.Previews { get }"
  /// /swiftui/previewprovider/previews-swift.type.property
  @ViewBuilder @MainActor @preconcurrency static var previews: Previews { get }
}
