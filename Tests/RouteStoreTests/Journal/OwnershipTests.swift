import Foundation
import RouteStore
import RouteTestSupport
import Synchronization
import Testing

/// Processes that open the lock file of a journal without owning it.
@Suite struct OwnershipTests {
  private let folder = TemporaryFolder()
  private let path: String

  init() throws {
    path = folder.file("a.sqlite")
    _ = try filledJournal(.file(path), count: 1)
  }

  @Test func `a process about to start another program does not keep a journal owned`() throws {
    var journal: Journal? = try Journal.open(.file(path))
    // Between fork and exec the child has all open files of its parent.
    let inherited = try #require(descriptor(of: Ownership.lockPath(of: path)).map { dup($0) })
    defer { close(inherited) }
    #expect(throws: StoreError.owned(path: path)) { try Journal.open(.file(path)) }
    #expect(journal?.head.sequence == 1)
    journal = nil
    #expect(!Ownership.isHeld(of: path))
    #expect(try Journal.open(.file(path)).head.sequence == 1)
  }

  @Test func `a check of the owner does not keep a session from owning the journal`() throws {
    let path = path
    let looks = Mutex(0)
    let looking = Thread {
      while !Thread.current.isCancelled {
        _ = Ownership.isHeld(of: path)
        looks.withLock { $0 += 1 }
      }
    }
    looking.start()
    defer { looking.cancel() }
    // Both threads have to try at the same time, whatever the scheduler does.
    var taken = 0
    while taken < 500 || looks.withLock({ $0 < 500 }) {
      _ = try Ownership(of: path)
      taken += 1
    }
  }

  @Test func `a lock that is shared for ever ends in a refusal`() throws {
    let shared = unsafe open(Ownership.lockPath(of: path), O_RDONLY | O_CLOEXEC)
    defer { close(shared) }
    try #require(flock(shared, LOCK_SH | LOCK_NB) == 0)
    #expect(throws: StoreError.owned(path: path)) { _ = try Ownership(of: path, tries: 3) }
  }

  @Test func `a lock that the system does not give is no other session's`() {
    #expect(Ownership.refusal(EWOULDBLOCK, of: path) == .owned(path: path))
    for code in [ENOLCK, EOPNOTSUPP, EINVAL, EINTR] {
      let error = Ownership.refusal(code, of: path)
      guard case .cannotOpen(path, let reason) = error else {
        Issue.record("\(error)")
        continue
      }
      #expect(reason.contains("-lock' cannot be taken: \(FilePath.message(code)). A journal needs"))
    }
  }

  /// The descriptor with which this process has the file at `path` open.
  private func descriptor(of path: String) -> Int32? {
    var (sought, facts) = (stat(), stat())
    guard unsafe stat(path, &sought) == 0 else { return nil }
    return (3..<1_024).first { file in
      unsafe fstat(file, &facts) == 0 && facts.st_dev == sought.st_dev
        && facts.st_ino == sought.st_ino
    }
  }
}
