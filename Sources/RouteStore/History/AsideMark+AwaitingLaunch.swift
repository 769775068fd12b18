extension AsideMark {
  /// Throws `busy` when a file was set aside and no launch has begun the file that replaces it:
  /// until then, only a launch may write there.
  package func checkIsTakenUp() throws(StoreError) {
    guard isThere else { return }
    // An error in reading the file is reported by the next code that opens it.
    let history = try? History(path: journal)
    let awaitsLaunch = history.map { (try? $0.holdsNothing) ?? false }
    guard awaitsLaunch ?? !Journal.exists(at: journal) else { return }
    throw .busy(reason: "a damaged file was set aside, and only its app's launch can go on")
  }
}
