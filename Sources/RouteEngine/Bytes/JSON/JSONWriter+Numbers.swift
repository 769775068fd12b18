extension JSONWriter {
  /// Writes an integer.
  package mutating func int(_ value: Int64) {
    number(negative: value < 0, magnitude: value.magnitude)
  }

  /// Writes an unsigned integer.
  package mutating func uint(_ value: UInt64) {
    number(negative: false, magnitude: value)
  }

  /// Writes a number in the shortest form that reads back as the same value.
  ///
  /// The form is that of ECMAScript's Number::toString, as RFC 8785 demands: `1` for 1.0, `0` for
  /// minus zero. JSON has no infinity and no NaN: passing one is a programming error.
  package mutating func double(_ value: Double) {
    precondition(value.isFinite, "JSON cannot hold \(value)")
    raw(DecimalText(value).ecmaScript)
  }

  private mutating func number(negative: Bool, magnitude: UInt64) {
    unsafe write(room: 22) { buffer, start in
      var end = start
      if negative {
        unsafe buffer[end] = UInt8(ascii: "-")
        end += 1
      }
      end += Self.digitCount(of: magnitude)
      var rest = magnitude
      var index = end
      repeat {
        let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
        index -= 1
        unsafe buffer[index] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)
        rest = quotient
      } while rest != 0
      return end
    }
  }

  @inline(__always)
  private static func digitCount(of magnitude: UInt64) -> Int {
    var count = 1
    var rest = magnitude
    while rest >= 10 {
      rest /= 10
      count += 1
    }
    return count
  }
}

/// A finite number as decimal digits: 0.d1d2d3... times ten to the power of `exponent`.
package struct DecimalText: Sendable {
  private var isNegative: Bool
  private var digits: [UInt8] = []
  private var exponent = 0

  /// The shortest digits that read back as the same value; if several do, those closest to it.
  ///
  /// The standard library's description has exactly these digits (SwiftDtoa). It differs from
  /// ECMAScript only in where it puts the point and when it writes an exponent.
  package init(_ value: Double) {
    isNegative = value < 0
    var sawPoint = false
    var text = value.magnitude.description.utf8[...]
    while let byte = text.popFirst() {
      switch byte {
      case UInt8(ascii: "."): sawPoint = true
      case UInt8(ascii: "e"):
        exponent += Int(String(decoding: text, as: UTF8.self)) ?? 0
        text = text.suffix(0)
      default:
        let isLeadingZero = digits.isEmpty && byte == UInt8(ascii: "0")
        if isLeadingZero {
          if sawPoint { exponent -= 1 }
        } else {
          digits.append(byte)
          if !sawPoint { exponent += 1 }
        }
      }
    }
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    if digits.isEmpty { exponent = 0 }
  }

  /// ECMA-262, Number::toString with radix 10.
  var ecmaScript: [UInt8] {
    guard !digits.isEmpty else { return [UInt8(ascii: "0")] }
    let zero = UInt8(ascii: "0")
    let point = UInt8(ascii: ".")
    var text: [UInt8] = isNegative ? [UInt8(ascii: "-")] : []
    if digits.count <= exponent, exponent <= 21 {
      text += digits
      text += Array(repeating: zero, count: exponent - digits.count)
    } else if 0 < exponent, exponent <= 21 {
      text += digits[..<exponent]
      text.append(point)
      text += digits[exponent...]
    } else if -6 < exponent, exponent <= 0 {
      text += [zero, point]
      text += Array(repeating: zero, count: -exponent)
      text += digits
    } else {
      text.append(digits[0])
      if digits.count > 1 {
        text.append(point)
        text += digits[1...]
      }
      text += [UInt8(ascii: "e"), exponent > 0 ? UInt8(ascii: "+") : UInt8(ascii: "-")]
      text += Array(String((exponent - 1).magnitude).utf8)
    }
    return text
  }
}
