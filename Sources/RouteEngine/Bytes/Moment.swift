/// Dates as links write them (RFC 3339) and as `Date` encodes them: seconds since the first of
/// January 2001, UTC.
enum Moment {
  /// The days from 1 January of year 1 to 1 January 2001.
  private static let epoch = 730_485
  private static let secondsOfDay = 86_400

  /// The moment that a text names: a day, or a moment with its time zone.
  static func seconds(from text: [UInt8]) -> Double? {
    var text = text[...]
    guard let year = number(&text, digits: 4), take(&text, "-"),
      let month = number(&text, digits: 2), take(&text, "-"),
      let day = number(&text, digits: 2), let days = days(year, month, day)
    else { return nil }
    if text.isEmpty { return Double(days * secondsOfDay) }
    guard take(&text, "T"), let hour = number(&text, digits: 2), hour < 24, take(&text, ":"),
      let minute = number(&text, digits: 2), minute < 60
    else { return nil }
    var second = 0
    var fraction = 0.0
    if take(&text, ":") {
      guard let number = number(&text, digits: 2), number < 60 else { return nil }
      second = number
      if take(&text, ".") {
        let digits = text.prefix { isDigit($0) }
        guard (1...9).contains(digits.count),
          let value = Double("0." + String(decoding: digits, as: UTF8.self))
        else { return nil }
        fraction = value
        text = text.dropFirst(digits.count)
      }
    }
    guard let zone = zone(&text), text.isEmpty else { return nil }
    let whole = days * secondsOfDay + hour * 3_600 + minute * 60 + second - zone
    return Double(whole) + fraction
  }

  /// The shortest text that reads back as that moment, in UTC; nil when there is none.
  static func text(of seconds: Double) -> String? {
    guard seconds.magnitude < 1e12 else { return nil }
    let whole = seconds.rounded(.down)
    let total = Int(whole)
    let day = Int((Double(total) / Double(secondsOfDay)).rounded(.down))
    guard let date = date(of: day) else { return nil }
    let rest = total - day * secondsOfDay
    let start = "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
    if rest == 0, seconds == whole { return start }
    let minutes = "\(padded(rest / 3_600, 2)):\(padded(rest / 60 % 60, 2))"
    let time = "\(start)T\(minutes):\(padded(rest % 60, 2))"
    if seconds == whole { return time + "Z" }
    var scale = 1.0
    for digits in 1...9 {
      scale *= 10
      let fraction = ((seconds - whole) * scale).rounded()
      let text = "\(time).\(padded(Int(fraction), digits))Z"
      if self.seconds(from: Array(text.utf8)) == seconds { return text }
    }
    return nil
  }

  /// The offset of a time zone in seconds east of Greenwich.
  private static func zone(_ text: inout ArraySlice<UInt8>) -> Int? {
    if take(&text, "Z") { return 0 }
    let isWest = text.first == UInt8(ascii: "-")
    guard take(&text, isWest ? "-" : "+"), let hours = number(&text, digits: 2), hours < 24,
      take(&text, ":"), let minutes = number(&text, digits: 2), minutes < 60
    else { return nil }
    return (isWest ? -1 : 1) * (hours * 3_600 + minutes * 60)
  }

  /// Days since 1 January 2001; nil for a day that does not exist.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int? {
    guard year > 0, (1...12).contains(month), day > 0, day <= length(of: month, in: year) else {
      return nil
    }
    let months = (1..<month).reduce(0) { $0 + length(of: $1, in: year) }
    return start(of: year) + months + day - 1
  }

  /// The date of a day number; nil before the year 1 and after 9999.
  private static func date(of number: Int) -> (year: Int, month: Int, day: Int)? {
    guard number >= start(of: 1), number < start(of: 10_000) else { return nil }
    var year = (number + epoch) * 400 / 146_097 + 1
    while start(of: year) > number { year -= 1 }
    while start(of: year + 1) <= number { year += 1 }
    var rest = number - start(of: year)
    var month = 1
    while rest >= length(of: month, in: year) {
      rest -= length(of: month, in: year)
      month += 1
    }
    return (year, month, rest + 1)
  }

  /// The number of a year's first day.
  private static func start(of year: Int) -> Int {
    let before = year - 1
    return before * 365 + before / 4 - before / 100 + before / 400 - epoch
  }

  private static func length(of month: Int, in year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return switch month {
    case 2: isLeap ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  private static func number(_ text: inout ArraySlice<UInt8>, digits: Int) -> Int? {
    guard text.count >= digits, text.prefix(digits).allSatisfy(isDigit) else { return nil }
    defer { text = text.dropFirst(digits) }
    return text.prefix(digits).reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  private static func take(_ text: inout ArraySlice<UInt8>, _ character: Unicode.Scalar) -> Bool {
    guard text.first == UInt8(ascii: character) else { return false }
    text = text.dropFirst()
    return true
  }

  private static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
