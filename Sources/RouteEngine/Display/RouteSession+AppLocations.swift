#if canImport(ObjectiveC)
public import Foundation

extension RouteSession.Location {
  /// ``app(protection:)`` with the protection that suits most apps: the journal is readable once
  /// the device has been unlocked after its start.
  public static var appDefault: RouteSession.Location { app() }

  /// The journal's place in an app: a folder of its own in Application Support. It is excluded from
  /// backups, because a journal from another device would describe a state that never existed here.
  ///
  /// On a Mac the folder is inside one named by the bundle's identifier, because apps without a
  /// sandbox share Application Support. On an Apple TV it is in Caches, since nothing else can be
  /// written: the system may delete it while the app does not run, and then the app begins anew.
  ///
  /// If a property of the folder cannot be set, it is skipped; the session's health says whether
  /// the journal can be written.
  ///
  /// - Parameter protection: when the system allows reading the journal and the files beside it; a
  ///   Mac has no such protection. With `complete` a session that runs while the device is locked
  ///   continues in memory.
  public static func app(
    protection: FileProtectionType = .completeUntilFirstUserAuthentication
  ) -> RouteSession.Location {
    let files = FileManager.default
    guard var folder = files.urls(for: parent, in: .userDomainMask).first else { return .memory }
    #if os(macOS) || targetEnvironment(macCatalyst)
    let app = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
    folder = folder.appendingPathComponent(app, isDirectory: true)
    #endif
    return journal(in: folder, protection)
  }

  /// The journal's place in the folder that an app shares with its extensions and with other apps
  /// of its team, where a widget or an App Intent leaves links in the drop box. It is excluded from
  /// backups.
  ///
  /// A session there closes the journal in the background, and it is in the background until it is
  /// told otherwise: ``RouteSession/Configuration/releasesInBackground``.
  ///
  /// - Parameters:
  ///   - identifier: the identifier of the app group, such as `group.com.example.shop`. If the
  ///     app's entitlements do not name it, the session's health says so, and nothing is recorded.
  ///   - protection: as in ``app(protection:)``.
  public static func appGroup(
    _ identifier: String,
    protection: FileProtectionType = .completeUntilFirstUserAuthentication
  ) -> RouteSession.Location {
    let files = FileManager.default
    guard
      let folder = files.containerURL(forSecurityApplicationGroupIdentifier: identifier)
    else {
      // This path cannot be opened: its name is the reason that `health` states.
      return .file("/the entitlements of this app do not name the group \(identifier)/journal")
    }
    return journal(in: folder, protection)
  }

  private static func journal(
    in parent: URL, _ protection: FileProtectionType
  ) -> RouteSession.Location {
    var folder = parent.appendingPathComponent("RouteEngine", isDirectory: true)
    let files = FileManager.default
    // If it cannot be created, neither can the journal, and the session's health says why.
    try? files.createDirectory(at: folder, withIntermediateDirectories: true, attributes: nil)
    #if !os(macOS)
    // A new file inherits and keeps the protection of its folder. A protection that cannot be set
    // is no reason to record nothing.
    let items = (try? files.contentsOfDirectory(atPath: folder.path)) ?? []
    for path in [folder.path] + items.map({ folder.appendingPathComponent($0).path }) {
      try? files.setAttributes([.protectionKey: protection], ofItemAtPath: path)
    }
    #endif
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
}
#endif
