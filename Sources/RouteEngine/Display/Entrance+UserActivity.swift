#if canImport(ObjectiveC)
public import Foundation

extension Entrance {
  /// A user activity: a universal link if its type is web browsing, otherwise a value of its type.
  public static func userActivity(_ activity: NSUserActivity) -> Entrance {
    let page = activity.webpageURL?.absoluteString
    if activity.activityType == NSUserActivityTypeBrowsingWeb, let page {
      return .universalLink(page)
    }
    return .userActivity(
      activity.activityType, webPage: page,
      info: ReceivedInfo(userInfo: activity.userInfo ?? [:]))
  }
}

extension RouteSession {
  /// Opens the target of a user activity.
  ///
  /// - Returns: the opening, at once; return its ``Opening/accepted`` to the system.
  @discardableResult
  public func open(
    _ activity: NSUserActivity, options: RouteRequest.Options = RouteRequest.Options(),
    isolation: isolated any Actor = #isolation
  ) -> Opening {
    open(.userActivity(activity), options: options)
  }
}
#endif
