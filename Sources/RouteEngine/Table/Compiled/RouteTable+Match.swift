extension RouteTable {
  /// The match of a target: of a link, of a route's identifier, or of a screen's kind.
  ///
  /// - Returns: nil when nothing matches, and for values and facts, which are not matched.
  public func match(_ target: RouteRequest.Target) -> RouteTable.Match? {
    switch target {
    case .link(let link): match(link)
    case .route(let identifier, let parameters):
      position(ofRoute: identifier).map { match(route: $0, parameters) }
    case .screen(let kind, let parameters): match(kind: kind, parameters)
    case .value, .fact: nil
    }
  }

  /// The route that a link matches: the most specific one whose captures can be read as their
  /// types. If they cannot, or are out of bounds, the next route is tried.
  ///
  /// With routers it is the match of the first router that takes the link, in the order in which
  /// they are asked while no screen of theirs is shown. The table's own routes come last.
  public func match(_ link: RouteLink) -> RouteTable.Match? {
    // Without routers the general path takes 60 instructions more, of 1,640 where no route fits.
    routing == nil ? match(link, in: index) : match(link, shown: nil)
  }

  /// The match of a link among the routes of an index.
  func match(_ link: RouteLink, in index: PathIndex) -> Match? {
    var reader = CaptureReader(link, table: self)
    guard let found = firstMatch(of: link, in: index, for: &reader) else { return nil }
    let route = pattern(found.value).route
    guard link.queryRange != nil || link.fragmentRange != nil else {
      return match(route: route, reader.parameters)
    }
    let passed = addQuery(of: link, ofRoute: route, to: &reader.parameters)
    return Match(
      compiled: compiledRoute(at: route), parameters: reader.parameters, leftOut: passed.leftOut,
      problem: passed.problem)
  }

  /// The pattern of an index that takes a link, with its captures as ranges of the link.
  func firstReadable(_ link: RouteLink, in index: PathIndex) -> PathIndex.Found? {
    var reader = CaptureReader(link, table: self)
    return firstMatch(of: link, in: index, for: &reader)
  }

  @inline(__always)
  private func firstMatch(
    of link: RouteLink, in index: PathIndex, for reader: inout CaptureReader
  ) -> PathIndex.Found? {
    // The rest of a hidden path, which matched no route, may look like a path that matches one.
    guard !link.hidesPath else { return nil }
    return link.lookUp(path(of: link)) { bytes, path in
      index.firstMatch(in: bytes, path, for: &reader)
    }
  }

  /// The query items of a link that cannot be read as their types.
  private struct Unread {
    /// The names of the items that are left out.
    var leftOut: [String] = []
    /// Why an item makes the request fail; nil when none does.
    var problem: String?
  }

  /// Adds the parameters of the query, and of the fragment if the route reads it.
  private func addQuery(
    of link: RouteLink, ofRoute route: Int, to parameters: inout Parameters
  ) -> Unread {
    let (types, reading) = (types(ofRoute: route), queryReading(ofRoute: route))
    var unread = Unread()
    // An item that is a path supplies only its captures.
    let paths = capturesBesidePath ? linkTest(ofRoute: route).texts.compactMap(\.item) : []
    for item in link.queryItems where paths.isEmpty || !paths.contains(where: item.hasName) {
      add(item, of: link, types, reading, to: &parameters, &unread)
    }
    if reading.readsFragment {
      for item in link.fragmentItems
      where !item.isBare && (paths.isEmpty || !paths.contains(where: item.hasName)) {
        add(item, of: link, types, reading, to: &parameters, &unread)
      }
    }
    return unread
  }

  @inline(__always)
  private func add(
    _ item: RouteLink.QueryItem, of link: RouteLink, _ types: CaptureTypes,
    _ reading: QueryReading, to parameters: inout Parameters, _ unread: inout Unread
  ) {
    let name = item.decodedName
    let place = unsafe name.withUnsafeBytes { unsafe parameters.place(toPut: $0) }
    // A capture of the path has precedence; of a repeated item the first one counts.
    guard place.isEmpty else { return }
    if let index = types.placeOfTyped(name) {
      if unread.leftOut.contains(where: types.entries[index].name.hasSameBytes) { return }
      switch link.reading(of: item, as: types.entries[index], reading) {
      case .value(let value):
        parameters = parameters.replacing(place, by: Parameters(types.entries[index].name, value))
        return
      case .leftOut:
        unread.leftOut.append(types.entries[index].name)
        return
      case .refused:
        let (name, type) = (types.entries[index].name, types.entries[index].type)
        unread.problem = unread.problem ?? "the item \(name) cannot be read as \(type)"
      case .text: break
      }
    }
    let size = 8 + 8 + name.count + ParameterRoom.valueSize + item.valueRange.count
    let alone = Parameters(atMost: size) { room in
      unsafe name.withUnsafeBytes { unsafe room.name(utf8: $0) }
      link.write(item, plusIsSpace: reading.plusIsSpace, to: &room)
    }
    parameters = parameters.replacing(place, by: alone)
  }

  private func match(route position: Int, _ parameters: Parameters) -> Match {
    Match(compiled: compiledRoute(at: position), parameters: parameters)
  }

  /// The match of a declared kind: the screen where it is, or else on the nearest stack.
  private func match(kind: String, _ parameters: Parameters) -> Match? {
    self.kind(kind).map {
      Match(compiled: CompiledRoute($0, tasks: definition.tasks), parameters: parameters)
    }
  }

}

extension RouteTable {
  /// The first query item of a link that cannot be read as its declared type, if the route leaves
  /// such links to the next one.
  ///
  /// - Parameter isCaptured: whether a pattern captures the parameter of a name; its item is then
  ///   not read.
  func unreadable(
    in link: RouteLink, forRoute route: Int, where isCaptured: (String) -> Bool
  ) -> (item: RouteLink.QueryItem, declared: CaptureTypes.Entry)? {
    let reading = queryReading(ofRoute: route)
    guard reading.unreadable == .next else { return nil }
    let types = types(ofRoute: route)
    let paths = capturesBesidePath ? linkTest(ofRoute: route).texts.compactMap(\.item) : []
    var seen: Set<Int> = []
    for item in link.items(fragmentToo: reading.readsFragment)
    where paths.isEmpty || !paths.contains(where: item.hasName) {
      // Of a repeated item the first counts; for a list, reading the first reads all.
      guard let index = types.placeOfTyped(item.decodedName), seen.insert(index).inserted,
        !isCaptured(types.entries[index].name),
        link.value(of: item, as: types.entries[index], reading) == nil
      else { continue }
      return (item, types.entries[index])
    }
    return nil
  }

  /// Whether the items of a fragment are hidden as a text that fits no type, and the route leaves
  /// such a link to the next one.
  func leavesHiddenItems(of link: RouteLink, route: Int) -> Bool {
    guard let range = link.fragmentRange, link.isMisfit(range) else { return false }
    let reading = queryReading(ofRoute: route)
    return reading.readsFragment && reading.unreadable == .next
  }
}

/// Takes the first pattern whose captures can be read as their declared types.
struct CaptureReader: PathTaker {
  private let link: RouteLink
  private let table: RouteTable
  /// The values of the captures of the accepted pattern.
  var parameters: Parameters = [:]

  init(_ link: RouteLink, table: RouteTable) {
    self.link = link
    self.table = table
  }

  mutating func accepts(_ value: Int, _ captures: PathPattern.Captures) -> Bool {
    let pattern = table.pattern(value)
    guard table.takes(link, route: pattern.route) else { return false }
    let others =
      table.capturesBesidePath
      ? table.parameters(besidePathOf: link, forRoute: pattern.route) : nil
    if link.queryRange != nil || link.fragmentRange != nil,
      table.leavesHiddenItems(of: link, route: pattern.route)
        || table.unreadable(
          in: link, forRoute: pattern.route,
          where: { pattern.captures($0, among: captures) || others?[$0] != nil }) != nil
    {
      return false
    }
    guard table.capturesBesidePath else { return link.read(pattern, captures, into: &parameters) }
    guard let others, link.read(pattern, captures, into: &parameters) else { return false }
    for element in others { parameters[element.name] = element.value }
    return true
  }
}

extension CompiledPattern {
  /// Whether the path captures the parameter of a name.
  func captures(_ name: String, among found: PathPattern.Captures) -> Bool {
    captures.indices.contains { found[$0] != nil && captures[$0].name.hasSameBytes(as: name) }
  }
}

extension RouteLink {
  /// Looks up a path of the link. An empty path is read as "/" (RFC 3986, 6.2.3), whose capture is
  /// empty.
  @inline(__always)
  func lookUp<Found>(
    _ path: Range<Int>, _ find: (_ bytes: [UInt8], _ path: Range<Int>) -> Found?
  ) -> Found? {
    find(bytes, path) ?? (path.isEmpty ? find(PathPattern.rootPath, 0..<1) : nil)
  }

  /// Reads the captures of a pattern by their types; false when one cannot be read.
  @inline(__always)
  func read(
    _ pattern: CompiledPattern, _ captures: PathPattern.Captures,
    into parameters: inout Parameters
  ) -> Bool {
    let captured = pattern.captures
    guard !captured.isEmpty else {
      parameters = Parameters()
      return true
    }
    var size = 8
    for slot in captured.indices {
      guard let range = captures[slot] else { continue }
      // Decoding never makes text longer: an invalid `%XX` is three bytes, and so is its
      // replacement.
      size += captured[slot].key.bytes.count + ParameterRoom.valueSize + range.count
      // A list grows by quotes, commas and escapes of decoded characters. A case of an enum in
      // other letters may grow, too.
      if pattern.hasLists || pattern.foldsCases { size += 6 * range.count + 4 }
    }
    var isReadable = true
    parameters = Parameters(atMost: size) { room in
      for index in pattern.order.indices where isReadable {
        let slot = pattern.order[index]
        guard let range = captures[slot] else { continue }
        room.name(captured[slot].key)
        // Passing a capture as an argument copies it, 150 instructions; most links carry no tokens.
        if carriesTokens {
          isReadable = write(
            range, as: captured[slot], folding: pattern.foldsCases, to: &room)
        } else if pattern.isText(slot) {
          room.value(decoding: bytes, range)
        } else if let value = value(
          of: captured[slot].type, in: range, folding: pattern.foldsCases)
        {
          room.value(value)
        } else {
          isReadable = false
        }
        if !isReadable { room.giveUp() }
      }
    }
    return isReadable
  }

  /// Writes the value of a capture; false when it cannot be read by its type.
  @inline(__always)
  fileprivate func write(
    _ range: Range<Int>, as capture: CaptureTypes.Entry, folding folds: Bool,
    to room: inout ParameterRoom
  ) -> Bool {
    let isText = capture.type.takesAnyText
    if let token = tokenRange(in: range) {
      // A token of another type than text fits only a private capture of a type; a text's token
      // fits none.
      guard isText || capture.secrecy != .open && !isTokenOfText(range) else { return false }
      write(token: token, to: &room)
      return true
    }
    if case .string = capture.type {
      room.value(decoding: bytes, range)
      return true
    }
    guard let value = value(of: capture.type, in: range, folding: folds) else { return false }
    room.value(value)
    return true
  }

  /// The result of reading an item by its type.
  fileprivate enum ItemReading {
    case value(ParameterValue)
    /// The item is left out.
    case leftOut
    /// The request fails.
    case refused
    /// It cannot be read, and is kept as it is written.
    case text
  }

  @inline(never)
  fileprivate func reading(
    of item: QueryItem, as entry: CaptureTypes.Entry, _ reading: QueryReading
  ) -> ItemReading {
    if let value = value(of: item, as: entry, reading) { return .value(value) }
    switch reading.unreadable {
    case .leftOut where entry.mayBeMissing: return .leftOut
    case .fails: return .refused
    case .leftOut, .next: return .text
    }
  }

  /// The value of a query item by its type; a list includes all items of its name. Nil when it
  /// cannot be read. A token stands for any value.
  func value(
    of item: QueryItem, as entry: CaptureTypes.Entry, _ reading: QueryReading
  ) -> ParameterValue? {
    let plusIsSpace = reading.plusIsSpace
    if let token = token(in: item.valueRange) {
      // The token of a text fits no other type.
      return isTokenOfText(item.valueRange) && !entry.type.takesAnyText ? nil : .token(token)
    }
    guard case .list(let element, .item) = entry.type else {
      return entry.type.value(from: item.decodedValue(plusIsSpace: plusIsSpace))
    }
    let items = items(fragmentToo: reading.readsFragment).filter {
      $0.hasName(Array(entry.key.text))
    }
    return ParameterType.list(
      items.map { $0.decodedValue(plusIsSpace: plusIsSpace) }, of: element)
  }

  /// Writes the value of a query item: its text, or its token.
  fileprivate func write(_ item: QueryItem, plusIsSpace: Bool, to room: inout ParameterRoom) {
    let range = item.valueRange
    if let token = tokenRange(in: range) {
      write(token: token, to: &room)
    } else {
      room.value(decoding: bytes, range, plusIsSpace: plusIsSpace)
    }
  }

  @inline(__always)
  private func write(token range: Range<Int>, to room: inout ParameterRoom) {
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe room.value(ParameterValue.Tag.token, utf8: bytes.part(range))
    }
  }

  /// The token that fills a range of the link completely; nil when there is none.
  package func token(in range: Range<Int>) -> String? {
    tokenRange(in: range).map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  @inline(__always)
  private func tokenRange(in range: Range<Int>) -> Range<Int>? {
    guard carriesTokens else { return nil }
    let place = isTokenOfText(range) ? range.dropFirst() : range
    guard place.count == TokenText.length,
      TokenText.starts(in: bytes, at: place.lowerBound)
    else { return nil }
    return place
  }

  /// Whether a token with a second `~` stands there. The second `~` marks the token of a text,
  /// which fits no capture of another type.
  func isTokenOfText(_ range: Range<Int>) -> Bool {
    carriesTokens && range.count == TokenText.length + 1
      && bytes[range.lowerBound] == UInt8(ascii: "~")
      && TokenText.starts(in: bytes, at: range.lowerBound + 1)
  }

  /// The case of an enum that matches a part of the path regardless of letter case; nil for other
  /// types.
  private func foldedCase(of type: ParameterType, in range: Range<Int>) -> ParameterValue? {
    guard case .oneOf(let values) = type else { return nil }
    let text = LetterFolding.folded(decoded(range))
    return values.first { value in
      guard case .string(let own) = value else { return false }
      return LetterFolding.folded(own).hasSameBytes(as: text)
    }
  }

  /// The typed value of a part of the path.
  ///
  /// - Parameter folds: whether a case of an enum may be written in any letter case.
  func value(
    of type: ParameterType, in range: Range<Int>, folding folds: Bool
  ) -> ParameterValue? {
    value(of: type, in: range) ?? (folds ? foldedCase(of: type, in: range) : nil)
  }

  private func value(of type: ParameterType, in range: Range<Int>) -> ParameterValue? {
    if case .string = type { return .string(decoded(range)) }
    if case .list(let element, .item) = type {
      // Bytes that are not UTF-8 become U+FFFD, as in a single text.
      let texts = Self.decodedSegments(of: bytes, range).map { String(decoding: $0, as: UTF8.self) }
      return ParameterType.list(texts.map { Array($0.utf8) }, of: element)
    }
    guard bytes[range].contains(UInt8(ascii: "%")) else { return type.value(from: bytes[range]) }
    return type.value(from: decoded(range).utf8)
  }
}
