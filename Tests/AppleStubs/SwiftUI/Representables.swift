// UIKit in SwiftUI.
// Addresses are below https://developer.apple.com/documentation. The declarations are quoted from
// memory of those pages, but for what names a copy of them or of SwiftUI's interface.

#if canImport(UIKit)
public import UIKit

/// "@MainActor @preconcurrency protocol UIViewRepresentable : View where Self.Body == Never"
/// /swiftui/uiviewrepresentable, in a copy of the page
@MainActor @preconcurrency public protocol UIViewRepresentable: View where Body == Never {
  /// "associatedtype UIViewType : UIView"
  associatedtype UIViewType: UIView
  /// "@MainActor @preconcurrency func makeUIView(context: Self.Context) -> Self.UIViewType"
  /// /swiftui/uiviewrepresentable/makeuiview(context:)
  @MainActor @preconcurrency func makeUIView(context: Context) -> UIViewType
  /// "@MainActor @preconcurrency func updateUIView(_ uiView: Self.UIViewType, context:
  /// Self.Context)"
  /// /swiftui/uiviewrepresentable/updateuiview(_:context:)
  @MainActor @preconcurrency func updateUIView(_ uiView: UIViewType, context: Context)
  /// "typealias Context = UIViewRepresentableContext<Self>"
  /// /swiftui/uiviewrepresentable/context
  typealias Context = UIViewRepresentableContext<Self>
}

extension UIViewRepresentable {
  /// "var body: Never { get }"
  public var body: Never { fatalError() }
}

/// "@MainActor @preconcurrency struct UIViewRepresentableContext<Representable> where
/// Representable : UIViewRepresentable"
/// /swiftui/uiviewrepresentablecontext
@MainActor @preconcurrency
public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {}

/// "@MainActor @preconcurrency @propertyWrapper struct UIApplicationDelegateAdaptor<DelegateType>
/// where DelegateType : NSObject, DelegateType : UIApplicationDelegate", iOS 14.0
/// /swiftui/uiapplicationdelegateadaptor
@MainActor @preconcurrency @propertyWrapper
public struct UIApplicationDelegateAdaptor<DelegateType: NSObject & UIApplicationDelegate> {
  /// "@MainActor @preconcurrency init(_ delegateType: DelegateType.Type = DelegateType.self)"
  /// /swiftui/uiapplicationdelegateadaptor/init(_:)
  @MainActor @preconcurrency public init(_ delegateType: DelegateType.Type = DelegateType.self) {}
  /// "@MainActor @preconcurrency var wrappedValue: DelegateType { get }"
  /// /swiftui/uiapplicationdelegateadaptor/wrappedvalue
  @MainActor @preconcurrency public var wrappedValue: DelegateType { fatalError() }
}
#endif
