extension AsideMark {
  /// Whether a launch has to begin what takes the place of a file that was set aside: until then
  /// nobody else may write there.
  package var awaitsLaunch: Bool {
    guard isThere else { return false }
    guard let history = try? History(path: journal) else { return !Journal.exists(at: journal) }
    return (try? history.head() == history.base()) ?? false
  }
}
