/// The plan of a recording.
struct FleetPlan: Sendable {
  var folder = ""
  var devices = 200
  /// The number of requests of each device.
  var requests = 500
  var seed = 1
  /// The least number of days for which a device is used.
  var days = 14
  /// The number of devices that decide otherwise than the shop's route table; nil: three, fewer in
  /// a small fleet.
  private var wanted: Int?
  var diverging: Int { wanted ?? min(3, devices / 4) }

  /// 2026-03-02 00:00 UTC, a Monday.
  static let beginning: Int64 = 1_772_409_600_000_000

  static let usage = """
    usage: shop-fleet FOLDER [--devices N] [--requests N] [--seed N] [--days N] [--diverging N]

    Records a journal for each of N devices (200) that the shop's app is used on, with so many
    requests each (500) over two weeks (--days), and writes the names of those that decide otherwise
    than the route table (3) to FOLDER/planted.txt. The same seed tells the same story.
    """

  /// Reads the options; nil when there is an unknown one.
  init?(_ words: some Sequence<String>) {
    var words = Array(words)[...]
    while let word = words.popFirst() {
      guard word.hasPrefix("--") else {
        guard folder.isEmpty else { return nil }
        folder = word
        continue
      }
      guard let number = words.popFirst().flatMap(Int.init), number >= 0 else { return nil }
      switch word {
      case "--devices": devices = number
      case "--requests": requests = number
      case "--seed": seed = number
      case "--days": days = number
      case "--diverging": wanted = number
      default: return nil
      }
    }
    guard !folder.isEmpty, devices > 0, days > 0, diverging <= devices else { return nil }
  }

  /// Whether the device has a table of its own; such devices are far from each other.
  func diverges(_ device: Int) -> Bool {
    diverging > 0 && device % max(devices / diverging, 1) == 0
      && device / max(devices / diverging, 1) < diverging
  }

  /// The device's number with leading zeros, so that names sort like numbers.
  func name(of device: Int) -> String {
    let digits = String(device + 1)
    let width = max(4, String(devices).count)
    return "device-" + String(repeating: "0", count: max(width - digits.count, 0)) + digits
  }
}
