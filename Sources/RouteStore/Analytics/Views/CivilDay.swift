/// A day of the proleptic Gregorian calendar, converted to and from days since 1970-01-01 by the
/// algorithms of Howard Hinnant ("chrono-Compatible Low-Level Date Algorithms": `days_from_civil`
/// and `civil_from_days`), which are valid far beyond any year that microseconds in 64 bits can
/// reach.
package struct CivilDay: Sendable, Equatable {
  /// The year; 0 is the one before 1.
  package var year: Int64
  /// 1 to 12.
  package var month: Int64
  /// 1 to 31.
  package var day: Int64

  /// A day by its numbers, which may not exist.
  package init(year: Int64, month: Int64, day: Int64) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// A day by its distance in days from 1970-01-01.
  package init(daysSince1970 days: Int64) {
    // An era is 400 years; a year of the algorithm begins in March, so that a leap day is its last.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The number of days from 1970-01-01; negative before that.
  package var daysSince1970: Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// Whether the day exists: there is no 31 June, and a 29 February only in leap years.
  package var exists: Bool {
    (1...12).contains(month) && day >= 1 && CivilDay(daysSince1970: daysSince1970) == self
  }
}
