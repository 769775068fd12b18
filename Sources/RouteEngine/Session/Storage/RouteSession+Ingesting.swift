import RouteStore

extension RouteSession.JournalKeeping {
  /// Takes in what other processes have left in the ``DropBox`` of the journal's file, the oldest
  /// first, as many as the limits leave room for. A launch does it, and coming to the foreground;
  /// a host that is told of a new file calls it.
  ///
  /// Every request is in the journal before its file goes and before anything is done about it.
  /// While nothing can be recorded, and in a session that was launched on a journal of the
  /// caller's, nothing is taken in. What a newer version has left stays for that one, and what
  /// cannot be read now for the next time.
  ///
  /// - Returns: what became of each, in order. A file that holds no link ends as failed with the
  ///   reason, is journaled so, and goes; what is no file at all stays under another name.
  @discardableResult
  public func ingest(isolation: isolated any Actor = #isolation) -> [Opening] {
    session.drain()
    let openings = session.journalFiles()
    session.drain()
    return openings
  }
}

extension RouteSession {
  /// Journals what lies in the drop box; nothing is done about it yet.
  fileprivate func journalFiles(isolation: isolated any Actor = #isolation) -> [Opening] {
    guard let inbox, !machine.hasEnded, recorder.health.isRecording else { return [] }
    return whileOccupied {
      _ = isolation
      inbox.removeStuck()
      var openings: [Opening] = []
      for name in inbox.folder.names() where !inbox.isTakenIn(name) {
        guard recorder.health.isRecording, machine.hasRoom else { break }
        guard let opening = open(inbox.folder.content(of: name), named: name) else { continue }
        openings.append(opening)
        // It stays until the journal has the request: should this process die before, it would be
        // gone. One whose source could not be looked up has no effect: it is taken in again.
        let isUnread = opening.outcome == SettlingRule.sourceUnread.outcome
        if opening.request != nil, !isUnread { inbox.noteUnrecorded(name) }
        removeIngested()
      }
      return openings
    }
  }

  /// Removes the files whose requests are in the journal now.
  func removeIngested() {
    if recorder.health.isRecording { inbox?.removeRecorded() }
  }

  /// Opens what a file holds, as far as that it is in the journal; nil when it is gone.
  private func open(
    _ content: DropFolder.Content, named name: String,
    isolation: isolated any Actor = #isolation
  ) -> Opening? {
    let source = "inbox:\(DropFolder.mark(in: name))"
    let bytes: [UInt8]
    switch content {
    case .gone, .unreadable: return nil
    case .refused(let reason, let count):
      return refuse(Int(count), as: Self.noLink(reason), .customValue, source: source)
    case .bytes(let read): bytes = read
    }
    do throws(HandedOver.Refusal) {
      let request = try HandedOver(reading: bytes)
      var options = RouteRequest.Options()
      let left = RouteInstant(microseconds: DropFolder.moment(in: name))
      options.lifetimeMicroseconds = request.lifetime(leftAt: left, until: clocks)
      let opening = open(request.link, from: request.entryPoint, source: source, options: options)
      work(on: .queuedIsRecorded)
      return opening
    } catch {
      switch error {
      case .unreadable(let reason):
        return refuse(bytes.count, as: Self.noLink(reason), .customValue, source: source)
      case .newer(let version):
        let opening = Opening()
        opening.end(Self.noLink("it has version \(version), this program knows less"))
        return opening
      }
    }
  }

  private static func noLink(_ reason: String) -> Outcome {
    .failed(step: 0, reason: "no link was left: \(reason)")
  }

  /// Releases the journal's file, if it is not to be held now.
  func releaseFile() {
    if configuration.releasesInBackground == true, isInBackground { recorder.release() }
  }
}
