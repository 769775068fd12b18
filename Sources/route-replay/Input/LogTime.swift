import RouteAnalytics

/// The time of an access log, `17/May/2015:10:05:03 +0000`, as microseconds since 1970-01-01 00:00
/// UTC, or `nil` if there is no such time.
func microseconds(ofLogTime bytes: [UInt8]) -> Int64? {
  let form = Array("dd/MMM/yyyy:dd:dd:dd sdddd".utf8)
  guard bytes.count == form.count else { return nil }
  for (byte, kind) in zip(bytes, form) where "/: ".utf8.contains(kind) && byte != kind {
    return nil
  }
  let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  guard let month = months.firstIndex(where: { $0.utf8.elementsEqual(bytes[3..<6]) }),
    let day = number(bytes[0..<2]), let year = number(bytes[7..<11]),
    let hour = number(bytes[12..<14]), hour < 24,
    let minute = number(bytes[15..<17]), minute < 60,
    // 60 is a leap second.
    let second = number(bytes[18..<20]), second <= 60,
    let zoneHours = number(bytes[22..<24]), zoneHours < 24,
    let zoneMinutes = number(bytes[24..<26]), zoneMinutes < 60
  else { return nil }
  let zoneSign: Int64
  switch bytes[21] {
  case UInt8(ascii: "+"): zoneSign = 1
  case UInt8(ascii: "-"): zoneSign = -1
  default: return nil
  }
  let civil = CivilDay(year: year, month: Int64(month) + 1, day: day)
  guard civil.exists else { return nil }
  let local = civil.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second
  return (local - zoneSign * (zoneHours * 3600 + zoneMinutes * 60)) * 1_000_000
}

/// A number of a few digits without other characters.
private func number(_ digits: ArraySlice<UInt8>) -> Int64? {
  var number: Int64 = 0
  for digit in digits {
    guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
    number = number * 10 + Int64(digit - UInt8(ascii: "0"))
  }
  return number
}
