import RouteStore

/// Makes the rows of `v_screen_view` and `v_visit` from entries, in order.
struct UseRows {
  /// The complete rows that were not taken yet.
  var complete: [RelationRow] = []

  private let names: RunTable?
  private var visit: Visit?
  /// The views whose rows are incomplete, in order: the last one may still be visible, and the two
  /// before it wait for the next views of their visit.
  private var views: [View] = []
  private var isSeeing = false
  /// The run of the present entries; then the known facts of its screens.
  private var run: RunTable.Run?
  private var number: Int64?
  private var lastShown: String?
  private var isAway = false
  private var lastTurn: Int64 = 0

  /// - Parameter names: the source of the names of views; nil when they are not needed.
  init(namedBy names: RunTable?) { self.names = names }

  /// The microseconds without a sign of use that end a visit.
  private static let silence: Int64 = 1_800_000_000

  /// Whether this much time lies between two moments, in either direction.
  private static func isSilence(_ one: Int64, _ other: Int64) -> Bool {
    let gap = other.subtractingReportingOverflow(one)
    return gap.overflow || gap.partialValue.magnitude >= silence.magnitude
  }

  /// A visit: a stretch of use.
  private struct Visit {
    /// Nil for a run that the history does not have; it has no row.
    let run: RunTable.Run?
    let identifier: SQLValue
    var lastRun: RunTable.Run?
    var lastNumber: Int64
    var lastSign: Int64
    var began: Int64
    var ended: Int64
    var sessions: Int64 = 1
    var requests: Int64 = 0
    var views: Int64 = 0
    /// The entry point of its first request that is not an act of the user.
    private(set) var entryPoint = SQLValue.null
    /// The route of its first request whose route has variants; then the variant.
    private(set) var variantRoute = SQLValue.null
    private(set) var variant = SQLValue.null
    /// Whether there was an entry that shows the screen at its beginning.
    var isOpened = false

    init(from entry: borrowing FetchedValues, _ run: RunTable.Run?) {
      (self.run, lastRun) = (run, run)
      identifier = .text("\(run?.session.identifier ?? ""):\(entry.integer(.sequence))")
      lastNumber = entry.integer(.session)
      lastSign = entry.integer(.at)
      (began, ended) = (lastSign, lastSign)
    }

    mutating func take(_ entry: borrowing FetchedValues, _ run: RunTable.Run?) {
      let sequence = entry.integer(.sequence)
      if EntryNumber.ofRequests.contains(entry.integer(.kind)) {
        let isFirst = entry.optionalInteger(.request) ?? sequence == sequence
        if isFirst { requests += 1 }
        takeRequest(entry, isFirst: isFirst)
      }
      if lastNumber != entry.integer(.session) { sessions += 1 }
      (lastRun, lastNumber, lastSign) = (run, entry.integer(.session), entry.integer(.at))
      (began, ended) = (min(began, lastSign), max(ended, lastSign))
    }

    /// Notes the request that brought it. A request that continues after waiting adds nothing new.
    private mutating func takeRequest(_ entry: borrowing FetchedValues, isFirst: Bool) {
      guard entry.integer(.kind) != EntryNumber.released else { return }
      if isFirst, entryPoint == .null, entry.text(.entryPoint) != .text("hostFact") {
        entryPoint = entry.text(.entryPoint)
      }
      if variant == .null, !entry.isNull(.variant) {
        (variantRoute, variant) = (entry.text(.route), entry.text(.variant))
      }
    }

    /// Whether a sign of use belongs to it.
    func isGoing(at moment: Int64, _ run: RunTable.Run?) -> Bool {
      guard !UseRows.isSilence(lastSign, moment) else { return false }
      guard let run, let lastRun, run !== lastRun else { return true }
      return run.session.device.utf8.elementsEqual(lastRun.session.device.utf8)
    }
  }

  /// A screen view, which may have ended.
  private struct View {
    let id: Int64
    let run: RunTable.Run
    let visit: SQLValue
    /// 1 for the first of its visit.
    let number: Int64
    let screen: SQLValue
    let request: Int64?
    let entered: Int64
    var left: Int64?
    var dwell: Int64 = 0
    var next = SQLValue.null
    var afterNext = SQLValue.null
    /// Whether its visit shows no more views, or none that its row needs.
    var isFollowed = false
    /// Whether it has ended.
    var isOver = false
    /// Whether its end is known.
    var isEndKnown = false
    /// Whether it belongs to a run whose end is unknown.
    var isCutOff = false

    mutating func last(until moment: Int64, seeing span: Int64) {
      left = max(left ?? moment, moment)
      dwell &+= span
    }

    func row(_ names: RunTable?) -> RelationRow {
      RelationRow(
        kind: .screenView, time: entered, run: run, sequence: id, request: request,
        values: [
          names.map { _ in run.name(ofEntry: id) } ?? .null, .integer(id), run.identifier,
          run.device, visit, .integer(number), screen, next, afterNext,
          request.flatMap { names?.name(ofEntry: $0, near: run) } ?? .null, .integer(entered),
          isEndKnown ? SQLValue(left) : .null, isEndKnown && !isCutOff ? .integer(dwell) : .null,
        ])
    }
  }

  /// Applies an entry.
  mutating func take(_ entry: borrowing FetchedValues, _ entryRun: RunTable.Run?) {
    if number != entry.integer(.session) {
      endRun()
      (number, run) = (entry.integer(.session), entryRun)
    }
    let kind = entry.integer(.kind)
    let shown = entry.optionalText(.screenAfter)
    if !EntryNumber.ofActions.contains(kind) {
      let isMove = kind == EntryNumber.foreground || kind == EntryNumber.background
      let isSign = isMove || kind == EntryNumber.received || kind == EntryNumber.decided
      if isSign || shown != nil { sign(entry) }
      let isOpening = opens(kind, shown)
      var seen = isOpening ? shown ?? lastShown : isMove ? nil : shown
      if let screen = seen, !isOpening, isKnown(screen), isShown(screen, by: entry) { seen = nil }
      if isMove || seen != nil { turn(at: entry.integer(.at)) }
      if isMove { isAway = kind == EntryNumber.background }
      if let seen { show(seen, entry, wasSeen: !brings(shown, entry)) }
    }
    if let shown, let run, entry.integer(.sequence) >= run.session.firstSequence {
      lastShown = shown
    }
  }

  /// Whether an entry shows the screen at the beginning of its visit.
  private mutating func opens(_ kind: Int64, _ shown: String?) -> Bool {
    guard visit?.isOpened == false, kind != EntryNumber.background,
      kind == EntryNumber.foreground || shown != nil
    else { return false }
    visit?.isOpened = true
    return true
  }

  /// Ends everything that has not ended.
  ///
  /// - Parameter isCut: whether there are further entries after the last one, which would show the
  ///   end.
  mutating func finish(isCut: Bool) {
    if isCut { cutOff() } else { endRun() }
    endVisit()
  }

  /// Whether a screen is the last one that its run showed. It may not be, although an entry names
  /// no other: another route table can change the screen, and the entry of this names none.
  private func isKnown(_ screen: String) -> Bool {
    (lastShown ?? "").utf8.elementsEqual(screen.utf8)
  }

  /// Whether a screen was already visible before an entry. Equal texts have equal bytes, as in SQL.
  private func isShown(_ screen: String, by entry: borrowing FetchedValues) -> Bool {
    let before = entry.optionalText(.screenBefore) ?? lastShown ?? ""
    return before.utf8.elementsEqual(screen.utf8)
  }

  /// Whether an entry shows another screen than the one before it.
  private func brings(_ shown: String?, _ entry: borrowing FetchedValues) -> Bool {
    guard let shown else { return false }
    return !isShown(shown, by: entry)
  }

  /// A sign of use: the visit continues, or another one begins.
  private mutating func sign(_ entry: borrowing FetchedValues) {
    let moment = entry.integer(.at)
    if visit?.isGoing(at: moment, run) != true {
      if let last = visit?.lastSign { endLastView(at: last) }
      endVisit()
      visit = Visit(from: entry, run)
    }
    visit?.take(entry, run)
  }

  /// Time passed, in the foreground or in the background.
  private mutating func turn(at moment: Int64) {
    if isSeeing {
      views[views.count - 1].last(until: moment, seeing: isAway ? 0 : moment &- lastTurn)
    }
    lastTurn = moment
  }

  /// - Parameter wasSeen: whether the screen was visible before the entry, so that no request
  ///   brought it.
  private mutating func show(
    _ screen: String, _ entry: borrowing FetchedValues, wasSeen: Bool
  ) {
    guard !continues(screen) else { return }
    endView()
    guard let run, let visit, visit.run != nil else { return }
    self.visit?.views += 1
    let screen = SQLValue.text(screen)
    for (place, view) in views.indices.reversed().enumerated() where !views[view].isFollowed {
      if place == 0 {
        views[view].next = screen
      } else {
        views[view].afterNext = screen
        views[view].isFollowed = true
      }
    }
    completeViews()
    views.append(
      View(
        id: entry.integer(.sequence), run: run, visit: visit.identifier, number: visit.views + 1,
        screen: screen, request: wasSeen ? nil : entry.optionalInteger(.request),
        entered: entry.integer(.at)))
    isSeeing = true
  }

  /// Continues the last view of a visit that shows its screen again, with nothing in between.
  private mutating func continues(_ screen: String) -> Bool {
    guard run != nil, let last = views.last, !last.isFollowed, case .text(let shown) = last.screen,
      shown.utf8.elementsEqual(screen.utf8)
    else { return false }
    views[views.count - 1].isOver = false
    isSeeing = true
    return true
  }

  private mutating func endRun() {
    if let end = run?.session.endedMicroseconds, let sign = visit?.lastSign {
      let isSilent = end > sign && Self.isSilence(sign, end)
      endLastView(at: isSilent ? sign : end)
    } else {
      cutOff()
    }
    (lastShown, isAway, lastTurn) = (nil, false, 0)
  }

  /// Ends the last view of a run or visit: its end is unknown unless time passed since it began.
  private mutating func endLastView(at moment: Int64) {
    guard isSeeing else { return }
    turn(at: moment)
    endView(isKnown: views.last.map { ($0.left ?? $0.entered) > $0.entered } ?? false)
  }

  /// Ends the last view of a run whose end is unknown.
  private mutating func cutOff() {
    if isSeeing { views[views.count - 1].isCutOff = true }
    endView(isKnown: false)
  }

  private mutating func endView(isKnown: Bool = true) {
    guard isSeeing else { return }
    isSeeing = false
    views[views.count - 1].isOver = true
    views[views.count - 1].isEndKnown = isKnown
    completeViews()
  }

  private mutating func completeViews() {
    while let first = views.first, first.isOver, first.isFollowed {
      complete.append(first.row(names))
      views.removeFirst()
    }
  }

  private mutating func endVisit() {
    guard let visit else { return }
    self.visit = nil
    for view in views.indices { views[view].isFollowed = true }
    completeViews()
    guard let run = visit.run else { return }
    complete.append(
      RelationRow(
        kind: .visit, time: visit.began, run: run, request: nil,
        values: [
          visit.identifier, run.identifier, run.device, .integer(visit.began),
          .integer(visit.ended), .integer(visit.sessions), .integer(visit.requests),
          .integer(visit.views), visit.entryPoint, visit.variantRoute, visit.variant,
        ]))
  }
}
