// Apps, their scenes, and the environment that both read.
// Addresses are below https://developer.apple.com/documentation.

/// "@MainActor @preconcurrency protocol App"
/// /swiftui/app
@MainActor @preconcurrency public protocol App {
  /// "associatedtype Body : Scene"
  associatedtype Body: Scene
  /// "@SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }"
  /// /swiftui/app/body-swift.property
  @MainActor @preconcurrency var body: Body { get }
  /// "@MainActor @preconcurrency init()"
  /// /swiftui/app/init()
  @MainActor @preconcurrency init()
}

extension App {
  /// "@MainActor @preconcurrency static func main()"
  /// /swiftui/app/main()
  @MainActor @preconcurrency public static func main() {}
}

/// "@MainActor @preconcurrency protocol Scene"
/// /swiftui/scene
@MainActor @preconcurrency public protocol Scene {}

/// "nonisolated struct WindowGroup<Content> where Content : View"
/// /swiftui/windowgroup
nonisolated public struct WindowGroup<Content: View>: Scene {
  /// "nonisolated init(@ContentBuilder content: () -> Content)"
  /// /swiftui/windowgroup/init(content:)
  nonisolated public init(@ViewBuilder content: () -> Content) {}
}

/// "@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *) public enum ScenePhase :
/// Swift.Comparable", in SwiftUI's module interface of the iOS 26 SDK
/// /swiftui/scenephase
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
public enum ScenePhase: Comparable {
  /// "case background", "case inactive", "case active"
  case background, inactive, active
}

/// "struct EnvironmentValues"
/// /swiftui/environmentvalues
public struct EnvironmentValues {
  /// "var scenePhase: ScenePhase { get set }"
  /// /swiftui/environmentvalues/scenephase
  @available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
  public var scenePhase: ScenePhase {
    get { .active }
    set {}
  }
}

/// "@frozen @propertyWrapper struct Environment<Value>"
/// /swiftui/environment
@propertyWrapper public struct Environment<Value> {
  /// "init(_ keyPath: KeyPath<EnvironmentValues, Value>)"
  /// /swiftui/environment/init(_:)
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
  /// "var wrappedValue: Value { get }"
  /// /swiftui/environment/wrappedvalue
  public var wrappedValue: Value { fatalError() }
}
