/// An input with which the app was entered, as a value. There is a function for each entry point,
/// and sessions open the values on every platform.
///
/// ```swift
/// session.open(.url("https://shop.example/products/7"))
/// session.open(.userActivity("com.example.product", info: ["product": 7]))
/// session.open(.notificationResponse(to: "n-1", deliveredAt: moment, info: ["link": "/orders/7"]))
/// ```
///
/// An address is opened as a link. Anything else is a value of a type. The translator registered
/// for that type turns it into targets, see ``RouteSession/Configuration/translate(_:_:)``. Without
/// a translator, the request follows the link in the value's field `link`, if there is one.
public struct Entrance: Hashable, Sendable {
  /// The link or value to open.
  package enum Wish: Hashable, Sendable {
    case link(String)
    case value(type: String, ReceivedInfo)
  }

  /// Where it came from.
  public let entryPoint: RouteRequest.EntryPoint
  /// The id that its source gave it; an id takes effect once.
  public let source: String?
  package let wish: Wish

  private init(_ wish: Wish, from entryPoint: EntryPoint, source: String? = nil) {
    self.wish = wish
    self.entryPoint = entryPoint
    self.source = source
  }

  /// A link that the system or the user gave to the app.
  public static func url(_ address: String, source: String? = nil) -> Entrance {
    Entrance(.link(address), from: .url, source: source)
  }

  /// The user activity of a link to the app's web site: a universal link.
  ///
  /// - Parameters:
  ///   - address: the link.
  ///   - source: an id that takes effect once, if the host has one for the delivery; for links
  ///     without an id see ``RouteSession/Configuration/equalLinksWithin``.
  public static func universalLink(_ address: String, source: String? = nil) -> Entrance {
    Entrance(.link(address), from: .userActivity, source: source)
  }

  /// A user activity, continued from another device or from a search result.
  ///
  /// - Parameters:
  ///   - type: the activity's type, which names its translator.
  ///   - webPage: the page that shows the same in a browser; it becomes the field `link`.
  ///   - info: its further content.
  ///   - source: an id that takes effect once.
  public static func userActivity(
    _ type: String, webPage: String? = nil, info: Entrance.Info = [:], source: String? = nil
  ) -> Entrance {
    var info = info
    if let webPage {
      let link = ReceivedInfo.linkField
      if info[link] != nil { info.leaveOut(link, because: "the web page stands there") }
      info[link] = .string(webPage)
    }
    return Entrance(.value(type: type, info), from: .userActivity, source: source)
  }

  /// A shortcut on the home screen.
  ///
  /// - Parameters:
  ///   - type: the item's type, which names its translator.
  ///   - info: its further content.
  public static func shortcutItem(_ type: String, info: Entrance.Info = [:]) -> Entrance {
    Entrance(.value(type: type, info), from: .shortcutItem)
  }

  /// A user's action on a notification. An action on one delivery takes effect once, however often
  /// the system or the server reports it.
  ///
  /// - Parameters:
  ///   - action: the user's action: ``opened``, ``dismissed``, or the identifier of one of the
  ///     app's actions. It names the translator.
  ///   - notification: the identifier of the notification's request.
  ///   - moment: the time of delivery. A notification that repeats every day, or replaces another
  ///     one, has the same identifier as before; only this time distinguishes them.
  ///   - info: its further content.
  public static func notificationResponse(
    _ action: String = opened, to notification: String, deliveredAt moment: RouteInstant,
    info: Entrance.Info = [:]
  ) -> Entrance {
    let second = moment.microseconds / 1_000_000
    return Entrance(
      .value(type: action, info), from: .notificationResponse,
      source: "\(notification) \(second) \(action)")
  }

  /// A value of the app's own.
  ///
  /// - Parameters:
  ///   - type: the name of its translator.
  ///   - info: its fields.
  ///   - source: an id that takes effect once.
  public static func customValue(
    _ type: String, info: Entrance.Info = [:], source: String? = nil
  ) -> Entrance {
    Entrance(.value(type: type, info), from: .customValue, source: source)
  }

  /// The notification was tapped.
  public static var opened: String { "opened" }
  /// The notification was put away without opening it. As with the app's own actions, a field
  /// `link` is then not followed. If no translator leads elsewhere, the request ends as already
  /// shown and the user stays at the same place.
  public static var dismissed: String { "dismissed" }
}

extension RouteRequest {
  /// Whether the request follows the link in its value's field `link` when no translator translates
  /// the value. It does not when the user did something other than tapping a notification.
  var followsItsLink: Bool {
    guard case .value(let type, _) = target else { return false }
    return entryPoint != .notificationResponse || type.hasSameBytes(as: Entrance.opened)
  }

  /// Whether the request is about a notification that was put away, which leads nowhere unless a
  /// translator says so.
  var isDismissal: Bool {
    guard case .value(let type, _) = target else { return false }
    return entryPoint == .notificationResponse && type.hasSameBytes(as: Entrance.dismissed)
  }
}
