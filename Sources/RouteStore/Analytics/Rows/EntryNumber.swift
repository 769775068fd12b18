import RouteStore

/// The numbers of the kinds of entries, as in table `entry_kind`, from which relations are made.
enum EntryNumber {
  static let restored: Int64 = 2
  static let received: Int64 = 3
  static let decided: Int64 = 4
  static let parked: Int64 = 5
  static let released: Int64 = 6
  static let ready: Int64 = 9
  static let foreground: Int64 = 11
  static let background: Int64 = 12
  static let enqueued: Int64 = 17
  static let claimed: Int64 = 18
  static let started: Int64 = 19
  static let retried: Int64 = 22
  static let shelved: Int64 = 33

  /// Received, decided, parked, released.
  static let ofRequests: ClosedRange<Int64> = received...released
  /// Enqueued to dead.
  static let ofActions: ClosedRange<Int64> = 17...27
}
