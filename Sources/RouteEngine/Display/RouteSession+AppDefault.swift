#if canImport(ObjectiveC)
import Foundation

extension RouteSession.Location {
  /// The journal's place in an app: a folder of its own in Application Support, readable once the
  /// device was unlocked after it was started, and left out of backups: a journal that came from
  /// another device would tell of what was never here.
  ///
  /// On a Mac the folder lies in one that the bundle's identifier names: apps without a sandbox
  /// share Application Support. On an Apple TV it is in Caches, since nothing else can be written:
  /// the system may delete it while the app does not run, and the app then begins anew.
  ///
  /// A property that cannot be had is left out; the session's health says whether the journal can
  /// be written.
  public static var appDefault: RouteSession.Location {
    let files = FileManager.default
    guard
      var folder = files.urls(for: parent, in: .userDomainMask).first
    else { return .memory }
    #if os(macOS) || targetEnvironment(macCatalyst)
    let app = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
    folder = folder.appendingPathComponent(app, isDirectory: true)
    #endif
    folder = folder.appendingPathComponent("RouteEngine", isDirectory: true)
    // Where it cannot be made, the journal cannot be either, and the session's health says why.
    try? files.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: protection)
    var values = URLResourceValues()
    values.isExcludedFromBackup = true
    // A backup that holds the journal is better than no journal.
    try? folder.setResourceValues(values)
    return .file(folder.appendingPathComponent("journal.sqlite").path)
  }

  private static var parent: FileManager.SearchPathDirectory {
    #if os(tvOS)
    .cachesDirectory
    #else
    .applicationSupportDirectory
    #endif
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
