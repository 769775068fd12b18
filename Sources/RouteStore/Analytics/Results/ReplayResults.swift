package import RouteStore

/// Results of replays, in a file of their own: a journal records what happened, and a replay does
/// not change it.
///
/// The table `replay_run` has a row for each replay and session. `v_replay_run` and
/// `v_replay_determinism` are the views of the same names as elsewhere, so that the file can be
/// queried alone.
package struct ReplayResults: ~Copyable {
  /// The application_id in the header of such a file.
  static let applicationIdentifier = JournalHeader.resultsIdentifier
  /// The version of the format, which is the user_version in the header.
  package static let format: Int64 = 1
  /// The reason why a file that is something else is refused.
  static let otherFile = "it is something else"
  /// The statement that makes the table; the file contains exactly this text.
  static let table = """
    CREATE TABLE replay_run (
      replay_id TEXT NOT NULL, session_id TEXT NOT NULL, device_id TEXT NOT NULL,
      app_version TEXT, mode TEXT NOT NULL, replayed_us INTEGER NOT NULL,
      verdict TEXT NOT NULL, requests INTEGER NOT NULL, divergences INTEGER NOT NULL,
      first_divergence_sequence INTEGER, divergence TEXT,
      PRIMARY KEY (replay_id, session_id)
    ) STRICT, WITHOUT ROWID
    """

  private let connection: Connection

  /// The result of a replay of one session.
  package struct Run: Sendable {
    /// The session's identifier.
    package var session: String
    /// Its device.
    package var device: String
    /// Its app's version.
    package var appVersion: String?
    /// `rerun`, or `what-if` with another table than the recorded ones.
    package var mode: String
    /// `identical`, `different`, or `undecided` where private values or limits are needed.
    package var verdict: String
    /// How many decisions were made again.
    package var requests: Int64
    /// How many of them differ.
    package var divergences: Int64
    /// The entry of the first difference.
    package var firstDivergence: Int64?
    /// The class of that difference.
    package var divergence: String?

    /// A run without differences.
    package init(
      session: String, device: String, appVersion: String?, mode: String, verdict: String,
      requests: Int64
    ) {
      (self.session, self.device, self.appVersion) = (session, device, appVersion)
      (self.mode, self.verdict, self.requests, divergences) = (mode, verdict, requests, 0)
    }
  }

  /// Opens a file of results, or creates one.
  ///
  /// Throws `notAJournal` for a file with other content, `newerFormat` or `damaged` when it is not
  /// a file of results of this version, and the errors of opening.
  package init(path: String) throws(StoreError) {
    let facts = FileFacts(path: path)
    let isNew = facts.map { $0.size == 0 } ?? true
    guard !isNew || facts?.isRegular != false else {
      throw .cannotOpen(path: path, reason: "it is no regular file")
    }
    connection = try Self.open(path, isNew: isNew)
  }

  private static func open(_ path: String, isNew: Bool) throws(StoreError) -> Connection {
    if !isNew { _ = try ReadableResults(path: path) }
    let connection = try Connection(path: path, mode: .create)
    connection.distrustFile()
    connection.waitForLocks(milliseconds: Connection.lockPatience)
    if isNew { try make(connection) }
    return connection
  }

  private static func make(_ connection: borrowing Connection) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      try connection.execute(
        """
        PRAGMA application_id=\(applicationIdentifier);
        PRAGMA user_version=\(format);
        \(table);
        CREATE VIEW v_replay_run AS
        \(RelationMoment.added(to: "SELECT * FROM replay_run", of: "v_replay_run"));
        """)
      for view in RelationView.all where view.name == "v_replay_determinism" {
        try connection.execute(view.permanent)
      }
    }
  }

  /// Adds the runs of one replay, all or none, under a unique name: random digits, because results
  /// of several files are queried together, then a colon and the number in the file.
  ///
  /// - Parameter moment: the time of the replay, in microseconds since 1970.
  package func append(_ runs: [Run], at moment: Int64) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      let count = try connection.integer("SELECT count(DISTINCT replay_id) FROM replay_run") ?? 0
      let digits = String(UInt64.random(in: .min ... .max), radix: 16)
      let name = String(repeating: "0", count: 16 - digits.count) + "\(digits):\(count + 1)"
      let insert = try connection.prepare(
        "INSERT OR REPLACE INTO replay_run VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)")
      for run in runs {
        insert.bind(name, at: 1)
        insert.bind(run.session, at: 2)
        insert.bind(run.device, at: 3)
        insert.bind(run.appVersion, at: 4)
        insert.bind(run.mode, at: 5)
        insert.bind(moment, at: 6)
        insert.bind(run.verdict, at: 7)
        insert.bind(run.requests, at: 8)
        insert.bind(run.divergences, at: 9)
        insert.bind(run.firstDivergence, at: 10)
        insert.bind(run.divergence, at: 11)
        try insert.run()
      }
    }
  }
}
