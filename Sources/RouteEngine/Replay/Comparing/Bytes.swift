import RouteEngine

/// Compares texts by their bytes, as the journal does, and not by their appearance.
enum Bytes {
  static func same(_ left: String?, _ right: String?) -> Bool {
    switch (left, right) {
    case (nil, nil): true
    case (let left?, let right?): left.hasSameBytes(as: right)
    default: false
    }
  }

  static func same(_ left: [String], _ right: [String]) -> Bool {
    guard left.count == right.count else { return false }
    for index in left.indices where !left[index].hasSameBytes(as: right[index]) { return false }
    return true
  }
}
