// Temporary files of an app. Addresses are below https://developer.apple.com/documentation.

extension FileManager {
  /// "var temporaryDirectory: URL { get }"
  /// /foundation/filemanager/temporarydirectory
  public var temporaryDirectory: URL { URL() }
  /// "func removeItem(at URL: URL) throws"
  /// /foundation/filemanager/removeitem(at:)
  public func removeItem(at url: URL) throws {}
}
