/// An input that the app was entered with, as a value of our own for each entry point: sessions
/// open it, on every platform alike.
///
/// ```swift
/// session.open(.url("https://shop.example/products/7"))
/// session.open(.userActivity("com.example.product", info: ["product": 7]))
/// session.open(.notificationResponse(to: "n-1", deliveredAt: moment, info: ["link": "/orders/7"]))
/// ```
///
/// An address is taken as the link that it is. Anything else is a value of a type, which the
/// translator of that name turns into targets, see
/// ``RouteSession/Configuration/translate(_:_:)``; where there is none, a value with a field `link`
/// goes where that leads.
public struct Entrance: Hashable, Sendable {
  /// The link or value to be opened.
  package enum Wish: Hashable, Sendable {
    case link(String)
    case value(type: String, ReceivedInfo)
  }

  /// Where it came from.
  public let entryPoint: RouteRequest.EntryPoint
  /// The id that its source gave it; the same id takes effect once.
  public let source: String?
  package let wish: Wish

  private init(_ wish: Wish, from entryPoint: EntryPoint, source: String? = nil) {
    self.wish = wish
    self.entryPoint = entryPoint
    self.source = source
  }

  /// A link that the system or the user handed to the app.
  public static func url(_ address: String, source: String? = nil) -> Entrance {
    Entrance(.link(address), from: .url, source: source)
  }

  /// The user activity of somebody who follows a link of the app's web site: a universal link.
  ///
  /// - Parameters:
  ///   - address: the link.
  ///   - source: an id that takes effect once, when the host has one of the delivery; for a link
  ///     without one see ``RouteSession/Configuration/equalLinksWithin``.
  public static func universalLink(_ address: String, source: String? = nil) -> Entrance {
    Entrance(.link(address), from: .userActivity, source: source)
  }

  /// A user activity, continued from another device or from a search result.
  ///
  /// - Parameters:
  ///   - type: the activity's type: its translator's name.
  ///   - webPage: the page that shows the same in a browser; it is the field `link`.
  ///   - info: what came with it.
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
  ///   - type: the item's type: its translator's name.
  ///   - info: what came with it.
  public static func shortcutItem(_ type: String, info: Entrance.Info = [:]) -> Entrance {
    Entrance(.value(type: type, info), from: .shortcutItem)
  }

  /// A user's action on a notification. An action on one delivery of it takes effect once, however
  /// often the system or the server reports it.
  ///
  /// - Parameters:
  ///   - action: what was done: ``opened``, ``dismissed``, or the identifier of one of the app's
  ///     actions; its translator's name.
  ///   - notification: the identifier of the notification's request.
  ///   - moment: when it was delivered. One that repeats every day, or takes another one's place,
  ///     has the identifier of the one before; only that says that it is not the same.
  ///   - info: what came with it.
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
  ///   - type: its translator's name.
  ///   - info: its fields.
  ///   - source: an id that takes effect once.
  public static func customValue(
    _ type: String, info: Entrance.Info = [:], source: String? = nil
  ) -> Entrance {
    Entrance(.value(type: type, info), from: .customValue, source: source)
  }

  /// The notification was tapped.
  public static var opened: String { "opened" }
  /// The notification was put away without looking at it. A field `link` leads nowhere then, as
  /// with the app's own actions. Where no translator leads elsewhere, the request ends as already
  /// shown: its user stays at the same place.
  public static var dismissed: String { "dismissed" }
}

extension RouteRequest {
  /// Whether the request follows the link in its value's field `link` when no translator translates
  /// the value. It does not when the user did something other than tap a notification.
  package var followsItsLink: Bool {
    guard case .value(let type, _) = target else { return false }
    return entryPoint != .notificationResponse || type.hasSameBytes(as: Entrance.opened)
  }

  /// Whether the request speaks of a notification that was put away, which leads nowhere unless a
  /// translator says so.
  package var isDismissal: Bool {
    guard case .value(let type, _) = target else { return false }
    return entryPoint == .notificationResponse && type.hasSameBytes(as: Entrance.dismissed)
  }
}
