#if canImport(ObjectiveC)
import Foundation

extension RouteSession.Location {
  /// The journal's place in an app: a folder of its own in Application Support, readable once the
  /// device was unlocked after it was started, and left out of backups: a journal that came from
  /// another device would tell of what was never here.
  ///
  /// What of this cannot be had is left out; whether the journal can be written says the session's
  /// health.
  public static var appDefault: RouteSession.Location {
    let files = FileManager.default
    guard
      let support = files.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
    else { return .memory }
    var folder = support.appendingPathComponent("RouteEngine", isDirectory: true)
    try? files.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: protection)
    var values = URLResourceValues()
    values.isExcludedFromBackup = true
    try? folder.setResourceValues(values)
    return .file(folder.appendingPathComponent("journal.sqlite").path)
  }

  private static var protection: [FileAttributeKey: Any]? {
    #if os(macOS)
    nil
    #else
    [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication]
    #endif
  }
}
#endif
