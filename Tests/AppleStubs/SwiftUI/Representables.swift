// UIKit in SwiftUI.
// Addresses are below https://developer.apple.com/documentation. "In a copy" says that the page was
// read below "documentation" in the repository Averyy/apple-dev-docs.

#if canImport(UIKit)
public import UIKit

/// "@MainActor @preconcurrency protocol UIViewRepresentable : View where Self.Body == Never"
/// /swiftui/uiviewrepresentable, in a copy
@MainActor @preconcurrency public protocol UIViewRepresentable: View where Body == Never {
  /// "associatedtype UIViewType : UIView"
  /// /swiftui/uiviewrepresentable/uiviewtype, in a copy
  associatedtype UIViewType: UIView
  /// "@MainActor @preconcurrency func makeUIView(context: Self.Context) -> Self.UIViewType"
  /// /swiftui/uiviewrepresentable/makeuiview(context:), in a copy
  @MainActor @preconcurrency func makeUIView(context: Context) -> UIViewType
  /// "@MainActor @preconcurrency func updateUIView(_ uiView: Self.UIViewType, context:
  /// Self.Context)"
  /// /swiftui/uiviewrepresentable/updateuiview(_:context:), in a copy
  @MainActor @preconcurrency func updateUIView(_ uiView: UIViewType, context: Context)
  /// "typealias Context = UIViewRepresentableContext<Self>"
  /// /swiftui/uiviewrepresentable/context, in a copy
  typealias Context = UIViewRepresentableContext<Self>
}

extension UIViewRepresentable {
  /// "where Self.Body == Never", as the protocol's page has it.
  public var body: Never { fatalError() }
}

/// "@MainActor @preconcurrency struct UIViewRepresentableContext<Representable> where
/// Representable : UIViewRepresentable"
/// /swiftui/uiviewrepresentablecontext, in a copy
@MainActor @preconcurrency
public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {}

/// "@MainActor @preconcurrency @propertyWrapper struct UIApplicationDelegateAdaptor<DelegateType>
/// where DelegateType : NSObject, DelegateType : UIApplicationDelegate", "iOS: 14.0.0 -"
/// /swiftui/uiapplicationdelegateadaptor
@MainActor @preconcurrency @propertyWrapper
public struct UIApplicationDelegateAdaptor<DelegateType: NSObject & UIApplicationDelegate> {
  /// "@MainActor @preconcurrency init(_ delegateType: DelegateType.Type = DelegateType.self)"
  /// /swiftui/uiapplicationdelegateadaptor/init(_:)-59sfu
  @MainActor @preconcurrency public init(_ delegateType: DelegateType.Type = DelegateType.self) {}
  /// "@MainActor @preconcurrency var wrappedValue: DelegateType { get }"
  /// /swiftui/uiapplicationdelegateadaptor/wrappedvalue, in a copy
  @MainActor @preconcurrency public var wrappedValue: DelegateType { fatalError() }
}
#endif
