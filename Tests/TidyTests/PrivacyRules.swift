/// The facts that an app with the libraries has to declare to Apple.
let privacyRules: [Rule] = [privacyManifestIsTrue]

/// The interfaces for which Apple requires a reason, by category: "Describing use of required
/// reason API", /bundleresources/describing-use-of-required-reason-api; only those that Swift can
/// name.
private let categories: [(name: String, interfaces: Set<String>)] = [
  (
    "FileTimestamp",
    [
      "creationDate", "creationDateKey", "modificationDate", "fileModificationDate",
      "contentModificationDateKey", "getattrlist", "getattrlistbulk", "fgetattrlist", "stat",
      "fstat", "fstatat", "lstat", "getattrlistat",
    ]
  ),
  ("SystemBootTime", ["systemUptime", "mach_absolute_time"]),
  (
    "DiskSpace",
    [
      "volumeAvailableCapacityKey", "volumeAvailableCapacityForImportantUsageKey",
      "volumeAvailableCapacityForOpportunisticUsageKey", "volumeTotalCapacityKey",
      "systemFreeSize", "systemSize", "statfs", "statvfs", "fstatfs", "fstatvfs", "getattrlist",
      "fgetattrlist", "getattrlistat",
    ]
  ),
  ("ActiveKeyboards", ["activeInputModes"]),
  ("UserDefaults", ["UserDefaults", "AppStorage", "CFPreferencesCopyAppValue"]),
]

/// The libraries that an app ships.
private let shipped = ["CRouteSQLite", "RouteMigrations", "RouteStore", "RouteEngine"]

let privacyManifestIsTrue = Rule("the privacy manifest says what the libraries ask for") { files in
  let path = "Sources/RouteStore/PrivacyInfo.xcprivacy"
  guard let manifest = files.first(where: { $0.path == path }) else { return [] }
  let sources = files.filter { $0.isSwift && $0.module.map(shipped.contains) ?? false }
  let used = Set(sources.flatMap { $0.tokens.map(\.text) })
  return categories.compactMap { category in
    let name = "NSPrivacyAccessedAPICategory\(category.name)"
    let isDeclared = manifest.text.contains("<string>\(name)</string>")
    // Two categories can share an interface: the reason may be in either.
    let found = category.interfaces.intersection(used).sorted()
    if found.isEmpty == !isDeclared { return nil }
    let asked = found.joined(separator: ", ")
    return manifest.violation(
      1, isDeclared ? "\(name) is not needed" : "\(name) is missing: \(asked)")
  }
}
