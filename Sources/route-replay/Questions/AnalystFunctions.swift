import RouteEngine
import RouteStore

/// The functions of analysts' queries besides SQLite's.
enum AnalystFunctions {
  /// All functions: `TEXT REGEXP EXPRESSION`, `percentile_disc`, `percentile_cont` and `median`.
  static let all = [
    SQLFunction("regexp", of: 2) {
      let search = TextSearch()
      return { (arguments) throws(SQLFunction.Failure) in try search.isFound(arguments) }
    },
    SQLFunction("percentile_disc", of: 2) { Percentile(interpolates: false) },
    SQLFunction("percentile_cont", of: 2) { Percentile(interpolates: true) },
    SQLFunction("median", of: 1) { Percentile(interpolates: true) },
  ]
}

/// The search of a regular expression in texts, one after another.
private final class TextSearch {
  private var expression: (text: String, compiled: TextExpression)?
  private var scratch = PathExpressionProgram.Scratch()

  /// Whether the second argument contains a match of the first one; NULL when either is NULL.
  func isFound(_ arguments: [SQLValue]) throws(SQLFunction.Failure) -> SQLValue {
    guard arguments[0] != .null, arguments[1] != .null else { return .null }
    let text = arguments[0].text
    do throws(TextExpression.Problem) {
      let compiled: TextExpression
      if let expression, expression.text.utf8.elementsEqual(text.utf8) {
        compiled = expression.compiled
      } else {
        compiled = try TextExpression(text)
        expression = (text, compiled)
      }
      return .integer(try compiled.matches(arguments[1].text, scratch: &scratch) ? 1 : 0)
    } catch {
      throw SQLFunction.Failure(error.message)
    }
  }
}

/// A percentile of numbers. The second argument is the fraction from 0 to 1; the default is a half.
///
/// `percentile_disc` is nearest rank, as in the named questions: the smallest number that at least
/// this fraction of the numbers does not exceed. `percentile_cont` interpolates between two
/// numbers. (ISO 9075 has both, in another syntax.)
private final class Percentile: SQLFunction.Aggregate {
  private let interpolates: Bool
  private var fraction = 0.5
  private var hasFraction = false
  private var numbers: [Double] = []
  /// These numbers as integers, while all of them are.
  private var integers: [Int64]? = []

  /// The most numbers: more would take more memory than any value of a query may have.
  private static let mostNumbers = 1 << 23

  init(interpolates: Bool) { self.interpolates = interpolates }

  func add(_ arguments: [SQLValue]) throws(SQLFunction.Failure) {
    if arguments.count > 1 { try setFraction(arguments[1]) }
    switch arguments[0] {
    case .null: return
    case .integer(let number):
      numbers.append(Double(number))
      integers?.append(number)
    case .real(let number):
      numbers.append(number)
      integers = nil
    case .text, .blob: throw SQLFunction.Failure("a percentile takes numbers only")
    }
    guard numbers.count <= Self.mostNumbers else {
      throw SQLFunction.Failure("a percentile takes at most \(Self.mostNumbers) numbers")
    }
  }

  private func setFraction(_ value: SQLValue) throws(SQLFunction.Failure) {
    let number =
      switch value {
      case .integer(let number): Double(number)
      case .real(let number): number
      default: -1.0
      }
    guard (0...1).contains(number) else {
      throw SQLFunction.Failure("a percentile takes a fraction from 0 to 1, such as 0.95 for 95 %")
    }
    guard number == fraction || !hasFraction else {
      throw SQLFunction.Failure("a percentile takes one fraction for all rows")
    }
    (fraction, hasFraction) = (number, true)
  }

  func value() -> SQLValue {
    guard !numbers.isEmpty else { return .null }
    let places = Double(numbers.count)
    if interpolates {
      numbers.sort()
      let place = fraction * (places - 1)
      let low = Int(place)
      let rest = place - Double(low)
      guard rest > 0 else { return .real(numbers[low]) }
      return .real(numbers[low] + (numbers[low + 1] - numbers[low]) * rest)
    }
    // 0.07 of 100 is a little more than 7 as a Double.
    let place = max(0, Int((fraction * places - 1e-7).rounded(.up)) - 1)
    if var integers {
      integers.sort()
      return .integer(integers[place])
    }
    numbers.sort()
    return .real(numbers[place])
  }
}
