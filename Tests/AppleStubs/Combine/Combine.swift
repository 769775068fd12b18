// The parts of Combine that this package uses, each declaration as Apple documents it. Addresses
// are below https://developer.apple.com/documentation.

/// "protocol Publisher<Output, Failure>"
/// /combine/publisher
public protocol Publisher<Output, Failure> {
  /// "associatedtype Output"
  associatedtype Output
  /// "associatedtype Failure : Error"
  associatedtype Failure: Error
}

/// "protocol ObservableObject : AnyObject"
/// /combine/observableobject
public protocol ObservableObject: AnyObject {
  /// "associatedtype ObjectWillChangePublisher : Publisher = ObservableObjectPublisher where
  /// Self.ObjectWillChangePublisher.Failure == Never"
  /// /combine/observableobject/objectwillchangepublisher
  associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
  where ObjectWillChangePublisher.Failure == Never
  /// "var objectWillChange: Self.ObjectWillChangePublisher { get }"
  /// /combine/observableobject/objectwillchange
  var objectWillChange: ObjectWillChangePublisher { get }
}

/// "final class ObservableObjectPublisher"
/// /combine/observableobjectpublisher
public final class ObservableObjectPublisher: Publisher {
  /// "typealias Output = Void"
  public typealias Output = Void
  /// "typealias Failure = Never"
  public typealias Failure = Never
  /// "init()"
  /// /combine/observableobjectpublisher/init()
  public init() {}
  /// "final func send()"
  /// /combine/observableobjectpublisher/send()
  public final func send() {}
}
