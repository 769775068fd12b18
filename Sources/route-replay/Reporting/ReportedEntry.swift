/// One entry of a report. Texts are indices in its `ReportTexts`.
struct ReportedEntry: Equatable {
  /// A property by which people search many entries.
  enum Flag: Int {
    /// A request failed, an action failed, or the host could not show the result.
    case failure = 1
    /// The work that it began has not ended at the end of the report.
    case pending = 2
    /// The screens changed.
    case screens = 4
  }

  let sequence: Int64
  let atMicroseconds: Int64
  let session: Int64
  var kind = 0
  var outcome = 0
  var route = 0
  var link = 0
  /// Its subject, in one line.
  var what = 0
  var reason = 0
  var request: Int64?
  var cause: Int64?
  var entryPoint = 0
  var durationMicroseconds: Int64?
  var screenBefore = 0
  var screenAfter = 0
  var scene = 0
  var routeVersion: Int64?
  var router = 0
  var variant = 0
  var action: Int64?
  var attempt: Int64?
  var stateDigest: UInt64?
  /// The sum of its flags.
  var flags = 0

  /// Its effects, one text each.
  var deeds: [Int] = []
  /// The differences between the states before and after it: a mark and a text each.
  var differences: [Int] = []
  /// The drawing of the hierarchy after it; nil when that is not known.
  var drawing: ReportedDrawing.Change?
  /// Rows of the drawing whose screens are new (1) or changed (2): a row and a mark each.
  var marks: [Int] = []

  init(sequence: Int64, atMicroseconds: Int64, session: Int64) {
    (self.sequence, self.atMicroseconds, self.session) = (sequence, atMicroseconds, session)
  }

  mutating func set(_ flag: Flag) { flags |= flag.rawValue }

  func has(_ flag: Flag) -> Bool { flags & flag.rawValue != 0 }
}
