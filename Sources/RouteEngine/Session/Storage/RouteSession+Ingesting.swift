import RouteStore

extension RouteSession.JournalKeeping {
  /// Ingests the links that other processes have left in the ``DropBox`` of the journal's file,
  /// oldest first, as many as the limits allow. A launch does it, and so does coming to the
  /// foreground; a host that learns of a new file calls it.
  ///
  /// Every request is in the journal before its file is removed and before any further work on it.
  /// While nothing can be recorded, and in a session that was launched on a journal of the
  /// caller's, nothing is ingested. Files of a newer version stay for that version, and files that
  /// cannot be read now stay for the next time.
  ///
  /// - Returns: the opening of each link, in order. A file that holds no link ends as failed with
  ///   the reason, is journaled as such, and is removed; an item that is not a file stays under
  ///   another name.
  @discardableResult
  public func ingest(isolation: isolated any Actor = #isolation) -> [Opening] {
    session.drain()
    let openings = session.journalFiles()
    session.drain()
    return openings
  }
}

extension RouteSession {
  /// Journals the links in the drop box; no further work is done on them yet.
  fileprivate func journalFiles(isolation: isolated any Actor = #isolation) -> [Opening] {
    guard let inbox, !machine.hasEnded, recorder.health.isRecording else { return [] }
    return whileOccupied {
      _ = isolation
      inbox.removeStuck()
      var openings: [Opening] = []
      for name in inbox.folder.names() where !inbox.isTakenIn(name) {
        guard recorder.health.isRecording, machine.hasRoom else { break }
        if !inbox.folder.allowsRemoval, isJournaled(name) {
          inbox.noteStuck(name)
          continue
        }
        guard let opening = open(inbox.folder.content(of: name), named: name) else { continue }
        openings.append(opening)
        // The file stays until the request is in the journal; otherwise the request would be lost
        // if this process died before. If its source could not be looked up, the request has no
        // effect and is ingested again.
        let isUnread = opening.outcome == SettlingRule.sourceUnread.outcome
        if opening.request != nil, !isUnread { inbox.noteUnrecorded(name) }
        removeIngested()
      }
      return openings
    }
  }

  /// Removes the files whose requests are now in the journal.
  func removeIngested() {
    if recorder.health.isRecording { inbox?.removeRecorded() }
  }

  /// Whether an earlier session journaled a file, and opening it again would have no effect. If the
  /// file was left later than the source's id was first seen, it counts as another delivery.
  private func isJournaled(_ name: String) -> Bool {
    // If it cannot be looked up, opening the file reports that.
    guard let row = try? recorder.seen(source: Self.source(of: name)),
      row.request < machine.sessionRow.firstSequence,
      DropFolder.moment(in: name) <= row.seenMicroseconds
    else { return false }
    guard let outcome = row.outcome else { return state.isWaiting(RequestID(row.request)) }
    return outcome != Outcome.interrupted.word && outcome != Outcome.quarantined.word
  }

  /// The source's id of a file.
  private static func source(of name: String) -> String { "inbox:\(DropFolder.mark(in: name))" }

  /// Opens the content of a file, up to its entry in the journal; nil when the file is gone.
  private func open(
    _ content: DropFolder.Content, named name: String,
    isolation: isolated any Actor = #isolation
  ) -> Opening? {
    let source = Self.source(of: name)
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

  /// Releases the journal's file if it must not be held now.
  func releaseFile() {
    if configuration.releasesInBackground == true, isInBackground { recorder.release() }
  }
}
