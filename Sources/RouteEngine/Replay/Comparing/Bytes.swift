import RouteEngine

/// Texts compared as the journal has them, not as they look.
enum Bytes {
  static func same(_ left: String?, _ right: String?) -> Bool {
    switch (left, right) {
    case (nil, nil): true
    case (let left?, let right?): left.hasSameBytes(as: right)
    default: false
    }
  }
}
