#if canImport(ObjectiveC)
import Foundation

extension ReceivedInfo {
  /// The values of a user info that parameters can hold; the others are listed with their types.
  init(userInfo: [AnyHashable: Any]) {
    var values: [String: Received] = [:]
    var nameless = 0
    for (key, value) in userInfo {
      if let name = key as? String {
        values[name] = Received(value)
      } else {
        nameless += 1
      }
    }
    self.init(values)
    if nameless > 0 { leaveOut("\(nameless) values", because: "their names are no texts") }
  }
}

extension ReceivedInfo.Received {
  /// A value of a property list; for any other value, its type.
  fileprivate init(_ value: Any) {
    switch value {
    case let text as String: self = .field(.string(text))
    case let url as URL: self = .field(.string(url.absoluteString))
    case let number as NSNumber: self = .field(ParameterValue(number))
    case is Date: self = .other("a date")
    case is Data: self = .other("data")
    case is [Any]: self = .other("a list")
    case is [AnyHashable: Any]: self = .other("a dictionary")
    default: self = .other("of another type")
    }
  }
}

extension ParameterValue {
  /// Numbers and booleans have the same class; only their Core Foundation types differ.
  fileprivate init(_ number: NSNumber) {
    if CFGetTypeID(number) == CFBooleanGetTypeID() {
      self = .bool(number.boolValue)
    } else if !CFNumberIsFloatType(number), let whole = Int64(exactly: number) {
      self = .int(whole)
    } else {
      self = .double(number.doubleValue)
    }
  }
}
#endif
